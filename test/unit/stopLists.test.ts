import type { Rule, Run } from '../../nodes/WhatsAppSender/broadcast/execution';
import type { Draft } from '../../nodes/WhatsAppSender/broadcast/sender';
import type { Option } from '../../nodes/WhatsAppSender/values/input';
import { entriesIn, neverSendTo, onlySendTo } from '../../nodes/WhatsAppSender/broadcast/stopList';
import { draftTo, newRun, ruleOf } from './turn';

const [AYU, BUDI, CITRA] = ['6281200001000', '6281200001001', '819012345678'];
const NEVER = { reason: 'neverSendTo', words: 'in Never Send To' };
const NOT_LISTED = { reason: 'onlySendTo', words: 'not in Only Send To' };
const numbers = (value: unknown) => ({ mode: 'numbers', value });
const ofNode = numbers("={{ $('Left').all() }}");

/** The verdict on a message. A text is entered as the list; other values come from the node Left. */
async function verdictOf(
	option: Option<Rule>,
	value: unknown,
	to = BUDI,
	more?: Partial<Draft>,
	run = newRun(),
) {
	const stored = typeof value === 'string' ? undefined : ofNode;
	return await ruleOf(option, numbers(value), stored).check?.(draftTo(to, more), run, 0);
}
const never = async (value: unknown, to?: string, more?: Partial<Draft>, run?: Run) =>
	await verdictOf(neverSendTo, value, to, more, run);
const only = async (value: unknown, to?: string) => await verdictOf(onlySendTo, value, to);

test.each<[string, unknown, string?]>([
	['a number', Number(BUDI)],
	['a column of any name', { Reference: '0812 0000 1001', name: 'Budi' }],
	['a row with an e-mail address', { mail: '6281200001002@example.com', nr: BUDI }],
	['a row with a column "json"', { phone: BUDI, json: { a: 1 } }],
	['a cell that also contains a group', { chats: `Budi ${BUDI} 120363025246125486@g.us` }],
	['a cell with a label', { Contact: `WA: ${BUDI} (evenings)` }],
	['a cell with two numbers', { Mobile: `${AYU} ::: +62 812-0000-1001` }],
	['a cell beside a number', { Phone: AYU, Contacts: '0812-0000-1005 / 0812-0000-1001' }],
	['an item of n8n', { json: { name: 'Budi', nr: BUDI }, pairedItem: 0 }],
	['any level of a row', { customer: { lines: [{ value: AYU }, { value: BUDI }] } }],
	['a cell with several numbers', { note: `Office; ${AYU}, 081200001001\nevenings` }],
	['a group ID', '120363025246125486@g.us', '120363025246125486@g.us'],
	['a column with a group ID', { id: '120363025246125486@G.US ' }, '120363025246125486@g.us'],
	['a contact that is a group', { phone: '1203', is_group: 'TRUE' }, '1203@g.us'],
])('Never Send To skips the person in %s', async (_where, row, to = BUDI) => {
	const rows = [{ name: 'Dewi', hp: AYU }, row];
	expect(await never(rows, to)).toEqual(NEVER);
	expect(await never(rows, '6281200001002')).toBeUndefined();
});

test('Only the phone of a list contact counts', async () => {
	const body = [
		{ phone: CITRA, is_group: false, name: BUDI },
		{ phone: '1203', is_group: true },
	];
	const list = { mode: 'list', value: 'L', cachedResultName: 'Left (2)' };
	const sendSigned = async () => ({ statusCode: 200, headers: {}, body });
	const service = async () => ({ baseUrl: 'https://api.test', apiKey: 'K', sendSigned }) as never;
	const { check } = ruleOf(neverSendTo, list);
	const verdicts = [CITRA, '1203@g.us', BUDI].map((to) =>
		check?.(draftTo(to, { service }), newRun(), 0),
	);
	const skip = { ...NEVER, words: 'on the list Left' };
	expect(await Promise.all(verdicts)).toEqual([skip, skip, undefined]);
});

test('The country is read only if a number needs it', async () => {
	const country = async () => await Promise.reject(new Error('No country'));
	expect(await never(['+62 812-0000-1001'], BUDI, { country })).toEqual(NEVER);
	await expect(never(['0812-0000-1001'], BUDI, { country })).rejects.toThrow('No country');
});

describe('Never Send To stops the run and names the row', () => {
	const message = (value: string) =>
		`Never Send To: row 2 of Left: "${value}" is no phone number: correct it, or remove it`;

	test.each<[unknown, string]>([
		['Dewi', 'Dewi'],
		[7, '7'],
		[`${BUDI}, ask`, 'ask'],
		[{ name: 'Dewi', contact: '0812 345' }, '0812 345'],
		[{ json: { ID: '00812345' } }, '00812345'],
		[{ numbers: `${BUDI}; (021) 55.1`, tel: '0812/34' }, '0812/34'],
		[{ other: BUDI, phones: [{ phone: { main: '6.28E+12' } }] }, '6.28E+12'],
		[{ other: BUDI, phone: `${BUDI}, 0812 34` }, '0812 34'],
	])('for %j', async (row, value) => {
		await expect(never([AYU, row])).rejects.toThrow(message(value));
	});

	const names =
		'phone2,Mobile,cellNumber,Tel.,WhatsApp Number,WhatsAppNumber,no_wa,HPNo,HP 1,sms-to';
	test.each(names.split(','))('for an unreadable number in the column %s', async (name) => {
		const rows = [AYU, { [name]: '0812 34', other: BUDI }];
		await expect(never(rows)).rejects.toThrow(message('0812 34'));
	});

	test('for rows with texts, but without any number', async () => {
		const words = 'Left has no phone number in any of its 2 rows: return rows with phone numbers,';
		await expect(never([{ name: 'Dewi' }, {}])).rejects.toThrow(words);
		await expect(never([{ tel: '-' }])).rejects.toThrow('Left has no phone number in its only row');
	});
});

test.each([
	{ postcode: '12345', joined: '2026-01-02', total: '1.250.000' },
	{ headphones: '12345', Hotel: '12345', swap: '12345', phone: 'ask', tel: '12' },
	{ text: `Order 12345 for ${'x'.repeat(300)}` },
])('Other values of a row with a number are ignored: %j', async (row) => {
	expect(await never([{ ...row, number: BUDI }])).toEqual(NEVER);
});

test.each<[string | undefined, unknown]>([
	[undefined, []],
	[undefined, ' [] '],
	[undefined, [{}, { json: {} }, { unsubscribed: false, left: null }, null]],
	['1 row', [{ id: 5 }]],
	['1 row', [Number(AYU), { name: 'Dewi' }]],
	['3 rows', [Number(AYU), {}, { name: '' }, { name: 'Dewi', tel: 'none' }]],
])('A note counts rows without a phone number: %p of %j', async (count, rows) => {
	const run = newRun();
	expect(await never(rows, BUDI, {}, run)).toBeUndefined();
	const note = `Ignored ${count} of Left without a phone number.`;
	expect([...run.notes]).toEqual(count ? [note] : []);
});

test('Only Send To allows those who are listed, and ignores numbers that cannot be read', async () => {
	const team = ['ask', { phone: '0812 34', name: 'Ayu' }, { wa: '+62 812-0000-1001' }, ''];
	expect([await only(team), await only(team, AYU)]).toEqual([undefined, NOT_LISTED]);
});

test('Only Send To stops the run for a row with several people', async () => {
	const words =
		"Only Send To: row 2 of Left has several phone numbers: return one, e.g. {{ $('Left').all().map(i => i.json.phone) }}";
	for (const row of [{ phone: AYU, home: BUDI }, { phone: `${AYU}; ${BUDI}` }])
		await expect(only([AYU, row])).rejects.toThrow(words);
	expect(await only([{ phone: BUDI, wa: '0812-0000-1001' }])).toBeUndefined();
});

test('Numbers are separated by commas, semicolons, tabs, line breaks or spaces', () => {
	const entries = entriesIn('Numbers', `1@g.us,+62 812; 3\r\n4\t${BUDI} 91234567`);
	expect(entries).toEqual(['1@g.us', '+62 812', ' 3', '4', BUDI, '91234567']);
});

test.each<[unknown, string]>([
	[Number(BUDI), 'number'],
	[{ phone: BUDI }, 'row'],
])('An expression that gives %j alone is refused', (value, what) => {
	const message = `Never Send To contains only one ${what}, and the expression may leave out others: use {{ $('Left').all() }}`;
	expect(() => ruleOf(neverSendTo, numbers(value), ofNode)).toThrow(message);
	expect(() => ruleOf(neverSendTo, numbers(`${AYU}, ${BUDI}`), ofNode)).not.toThrow();
	expect(() => ruleOf(neverSendTo, numbers(BUDI))).not.toThrow();
});

test.each<[object, string]>([
	[numbers(' , '), 'is empty: enter phone numbers, or remove the option'],
	[numbers(true), 'is true, not phone numbers: return text or a list'],
	[{ mode: 'id', value: [BUDI] }, 'is a list, not the ID of a list: choose Numbers'],
])('Only Send To refuses %j', (value, words) => {
	expect(() => ruleOf(onlySendTo, value)).toThrow(`Only Send To ${words}`);
});
