import type { INode } from 'n8n-workflow';
import type { Channel } from '../../nodes/WhatsAppSender/broadcast/channel';
import type { Rule, RunState } from '../../nodes/WhatsAppSender/broadcast/rule';
import { neverSendTo, onlySendTo } from '../../nodes/WhatsAppSender/broadcast/stopListOptions';
import { endingsOf, personOfPhone, readingsIn } from '../../nodes/WhatsAppSender/values/phone';
import { type Option, readOption } from '../../nodes/WhatsAppSender/values/formFields';
import { randomNumbers } from '../random';
import { leastCostOf, pausesIn } from './growth';
import { newRun, valueOf, turnTo } from './turn';
import { landlines, mobileNumbers, type WorldNumber } from './worldNumbers';

const [AYU, BUDI, CITRA] = ['6281200001000', '6281200001001', '819012345678'];
const GROUP = '120363025246125486@g.us';
const OLD_GROUP = '6281200001001-1460000000';
const NEVER = { reason: 'neverSendTo', words: 'in Never Send To' };
const NOT_LISTED = { reason: 'onlySendTo', words: 'not in Only Send To' };
const run = newRun();
const numbers = (value: unknown) => ({ mode: 'numbers', value });
const ofNode = (end = '') => numbers(`={{ $('Left')${end || '.all()'} }}`);

/** The verdict on a message. A text is entered as the list; other values come from the node Left. */
async function verdictOf(
	option: Option<Rule>,
	value: unknown,
	to = BUDI,
	more?: Partial<Channel>,
	run?: RunState,
) {
	const stored = typeof value === 'string' ? undefined : ofNode();
	return await valueOf(option, numbers(value), stored).check?.(...turnTo(to, more, run));
}
const never = async (value: unknown, to?: string, more?: Partial<Channel>, run?: RunState) =>
	await verdictOf(neverSendTo, value, to, more, run);
const only = async (value: unknown, to?: string, more?: Partial<Channel>, run?: RunState) =>
	await verdictOf(onlySendTo, value, to, more, run);

test.each<[string, unknown, string?]>([
	['a number', Number(BUDI)],
	['a column of any name', { Reference: '0812 0000 1001', name: 'Budi' }],
	['a row with a column "json"', { phone: BUDI, json: { a: 1 } }],
	['the name of a column', { [BUDI]: true }],
	['a text of several numbers', `Budi;${AYU} / 0812-0000-1001`],
	['a cell with two numbers', { Mobile: `${AYU} ::: +62 812-0000-1001` }],
	['a column "json" with text', { json: BUDI }],
	['a cell with wide gaps', { Mobile: 'STOP (0812) - 0000 - 1001' }],
	['an address with percent codes', { link: 'https://wa.me/62%20812%200000%201001' }],
	['an item of n8n', { json: { name: 'Budi', nr: BUDI }, pairedItem: 0 }],
	['any level of a row', { customer: { lines: [{ value: AYU }, { value: BUDI }] } }],
	['a cell of 23 numbers', { all: [...Array(22).fill(AYU), BUDI].join(' ') }],
	['single digits', '+6 2 8-1-2 0/0.0 - 0_1 0 0 1'],
	['Arabic digits', { رقم: '٠٨١٢٠٠٠٠١٠٠١' }],
	['a number with invisible characters', '62\u200B812\uFE0F0000\u2060\u200B\u200C\u200D1001'],
	['a numbered list', '18. 600 100 200\n19. 812 0000 1001'],
	['a JID with an agent and a device', { jid: '6281200001001.0:12@s.whatsapp.net' }],
	['what Mexico dials before a short number abroad', '0924771774', '24771774'],
	['a group ID', GROUP, GROUP],
	['a group ID without its ending', { chats: `Team 120363025246125486, Ayu` }, GROUP],
	['an older group ID', OLD_GROUP, `${OLD_GROUP}@g.us`],
	['a group ID of an unknown format', { chat: 'grp-17' }, 'grp-17@g.us'],
	['a contact that is a group', { phone: '1203', is_group: 'TRUE' }, '1203@g.us'],
])('Never Send To skips the person in %s', async (_where, row, to = BUDI) => {
	const rows = [{ name: 'Dewi', hp: AYU }, row];
	expect(await never(rows, to)).toEqual(NEVER);
	expect(await never(rows, '6281200001002')).toBeUndefined();
});

test.each<[string, string, string?]>([
	['more than six characters between its digits', 'No. 6281200 ------- 001001'],
	['a letter between its digits', '6281200x001001'],
	['a colon between its digits', '6281200:001001'],
	['a group ID', `${OLD_GROUP}@g.us ${OLD_GROUP}`],
	['the first seven digits of a longer number', '612 34 56 78', '5511986123456'],
	['an ID of seven digits', 'Order 0001001'],
	['a number that differs in the eighth digit from its end', '+49 151 81234567', '6591234567'],
])('Never Send To does not find a person in %s', async (_what, note, to = BUDI) => {
	expect(await never([{ hp: AYU, note }], to)).toBeUndefined();
});

test.each<[to: string, entry: unknown]>([
	['5511987654321', { ddd: '11', telefone: '98765-4321' }],
	['14155552671', { area_code: '415', phone_number: '555-2671' }],
	['14155552671', { phone: '(415) - 555-2671 cell' }],
	['14155552671', ['Mr. Lee', { Cell: 5552671 }]],
	['5493412345678', { nota: '0341 15-234-5678' }],
	['5492901412345', { tel: '(02901) 15 41-2345' }],
])(
	'Never Send To finds whose last eight digits, or seven, are in an entry: %s in %j',
	async (number, entry) => {
		const to = personOfPhone(number);
		const rows = [{ hp: AYU }, entry];
		expect(await never(rows, to)).toEqual(NEVER);
		expect(await never(rows, `${to.slice(0, -1)}0`)).toBeUndefined();
	},
);

const DIALED =
	'0 8 80 90 044 045 041 015 09 0414 081 010 17951 + 00 011 810 001 0011 008 009 0014 0018';
const GAPS = ['', ' ', '-', '/', ') ', ' / ', ' - ', ' -- ', '    '];
const random = randomNumbers();
const oneOf = <T>(all: T[]): T => all[Math.floor(random() * all.length)];

/** A number in any way that people may write it. */
function anyWriting({ countryCode, digits, national, subscriber }: WorldNumber): string {
	const spaced = (text: string) => text.replace(/\d{2,4}(?=\d{3})/g, (part) => part + oneOf(GAPS));
	return oneOf([
		oneOf(DIALED.split(' ')) + oneOf(GAPS) + spaced(oneOf([digits, subscriber])),
		national.replace(/[ -]+/g, () => oneOf(GAPS)),
		`${oneOf(['', '+', '0 '])}${countryCode} ${oneOf(['(0)', '0', ''])}${spaced(subscriber)}`,
		`${oneOf(['tel:', '(', '="'])}${spaced(digits)}`,
		`(${oneOf(['0', ''])}${subscriber.slice(0, 3)})${oneOf(GAPS)}${spaced(subscriber.slice(3))}`,
	]);
}

test('Never Send To finds whoever Phone reads in a value', async () => {
	let read = 0;
	const missed: string[] = [];
	const isListed = async (note: string, person: string) =>
		(await never([{ hp: AYU, note }], person)) || missed.push(`${note} ${person}`);
	// Shorter numbers are found only with their country code.
	const isLong = (person: string) => endingsOf(person)[0] !== person;
	const all = [...mobileNumbers, ...landlines].filter(({ digits }) => isLong(digits));
	for (const number of all) {
		const person = personOfPhone(number.digits);
		await isListed(`Mr. 7 (STOP, 2x): ${number.national}, thanks`, person);
		await isListed(`26.11.2026 +${number.digits} 26.11.2026`, person);
		const written = anyWriting(number);
		const code = oneOf([number.countryCode, '62', '55', '65']);
		const people = readingsIn(written, code).map(personOfPhone).filter(isLong);
		read += people.length;
		for (const one of people) await isListed(written, one);
	}
	expect(read).toBeGreaterThan(all.length / 4);
	expect(missed).toEqual([]);
});

test('Never Send To skips hardly any stranger, also with dates, amounts and IDs in the rows', async () => {
	const digits = (count: number) => String(Math.floor(random() * 10 ** count)).padStart(count, '0');
	const starts = ['62812', '9198', '491512', '1415', '55119', '354', '65', '4479'];
	const anyone = (index: number) => starts[index % 8] + digits([7, 8, 7, 7, 8, 7, 8, 8][index % 8]);
	const hex = (count: number) =>
		Number(digits(15)).toString(16).padStart(count, 'c').slice(0, count);
	const rows = Array.from({ length: 5000 }, (_, index) => ({
		id: [8, 4, 4, 4, 12].map(hex).join('-'),
		phone: `+${anyone(index)}`,
		joined: '2026-11-26T10:00:00.000Z',
		total: digits(6),
	}));
	const rule = valueOf(neverSendTo, numbers(rows), ofNode());
	let skipped = 0;
	for (let index = 0; index < 4_000; index++) {
		if (await rule.check?.(...turnTo(anyone(index), {}, run))) skipped++;
	}
	expect(skipped).toBeLessThan(4);
});

describe('In a loop', () => {
	test('what an expression gives is prepared again only if it has changed', async () => {
		let [phone, reads] = [BUDI, 0];
		const row = {
			get phone() {
				reads++;
				return phone;
			},
		};
		const run = newRun();
		const readsIn = async (run: RunState) => {
			reads = 0;
			expect(await never([row], BUDI, {}, run)).toEqual(phone === BUDI ? NEVER : undefined);
			return reads;
		};
		const both = await readsIn(run);
		const compared = await readsIn(run);
		expect(compared).toBeLessThan(both);
		phone = AYU;
		expect([await readsIn(run), await readsIn(run)]).toEqual([both, compared]);
		expect(await readsIn(newRun())).toBe(both);
	});

	test('each option has a list of its own', async () => {
		const run = newRun();
		const verdicts = [never, only, never].map(async (check) => await check([AYU], BUDI, {}, run));
		expect(await Promise.all(verdicts)).toEqual([undefined, NOT_LISTED, undefined]);
	});
});

test.each<[string, unknown[]]>([
	['a list', Array.from({ length: 100 }, (_, index) => ({ hp: `+62 812-${1e7 + index}` }))],
	['a value as long as a file', [{ data: Array(10_000).fill(BUDI).join('\n') }]],
	['a column with a long name', [{ [`${BUDI} `.repeat(10_000)]: '' }]],
	["a long text in another script's digits", [AYU, { note: '٩'.repeat(300_000) }]],
])('n8n gets its turn often during the reading of %s', async (_what, rows) => {
	expect(await pausesIn(() => never(rows))).toBeGreaterThan(100);
});

test('Only the JSON of an item of n8n counts', async () => {
	const keys = 'binary,pairedItem,error,index,metadata,evaluationData'.split(',');
	const others = Object.fromEntries(keys.map((key) => [key, BUDI]));
	expect(await never([{ json: { hp: AYU }, ...others }])).toBeUndefined();
});

test('Only the phone of a list contact counts', async () => {
	const body = [
		{ phone: CITRA, is_group: false, name: BUDI },
		{ phone: '1203', is_group: true },
	];
	const noContacts = ofList(neverSendTo, async () => [{ number: BUDI }]);
	await expect(noContacts.check?.(...noContacts.turn())).rejects.toThrow('no phone number');
	const { check, turn } = ofList(neverSendTo, async () => body);
	const verdicts = [CITRA, '1203@g.us', BUDI].map((to) => check?.(...turn(to)));
	const skip = { ...NEVER, words: 'on the list Left' };
	expect(await Promise.all(verdicts)).toEqual([skip, skip, undefined]);
});

/** The rule of a list of the service. @param read returns the body of a response, or throws */
function ofList(option: Option<Rule>, read: () => Promise<unknown>) {
	const sendSigned = async () => ({ statusCode: 200, headers: {}, body: await read() });
	const account = { baseUrl: 'https://api.test', apiKey: 'K', settings: {} };
	const service = async () => ({ ...account, sendSigned }) as never;
	const list = { mode: 'list', value: 'L', cachedResultName: 'Left (2)' };
	const turn = (to = BUDI) => turnTo(to, { service }, run);
	return { check: valueOf(option, list).check, turn };
}

test('The country is read only if a value needs it', async () => {
	const country = async () => await Promise.reject(new Error('No country'));
	expect(await never(['0812-0000-1001'], BUDI, { country })).toEqual(NEVER);
	expect(await never(['0812-0000-1001'], CITRA, { country })).toBeUndefined();
	expect(await only(['+62 812-0000-1001'], BUDI, { country })).toBeUndefined();
	await expect(only(['0812-0000-1001'], BUDI, { country })).rejects.toThrow('No country');
});

test.each(['2026-01-01 081200001001', '081200001001 01.02.2026', '2026-01-01 +6281200001001'])(
	'A date beside a number is no entry of its own: %s',
	async (text) => {
		expect(await never(text)).toEqual(NEVER);
		expect(await never(text, CITRA)).toBeUndefined();
	},
);

test.each<[string, unknown, to?: string]>([
	['a number', ['5552671', { Cell: '555-2672 cell' }], '14155552671'],
	['a phone with a word', ['5552671', { Cell: '555-2672 cell' }], '14155552672'],
	['a number behind another word', [AYU, { note: 'Jon: 612 3456' }], '3546123456'],
])('Seven digits suffice in %s', async (_what, rows, to) => {
	expect(await never(rows, to)).toEqual(NEVER);
});

test('A lookup costs the same, whatever is in the list', async () => {
	const costWith = async (count: number) => {
		const rows = Array.from(
			{ length: count },
			(_, index) => `+${7_000 + index}12${BUDI.slice(-8)}`,
		);
		const rules = [neverSendTo, onlySendTo].map((option) =>
			valueOf(option, numbers(rows), ofNode()),
		);
		const lookUp = async () => {
			for (const { check } of rules)
				for (let time = 0; time < 500; time++) await check?.(...turnTo(BUDI, {}, run));
		};
		await lookUp();
		return await leastCostOf(lookUp);
	};
	expect(await costWith(2_000)).toBeLessThan(10 * (await costWith(2)));
});

test('Whoever is found is skipped, although another value of the list cannot be read', async () => {
	expect(await never([{ hp: '0812****1002' }, { other: BUDI }])).toEqual(NEVER);
});

describe('Never Send To stops the run and names the value', () => {
	const message = (value: string, column = '') =>
		`Never Send To: "${value}"${column && ` (${column})`} of Left is not a phone number: correct it, write it with its country code, or remove it`;

	test.each<[unknown, string, string?]>([
		[7, '7'],
		['0812 abc 345', '0812 abc 345'],
		['2026-01-02', '2026-01-02'],
		['207119552123456@lid', '207119552123456@lid'],
		[6_280_000_000_000, '6280000000000'],
		['62812345678906281234567891', '62812345678906281234567891'],
		[Number('120363025246125486'), '120363025246125490'],
		[{ phone: Number('120363025246125486'), is_group: true }, '120363025246125490', 'phone'],
		...[
			'0812****7890',
			'0812••7890',
			'0812…7890',
			'0812-xxxx-7890',
			'0812----7890',
			'0812 * * * * 7890',
			'6281234567*',
			'STOP ****7890',
		].map((hidden): [unknown, string, string] => [{ hp: hidden, id: 471234567 }, hidden, 'hp']),
		...['••••', '____', '…', '####'].map((hp): [unknown, string, string] => [{ hp }, hp, 'hp']),
		...['remoteJid', 'from', 'chatId', 'author', 'participant'].map(
			(name): [unknown, string, string] => [
				{ [name]: '207119552123456@lid', timestamp: 1733812345 },
				'207119552123456@lid',
				name,
			],
		),
		[{ from: 'FI.2782093025461110', phone: '' }, 'FI.2782093025461110', 'from'],
		[{ author: '62812@hosted', at: '1733812345670' }, '62812@hosted', 'author'],
		[{ lid: '207119552123456@lid', order: '12025550123' }, '207119552123456@lid', 'lid'],
		[{ order: 20261130, numbers: `${BUDI}; (021) 55.1`, tel: '0812/34' }, '0812/34', 'tel'],
		[{ name: 'Dewi', phones: [{ phone: { main: ['6.28E+12'] } }] }, '6.28E+12', 'main'],
		['21 12 34', '21 12 34'],
	])('for %j', async (row, value, ...[column]) => {
		await expect(never([AYU, row], CITRA)).rejects.toThrow(message(value, column));
	});

	test.each([
		[{ 'No HP': '0812****7890', sms_opt_in_at: 1764380000 }, '0812****7890'],
		[{ 'No HP': '0812-345x-xxxx', phone: AYU }, '0812-345x-xxxx'],
		[{ 'No HP': '****1001', phone: AYU }, '****1001'],
		[{ 'No HP': '9.12E+11', phone: AYU }, '9.12E+11'],
	])('for hidden or lost digits that do not fit the number of the row: %j', async (row, value) => {
		await expect(never([row], CITRA)).rejects.toThrow(message(value, 'No HP'));
	});

	const names =
		'No HP Murid,Handphone Wali Murid,phone2,phones,Mobile,cellNumber,Tel.,WhatsApp Number,WhatsAppNumber,no_wa,HPNo,HP 1,sms-to,Teléfono,Telefone,' +
		'Téléphone,Móvil,Handynummer,Phonenumber,Cellphone,nohp,Contact No,Điện thoại,numer telefonu,' +
		'Rufnummer,Telemóvel,Ph No,Broj mobitela,Whats';
	test.each(names.split(','))('for an unreadable number in the column %s', async (name) => {
		const rows = [AYU, { [name]: '0812 34', other: BUDI }];
		await expect(never(rows, CITRA)).rejects.toThrow(message('0812 34', name));
	});

	test.each([
		[{ name: 'Dewi' }, { joined: '2026-01-02' }],
		[{ ok: false }, { status: 403 }],
		[{ name: 'Dewi', is_group: false }, { is_group: false }],
		['Dewi', { hp: '' }],
	])('for rows with values, but without any number: %j, %j', async (...rows) => {
		const words = 'Left has no phone number in any of its 2 rows: return rows with phone numbers,';
		await expect(never(rows)).rejects.toThrow(words);
		await expect(never(rows.slice(0, 1))).rejects.toThrow('Left has no phone number in its only');
	});
});

test.each([
	{ headphones: '12345', Hotel: '12345', swap: '12345', phone: 'ask' },
	{ phone_number_id: '12345', waId: '12345', lid: '207119552123456@lid' },
	{ from: '207119552123456@lid', sender_pn: '6281200001005@s.whatsapp.net', number: '' },
	{ phone: AYU, phone_masked: '6281****1000', wa: '6.28E+12', mobile: '0812 34', chat: '1@lid' },
	{ phone: AYU, hp: '0812 * * 1000', wa: '62812000010**', sms: '6281200000000', tel: '****1000' },
	{ phone_id: '12345', 'Phone ID': '12345', phoneId: '12345' },
	{ 'WhatsApp text': 'Really?? __ So-so -- OK', phone: '--' },
	{ phone_code: '62', phone_verified: 1, sms_at: '2026-11-26', phone_ext: 204, row_number: 12345 },
])('Other values of a row with a number are ignored: %j', async (row) => {
	expect(await never([{ number: BUDI, ...row }], CITRA)).toBeUndefined();
});

test.each([
	'0812-0000-1000 // 0812-0000-1009',
	'Ayu -- 0812-0000-1000',
	'++6281200001000',
	'0812--0000--1000',
	'0812 3000 1000 ~~ Ayu',
])('No digit is hidden in %s', async (phone) => {
	expect(await never([{ phone }], CITRA)).toBeUndefined();
});

test.each(['HP.81234567890', 'status@broadcast', '1203@newsletter', '0000000000', 0])(
	'Nobody is %s',
	async (phone) => {
		expect(await never([AYU, { phone }, phone, { chat: phone }], CITRA)).toBeUndefined();
	},
);

test.each<[string | undefined, unknown]>([
	[undefined, []],
	[undefined, ' [] '],
	[undefined, [{}, { json: {} }, { unsubscribed: 0, left: null }, null]],
	[
		undefined,
		[
			{ success: true, row_number: 7 },
			{ phone: '', phone_verified: false },
		],
	],
	[undefined, [{ phone: '', added: '2026-11-01' }]],
	['1 row of Left without', [Number(AYU), { name: 'Dewi' }]],
	['3 rows of Left without', [Number(AYU), {}, { name: '' }, { name: 'Dewi', tel: 'none' }]],
	['1 row of Left without', [`Dewi, ${AYU}`]],
])('A note counts what has no phone number: %p of %j', async (count, rows) => {
	const run = newRun();
	expect(await never(rows, BUDI, {}, run)).toBeUndefined();
	expect([...run.notes]).toEqual(count ? [`Ignored ${count} a phone number.`] : []);
});

test.each(['2026-01-02', '2026/1/2', '02.01.2026', '2-1-2026 9:00', '2026-01-02T10:00:00.000Z'])(
	'A date is no number: %s',
	async (date) => {
		const run = newRun();
		await never([AYU, { date }], BUDI, {}, run);
		expect(run.notes.size).toBe(1);
	},
);

test('A note says that n8n returns only the last run of a node', async () => {
	const run = newRun();
	const options = { neverSendTo: ofNode(".all().concat($('Once').all())") };
	const node = { type: 'sender', parameters: { options } } as unknown as INode;
	const runIndexes: Record<string, number> = { '{{ $node["Left"].runIndex }}': 2 };
	const evaluate = (expression: string) => runIndexes[expression] ?? 0;
	const parameter = () => numbers([AYU]);
	const rule = readOption({ node, timezone: '', parameter, evaluate }, neverSendTo);
	expect(await rule?.check?.(...turnTo(BUDI, {}, run))).toBeUndefined();
	expect([...run.notes]).toEqual(['Never Send To contains only the last of 3 runs of Left.']);
});

describe('Only Send To', () => {
	test.each<[string, unknown, string?]>([
		['a number without its country code', [{ wa: '0812-0000-1001' }]],
		['a number with its country code', ['ask', { wa: '+62 (0)812 0000 1001', name: 'Ayu' }, '']],
		['a row with several phones', [{ phone: AYU, wa: '0812-0000-1001' }]],
		['a row without a phone column', [{ no: '0812 34' }, { contact: BUDI, since: '2026-01-02' }]],
		['a contact, as its number is', [{ phone: '62123456', is_group: false }], '62123456'],
		['a contact without its country code', [{ phone: '0812 0000 1001', is_group: 0 }]],
		['a group ID', [{ chat: GROUP }], GROUP],
	])('allows the person in %s', async (_where, team, to = BUDI) => {
		expect(await only(team, to)).toBeUndefined();
		expect(await only(team, '6281200001009')).toEqual(NOT_LISTED);
	});

	test.each<[string, unknown, string?]>([
		['a number in a text', [AYU, `Budi ${BUDI}`]],
		['a group with the digits of a number', [AYU, '712349503@g.us'], '49712349503'],
		['a cell with two numbers', [AYU, { phone: `${AYU}; ${BUDI}` }]],
		['another column than the one for phones', [AYU, { phone: AYU, note: BUDI }]],
		['a number of another country', ['0812-0000-1001'], '8681200001001'],
		['a number with another country code', [AYU, '+8123456789'], '628123456789'],
		['a number that may be of two countries', [AYU, '819012345678'], '62819012345678'],
		['a number that may have a 0 too many', [AYU, '0085251234567'], '85251234567'],
	])('allows nobody because of %s', async (_where, team, to = BUDI) => {
		expect(await only(team, to)).toEqual(NOT_LISTED);
	});

	test.each([[[]], [[{ name: 'Ayu' }]], [['0812 34']], [[`${AYU} / ${BUDI}`]]])(
		'stops the run for %j',
		async (team) => {
			await expect(only(team)).rejects.toThrow('Only Send To: Left has no phone number in');
		},
	);
});

test('Numbers are separated by commas, semicolons, tabs, line breaks or spaces', async () => {
	const list = `1@g.us,+62 812 0000 1001; 81\n23456789\r9123-4567  9123.4568\t${AYU} +6591234569`;
	const people = ['1@g.us', BUDI, AYU, '6591234567', '6591234568', '6591234569', '628123456789'];
	const country = async () => '65';
	const verdicts = people.map(async (person) => await only(list, person, { country }));
	expect(await Promise.all(verdicts)).toEqual([...Array(6).fill(undefined), NOT_LISTED]);
});

test.each([
	["$('Left').first().json.phone", BUDI, 'number'],
	['$node["Left"].json.phone', Number(BUDI), 'number'],
	["$items('Left')[0].json", { phone: BUDI }, 'row'],
	["$('Left').all().map((item) => item.json)[0]", { phone: BUDI }, 'row'],
])('Never Send To refuses an expression with one number or row: %s', async (text, value, what) => {
	const node = text.startsWith("$('") ? 'Left' : 'Name of the node';
	const message = `Never Send To contains only one ${what}, and the expression may leave out others: use {{ $('${node}').all() }}, or {{ [ … ] }} to mean just this one`;
	const stored = numbers(`={{ ${text} }}`);
	expect(() => valueOf(neverSendTo, numbers(value), stored)).toThrow(message);
	for (const all of [`${AYU}, ${BUDI}`, [value], []]) {
		expect(() => valueOf(neverSendTo, numbers(all), stored)).not.toThrow();
	}
	const { check } = valueOf(onlySendTo, numbers(value), stored);
	expect(await check?.(...turnTo(BUDI))).toBeUndefined();
	const joined = numbers(`={{ [${text}].join() }}`);
	expect(() => valueOf(neverSendTo, numbers(BUDI), joined)).not.toThrow();
	// A number that is typed in the mode Expression.
	expect(() => valueOf(neverSendTo, numbers(BUDI), numbers(`=${BUDI}`))).not.toThrow();
});

test.each<[object, string]>([
	[numbers(' , '), 'is empty: enter phone numbers, or remove the option'],
	[numbers(true), 'is true, not phone numbers: return text or a list'],
	[{ mode: 'id', value: [BUDI] }, 'is a list, not text: choose a list, or enter its ID'],
])('Only Send To refuses %j', (value, words) => {
	expect(() => valueOf(onlySendTo, value)).toThrow(`Only Send To ${words}`);
});
