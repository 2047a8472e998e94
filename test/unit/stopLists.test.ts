import { entriesIn } from '../../nodes/WhatsAppSender/broadcast/rules/entries';
import { neverSendTo, onlySendTo } from '../../nodes/WhatsAppSender/broadcast/rules/stopLists';
import type { RuleOption, Turn } from '../../nodes/WhatsAppSender/broadcast/rule';
import { ruleOf, turnTo } from './turn';

const [AYU, BUDI] = ['6281200001000', '6281200001001'];
const NEVER = { reason: 'neverSendTo', words: 'in Never Send To' };
const NOT_LISTED = { reason: 'onlySendTo', words: 'not in Only Send To' };
const numbers = (value: unknown) => ({ mode: 'numbers', value });
const fromNode = numbers("={{ $('Left').all() }}");

/** What a stop list decides about a message. Texts are entered, other values come from the node Left. */
async function result(option: RuleOption, value: unknown, to: string, more?: Partial<Turn>) {
	const stored = typeof value === 'string' ? undefined : fromNode;
	return await ruleOf(option, numbers(value), stored).check?.(turnTo(to, more));
}
const never = async (value: unknown, to = BUDI, more?: Partial<Turn>) =>
	await result(neverSendTo, value, to, more);
const only = async (value: unknown, to = BUDI) => await result(onlySendTo, value, to);

describe('Never Send To skips a person', () => {
	test.each<[string, unknown]>([
		['a number', Number(BUDI)],
		['a text', '+62 812-0000-1001'],
		['a column of any name', { Reference: '0812 0000 1001', name: 'Budi' }],
		['a row with an e-mail address', { mail: '6281200001002@example.com', nr: BUDI }],
		['a row with a column "json"', { phone: BUDI, json: { a: 1 } }],
		['a row that also contains a group', { chats: `Budi ${BUDI}, 120363025246125486@g.us` }],
		['a cell beside a number', { Phone: AYU, kontak: `0812-0000-1005 / 0812-0000-1001` }],
		['an item of n8n', { json: { name: 'Budi', nr: BUDI }, pairedItem: 0 }],
		['a row with another number', { Phone: AYU, Spouse: BUDI }],
		['all levels of a row', { customer: { lines: [{ value: AYU }, { value: BUDI }] } }],
		['a cell with a label', { Contact: `WA: ${BUDI} (evenings)` }],
		['a cell with two numbers', { Mobile: `${AYU} ::: +62 812-0000-1001` }],
		['a cell with several numbers', { note: `Office; ${AYU}, 081200001001\nevenings` }],
	])('who is in %s', async (_where, row) => {
		const rows = [{ name: 'Citra', hp: AYU }, row];
		expect(await never(rows)).toEqual(NEVER);
		expect(await never(rows, '6281200001002')).toBeUndefined();
	});

	test.each([
		['120363025246125486@g.us', '120363025246125486@g.us'],
		[{ id: '120363025246125486@G.US ' }, '120363025246125486@g.us'],
		[{ phone: '1203', is_group: 'TRUE' }, '1203@g.us'],
	])('or a group: %j', async (row, group) => {
		expect(await never([BUDI, row], group)).toEqual(NEVER);
	});

	test('by a contact of the service, as it is, and by no other value of its list', async () => {
		const contacts = [
			{ phone: '819012345678', is_group: false, name: BUDI },
			{ phone: '1203', is_group: true },
		];
		expect(await never(contacts, '819012345678')).toEqual(NEVER);
		const list = { mode: 'list', value: 'L', cachedResultName: 'Left (2)' };
		const sendSigned = async () => ({ statusCode: 200, headers: {}, body: contacts });
		const service = async () => ({ baseUrl: 'https://api.test', apiKey: 'K', sendSigned });
		const { check } = ruleOf(neverSendTo, list);
		const results = ['819012345678', '1203@g.us', BUDI].map(
			async (to) => await check?.(turnTo(to, { service } as unknown as Partial<Turn>)),
		);
		const skip = { ...NEVER, words: 'on the list Left' };
		expect(await Promise.all(results)).toEqual([skip, skip, undefined]);
	});

	test('without a country where no number needs one', async () => {
		const country = async () => await Promise.reject(new Error('No country'));
		expect(await never(['+62 812-0000-1001'], BUDI, { country })).toEqual(NEVER);
		await expect(never(['0812-0000-1001'], BUDI, { country })).rejects.toThrow('No country');
	});
});

describe('Never Send To stops the run, and names the row', () => {
	const wrong = (value: string) =>
		`Never Send To: row 2 of Left: "${value}" is no phone number: correct it, or remove it`;

	test.each<[unknown, string]>([
		['Dewi', 'Dewi'],
		[7, '7'],
		[`${BUDI}, ask`, 'ask'],
		[`${BUDI} 120363025246125486@g.us`, `${BUDI} 120363025246125486@g.us`],
		[{ name: 'Dewi', contact: '0812 345' }, '0812 345'],
		[{ json: { ID: '00812345' } }, '00812345'],
		[{ numbers: `${BUDI}; (021) 55.1`, tel: '0812/34' }, '0812/34'],
		[{ other: BUDI, phones: [{ phone: { main: '6.28E+12' } }] }, '6.28E+12'],
		[{ other: BUDI, phone: `${BUDI}, 0812 34` }, '0812 34'],
	])('for %j', async (row, value) => {
		await expect(never([AYU, row])).rejects.toThrow(wrong(value.trim()));
	});

	const names =
		'phone2,Mobile,cellNumber,Tel.,WhatsApp Number,WhatsAppNumber,no_wa,HPNo,HP 1,sms-to';
	test.each(names.split(','))('for a number in the column %s, beside another one', async (name) => {
		const rows = [AYU, { [name]: '0812 34', other: BUDI }];
		await expect(never(rows)).rejects.toThrow(wrong('0812 34'));
	});

	test('for rows with texts, none of which is a number', async () => {
		const words = 'Left has no phone number in any of its 2 rows: return rows with phone numbers,';
		await expect(never([{ name: 'Dewi' }, {}])).rejects.toThrow(words);
		await expect(never([{ tel: '-' }])).rejects.toThrow('Left has no phone number in its only row');
	});
});

describe('Never Send To goes on', () => {
	test.each([
		{ postcode: '12345', joined: '2026-01-02', total: '1.250.000' },
		{ headphones: '12345', Hotel: '12345', swap: '12345', phone: 'ask', tel: '12' },
		{ phones: [{ metadata: { source: { id: '0012345678' } } }] },
		{ text: `Order 12345 for ${'x'.repeat(300)}` },
	])('with a row that has a number, too: %j', async (row) => {
		expect(await never([{ ...row, number: BUDI }])).toEqual(NEVER);
	});

	test('for rows without any value, which mean nobody', async () => {
		const journal = { notes: new Set<string>() } as Turn['journal'];
		for (const rows of [[], [{}], [{ json: {} }], [{ unsubscribed: false, left: null }], [null]])
			expect(await never(rows, BUDI, { journal })).toBeUndefined();
		expect(journal.notes.size).toBe(0);
		// Rows of another node, by mistake.
		expect(await never([{ id: 5 }], BUDI, { journal })).toBeUndefined();
		expect([...journal.notes]).toEqual(['1 row of Left without a phone number: ignored.']);
	});

	test.each([
		[[{ name: 'Dewi' }], '1 row'],
		[[{}, { name: '' }, { name: 'Dewi', tel: 'none' }], '3 rows'],
	])('without the rows that mean nobody, and counts them: %j', async (rows, count) => {
		const journal = { notes: new Set<string>() } as Turn['journal'];
		expect(await never([Number(BUDI), ...rows], BUDI, { journal })).toEqual(NEVER);
		expect([...journal.notes]).toEqual([`${count} of Left without a phone number: ignored.`]);
	});
});

describe('Only Send To', () => {
	test('lets through who is there, and nobody by a number that cannot be read', async () => {
		const team = ['ask', { phone: '0812 34', name: 'Ayu' }, { wa: '+62 812-0000-1001' }, ''];
		expect([await only(team), await only(team, AYU)]).toEqual([undefined, NOT_LISTED]);
	});

	test('stops the run for a row with several people', async () => {
		const words =
			"Only Send To: row 2 of Left has several phone numbers: return one, e.g. {{ $('Left').all().map(i => i.json.phone) }}";
		for (const row of [{ phone: AYU, home: BUDI }, { phone: `${AYU}; ${BUDI}` }])
			await expect(only([AYU, row])).rejects.toThrow(words);
		expect(await only([{ phone: BUDI, wa: '0812-0000-1001' }])).toBeUndefined();
	});
});

describe('Numbers', () => {
	test('are read between commas, semicolons, tabs and line breaks, and between spaces', () => {
		const parts = entriesIn('Numbers', `1@g.us,+62 812; 3\r\n4\t${BUDI} 91234567`);
		expect(parts).toEqual(['1@g.us', '+62 812', ' 3', '4', BUDI, '91234567']);
	});

	test('of an expression are refused where they are one alone', () => {
		for (const value of [BUDI, Number(BUDI), { phone: BUDI }]) {
			const what = typeof value === 'object' ? 'row' : 'number';
			const message = `Never Send To gives one ${what} alone, and the expression may have left out others: use {{ $('Left').all() }}`;
			expect(() => ruleOf(neverSendTo, numbers(value), fromNode)).toThrow(message);
		}
		expect(() => ruleOf(neverSendTo, numbers(`${AYU}, ${BUDI}`), fromNode)).not.toThrow();
		expect(() => ruleOf(neverSendTo, numbers(BUDI))).not.toThrow();
	});

	test.each<[object, string]>([
		[numbers(' , '), 'is empty: enter phone numbers, or remove the option'],
		[numbers(true), 'is true, not phone numbers: return text or a list'],
		[{ mode: 'id', value: [BUDI] }, 'is a list, not the ID of a list: choose Numbers'],
	])('that are %j are refused', (value, words) => {
		expect(() => ruleOf(onlySendTo, value)).toThrow(`Only Send To ${words}`);
	});
});
