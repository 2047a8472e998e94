import { DIALECTS, dialectOf, type DialectName } from '../../sandbox/dialects';
import { startSandbox, type Sandbox } from '../../sandbox';
import { checking, PHONE } from './checking';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

const works = (seen: string, more = '') => `${seen} → works${more}`;

/** What is seen of the service of the document, by point. */
const DOCUMENTED: Record<string, string> = {
	'Lists (§4.3)': works('10 lists'),
	'Envelope (§2.1)': works('as documented'),
	'A list (§2.4)': works('as documented'),
	'A contact (§2.5)': works('as documented'),
	'Times (§2.4)': works('milliseconds'),
	'Page (§4.4)': works('a page of 100', '; for more, the node requests all contacts'),
	'all=true (§4.4)': works('1250 contacts'),
	'Wrong key (§5)': works('HTTP 404'),
	'Unknown list (§7)': works('HTTP 404'),
	'Error (§7)': works('JSON { error }'),
	'Limits, version (§8, §9)': 'no header about it → set a delay between messages',
	'Text (§4.1)': works('OK in JSON { status, statusText, data, headers }; it arrived'),
	'File by URL (§4.2)': works('it arrived'),
	'Upload (§4.2)': works('it arrived'),
	'Buttons (§2.5)': works('like "A"', '; enter buttons like this'),
	'send_at (§4.2)': works('seconds'),
	'Wrong key, send (§7)': works('HTTP 500, text'),
	'No text, send (§7)': works('HTTP 400, JSON { error }'),
};

/** What each dialect changes of it. */
const CHANGES: Record<DialectName, Record<string, string>> = {
	bare: {
		'Envelope (§2.1)': works('none: the array alone'),
		'Text (§4.1)': works('OK alone; it arrived'),
	},
	'status in a word': { 'Envelope (§2.1)': works('status is a string') },
	'small pages': {
		'Page (§4.4)': works('a page of 20', '; for more, the node requests all contacts'),
	},
	'page in an object': {
		'Page (§4.4)': works('JSON { items, total }', '; the node requests all contacts'),
	},
	'no page': { 'Page (§4.4)': 'HTTP 404 → turn Return All on in Get List Contacts' },
	'all is a page': {
		'all=true (§4.4)':
			'500 of 1250 → in Never Send To and Only Send To, use Phone Numbers: lists come incomplete',
	},
	'errors as text': {
		'Error (§7)': works('text'),
		'No text, send (§7)': works('HTTP 400, text'),
	},
	'errors in a success': {
		'Wrong key (§5)': works('HTTP 200, status 404 in it'),
		'Unknown list (§7)': works('HTTP 200, status 404 in it'),
		'Error (§7)': works('JSON { status, data }'),
		'Wrong key, send (§7)': works('HTTP 200, JSON { status, data }'),
		'No text, send (§7)': works('HTTP 200, JSON { status, data }'),
	},
	'errors without a reason': {
		'Error (§7)': works('nothing', '; errors come without a reason'),
		'Wrong key, send (§7)': works('HTTP 500, nothing'),
		'No text, send (§7)': works('HTTP 400, nothing'),
	},
	'wrong key is 401': {
		'Wrong key (§5)': works('HTTP 401'),
		'Wrong key, send (§7)': works('HTTP 401, text'),
	},
	'wrong key is 400': {
		'Wrong key (§5)': works('HTTP 400', '; errors do not say that it is the key'),
		'Wrong key, send (§7)': works('HTTP 400, text'),
	},
	'unknown list is empty': {
		'Unknown list (§7)':
			'an empty list → keep every list that Never Send To names: without it, nobody is left out',
	},
	'IDs are numbers': {
		'A list (§2.4)': works('another form: id'),
		'A contact (§2.5)': works('another form: id'),
	},
	'numbers as text': {
		'A list (§2.4)': works('another form: contacts'),
		'A contact (§2.5)': works('another form: is_group'),
	},
	'times in seconds': { 'Times (§2.4)': works('seconds', '; the node returns it unchanged') },
	'no is_group': {
		'A contact (§2.5)':
			'without is_group → set Send To by hand: groups cannot be told from contacts',
	},
	'no titles': { 'A list (§2.4)': works('without title', '; the drop-down shows IDs') },
	'send_at in milliseconds': {
		'send_at (§4.2)':
			'seconds: sent at once → choose Milliseconds in the credential, as Unit of Scheduled Times',
	},
	'buttons with a text': {
		'Buttons (§2.5)': works('like {"text":"B"}', '; enter buttons like this'),
	},
	'buttons with a title': {
		'Buttons (§2.5)': works('like {"title":"C"}', '; enter buttons like this'),
	},
};

const names = Object.keys(DIALECTS) as DialectName[];
/** Pairs that change different points. */
const pairs = names.flatMap((one, at) =>
	[1, 2, 5, 9].flatMap((step) => {
		const other = names[at + step];
		const isApart = other && Object.keys(CHANGES[one]).every((point) => !(point in CHANGES[other]));
		return isApart ? [[one, other]] : [];
	}),
);

test('There are twelve dialects and forty pairs of them at least', () => {
	expect(names.length).toBeGreaterThanOrEqual(12);
	expect(pairs.length).toBeGreaterThanOrEqual(40);
});

test.each([[], ...names.map((name) => [name]), ...pairs].map((each) => [each.join(', '), each]))(
	'Every point is named right: %s',
	async (_, dialects) => {
		sandbox.dialect = dialectOf(dialects);
		const { rows, exitCode, screen } = await checking(sandbox.url, { sandbox });
		const expected = Object.assign({}, DOCUMENTED, ...dialects.map((name) => CHANGES[name]));
		expect(rows).toEqual(expected);
		expect(exitCode).toBe(0);
		// The verdict names what to set.
		for (const dialect of dialects) {
			for (const row of Object.values(CHANGES[dialect])) {
				const [, means] = row.split(' → ');
				if (!means.startsWith('works')) expect(screen.split('\n').join(' ')).toContain(means);
			}
		}
		// Each message once.
		expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(7);
		expect(sandbox.accepted.map(({ recipient }) => recipient)).toEqual(Array(5).fill(PHONE));
	},
);
