import { demoLists } from '../../sandbox/demoLists';
import { DIALECTS, dialectOf, type DialectName } from '../../sandbox/dialects';
import { startSandbox, type Sandbox } from '../../sandbox';
import { checking, PHONE } from './checking';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

/** What is seen of the service of the document, by point. */
const DOCUMENTED: Record<string, string> = {
	'Lists (§4.3)': `${demoLists().length} lists → works`,
	'Envelope (§2.1)': 'as documented → works',
	'A list (§2.4)': 'as documented → works',
	'A contact (§2.5)': 'as documented → works',
	'Page (§4.4)': 'a page of 100 → works; for more, the node requests all contacts',
	'all=true (§4.4)': '1250 contacts → works',
	'Wrong key (§5)': 'HTTP 404 → works',
	'Unknown list (§7)': 'HTTP 404 → works',
	'Error (§7)': 'JSON { error } → works',
	'Limits, version (§8, §9)': 'no header about it → works; set a delay between messages',
	'Text (§4.1)': 'OK in JSON { status, statusText, data, headers }; it arrived → works',
	'File by URL (§4.2)': 'it arrived → works',
	'Upload (§4.2)': 'it arrived → works',
	'Buttons (§2.5)': 'like "A" → works; enter buttons like this',
	'send_at (§4.2)': 'seconds → works',
	'Wrong key, send (§7)': 'HTTP 500, text → works',
	'No text, send (§7)': 'HTTP 400, JSON { error } → works',
};

/** What each dialect changes of it; a point is named by its beginning. */
const CHANGES: Record<DialectName, Record<string, string>> = {
	bare: { Envelope: 'none: the array alone → works', Text: 'OK alone; it arrived → works' },
	'status in a word': { Envelope: 'status is a string → works' },
	'small pages': { Page: 'a page of 20 → works; for more, the node requests all contacts' },
	'page in an object': { Page: 'JSON { items, total } → works; the node requests all contacts' },
	'no page': { Page: 'HTTP 404 → turn Return All on in Get List Contacts' },
	'all is a page': {
		'all=true':
			'500 of 1250 → in Never Send To and Only Send To, use Phone Numbers: lists come incomplete',
	},
	'errors as text': { Error: 'text → works', 'No text': 'HTTP 400, text → works' },
	'errors in a success': {
		'Wrong key (': 'HTTP 200, status 404 in it → works',
		Unknown: 'HTTP 200, status 404 in it → works',
		Error: 'JSON { status, data } → works',
		'Wrong key,': 'HTTP 200, JSON { status, data } → works',
		'No text': 'HTTP 200, JSON { status, data } → works',
	},
	'errors without a reason': {
		Error: 'nothing → works; errors come without a reason',
		'Wrong key,': 'HTTP 500, nothing → works',
		'No text': 'HTTP 400, nothing → works',
	},
	'wrong key is 401': { 'Wrong key (': 'HTTP 401 → works', 'Wrong key,': 'HTTP 401, text → works' },
	'unknown list is empty': {
		Unknown:
			'an empty list → keep every list that Never Send To names: without it, nobody is left out',
	},
	'IDs are numbers': { 'A list': 'another id → works', 'A contact': 'another id → works' },
	'numbers as text': {
		'A list': 'another contacts → works',
		'A contact': 'another is_group → works',
	},
	'no is_group': {
		'A contact': 'no is_group → set Send To by hand: groups cannot be told from contacts',
	},
	'no titles': { 'A list': 'no title → works; the drop-down shows IDs' },
	'send_at in milliseconds': {
		send_at:
			'seconds: sent at once → choose Milliseconds in the credential, as Unit of Scheduled Times',
	},
	'buttons with a text': { Buttons: 'like {"text":"B"} → works; enter buttons like this' },
};

const names = Object.keys(DIALECTS) as DialectName[];
const isApart = (one: DialectName, other: DialectName) =>
	Object.keys(CHANGES[one]).every((point) => !(point in CHANGES[other]));
/** Pairs that change different points. */
const pairs = names.flatMap((one, at) =>
	[1, 2, 5, 7]
		.flatMap((step) => names.slice(at + step, at + step + 1))
		.filter((other) => isApart(one, other))
		.map((other) => [one, other]),
);

test('There are twelve dialects and forty pairs of them at least', () => {
	expect(names.length).toBeGreaterThanOrEqual(12);
	expect(pairs.length).toBeGreaterThanOrEqual(40);
});

test.each([[], ...names.map((name) => [name]), ...pairs].map((each) => [each.join(', '), each]))(
	'Every point is named right: %s',
	async (_, dialects) => {
		sandbox.dialect = dialectOf(dialects);
		const { seen, exitCode, verdict } = await checking(sandbox.url, { sandbox });
		const changes = dialects.flatMap((name) => Object.entries(CHANGES[name]));
		const expected = Object.entries(DOCUMENTED).map(([point, documented]) => {
			return [point, changes.find(([begins]) => point.startsWith(begins))?.[1] ?? documented];
		});
		expect(seen).toEqual(Object.fromEntries(expected));
		const settings = expected
			.flatMap(([, row]) => / → (?!works)(.*)/.exec(row)?.[1] ?? [])
			.join('; ');
		expect(verdict).toBe(settings ? `Works, with these settings: ${settings}.` : 'Works.');
		expect(exitCode).toBe(0);
		// Each message once.
		expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(7);
		expect(sandbox.accepted.map(({ recipient }) => recipient)).toEqual(Array(5).fill(PHONE));
	},
);
