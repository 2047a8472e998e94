import { nodes } from '../../examples/broadcast-or-ask-by-a-form.json';
import {
	linesOf,
	plain,
	type Logged,
	type Looked,
	type Row,
} from '../../examples/source/broadcast-or-ask-by-a-form/list/lines';
import { columnsPage, lookPage } from '../../examples/source/broadcast-or-ask-by-a-form/list/pages';
import {
	lostCells,
	nameColumns,
	phoneColumns,
	readPaste,
	readUnsubscribed,
	type Sheet,
} from '../../examples/source/broadcast-or-ask-by-a-form/list/paste';

const sheet = (text: string) => readPaste(text) as Sheet;

test.each([
	[
		'a title, an empty row, and empty columns behind',
		'A 2026\t\t\r\n\t\t\r\nNama\tHP\t\r\nAni\t08\t',
	],
	['no line break at the end', 'Nama\tHP\nAni\t08'],
])('A copied block with %s is read', (_, text) => {
	expect(sheet(text)).toEqual({ columns: ['Nama', 'HP'], rows: [['Ani', '08']] });
});

test.each([
	['of Excel, with a line break', '"Bu ""Ani""\nW"\t08', 'Bu "Ani"\nW'],
	['of LibreOffice, unescaped', 'Toko "Maju"\t08', 'Toko "Maju"'],
	['that are the whole cell', '"Maju"\t08', '"Maju"'],
])('Quotes %s are read', (_, row, name) => {
	expect(sheet(`Nama\tHP\n${row}`).rows).toEqual([[name, '08']]);
});

test('A lone quote swallows no other row', () => {
	const rows = ['"Maju\t081', 'Ani\t082', 'Budi 5"\t083', '"\t084'];
	expect(sheet(['Nama\tHP', ...rows].join('\n')).rows).toEqual(rows.map((row) => row.split('\t')));
});

test('The empty cells that n8n trims at both ends come back', () => {
	expect(sheet('HP\tKet\nAni\t0812\tx\nBudi\t0813')).toEqual({
		columns: ['Column 1', 'HP', 'Ket'],
		rows: [
			['Ani', '0812', 'x'],
			['Budi', '0813', ''],
		],
	});
});

test('Columns of one name are told apart', () => {
	expect(sheet('HP\tHP\tHP (2)\n1\t2\t3').columns).toEqual(['HP', 'HP (2)', 'HP (2) (2)']);
	const cell = '"HP\n(home)"';
	expect(sheet(`${cell}\t${cell}\n1\t2`).columns).toEqual(['HP (home)', 'HP (home) (2)']);
});

test.each([
	['Nama;HP\nA;0812\nB;0813', 'not a copy of cells'],
	['Nama\tHP\nA\t1\nB\nC\t2', 'Line 3 of your list has 1 cells, others have 2'],
	['Ayu\t081230004000\nBima\t081230004001', 'must be the names of the columns'],
	['Nama\tHP', 'must be the names of the columns'],
	['', 'must be the names of the columns'],
])('%j is refused in one sentence', (text, words) => {
	expect(readPaste(text)).toContain(words);
});

test('Columns are guessed by their cells, unless their names say otherwise', () => {
	const one = sheet(
		'Nama\tNo Rekening\tNo\tTanggal\tKontak\nAni\t1234567890\t1\t01-02-2026\t0812-3000-4000',
	);
	expect([phoneColumns(one), nameColumns(one)]).toEqual([['Kontak'], ['Nama']]);
	const two = sheet('Nombre\tHP\tWA\tDue\n1\t0812-30-4000\t+62 (812) 3000.4001\t01/12/2026');
	expect([phoneColumns(two), nameColumns(two)]).toEqual([['HP', 'WA'], ['Nombre']]);
});

test('Cells that lost their digits are named', () => {
	expect(lostCells(sheet('HP\tTotal\n6,28E+12\t####\n6.28E+11\t5'))).toEqual([
		'6,28E+12 (HP)',
		'#### (Total)',
		'6.28E+11 (HP)',
	]);
});

test('Two names of a campaign are one but for case, spaces, accents and signs, in any script', () => {
	expect(plain(' Café  (1)')).toBe(plain('cafe 1'));
	for (const [one, other] of [
		['दिन', 'दान'],
		['ข้าว', 'ขาว'],
	])
		expect(plain(one)).not.toBe(plain(other));
});

test('Nothing of the unsubscribed is a title, and hidden digits are found', () => {
	const cells =
		'Nama\tHP\nAni 2026\t0812-3000-4000\n+62 (812) 3000 4001\nsince 1.1.2026\nB\t0812****7890\n6E+12';
	const { lines, without, hidden } = readUnsubscribed(cells);
	expect([lines.length, without.map(([first]) => first)]).toEqual([
		6,
		['Nama', 'since 1.1.2026', 'B', '6E+12'],
	]);
	expect(hidden).toEqual(['0812****7890', '6E+12']);
	expect(readUnsubscribed('').lines).toEqual([]);
});

const look = (recipient: string, more: Partial<Looked> = {}): Looked => ({
	...{ recipient, reason: recipient ? 'ready' : 'invalid', warning: '', text: 'T' },
	...{ problem: recipient ? '' : 'Phone "1" is short', ...more },
});
const LANDLINE = { warning: 'landline' };
let place = 0;
const person = (name: string, ...looks: Looked[]) => {
	const row_number = ++place;
	return looks.map((one) => {
		const phone = one.recipient || '1';
		const row: Row = { row_number, name, person: '', phone, hint: '' };
		return { row, look: one };
	});
};
const logged = (more: Partial<Logged> = {}): Logged => ({
	...{
		campaign: 'C',
		key: 'c',
		person: '',
		number: '628',
		name: 'Ani',
		result: 'Accepted',
		time: '9:00',
	},
	...{ text: 'Old', link: 'x', kind: 'Text', ...more },
});
const lines = (pairs: Array<{ row: Row; look: Looked }>, log: Logged[] = [], reminds = '') =>
	linesOf(pairs, log, { campaign: 'C', key: reminds ? 'r' : 'c', remindsKey: reminds });
const results = (...parameters: Parameters<typeof lines>) =>
	lines(...parameters).map(({ result }) => result);

test('The second number is used if the first one is wrong or a landline', () => {
	const pairs = [
		...person('A', look('621', LANDLINE), look('628')),
		...person('B', look(''), look('629')),
		...person('C', look('622', LANDLINE), look('')),
		...person('D', look('623'), look('624')),
	];
	expect(lines(pairs).map(({ number }) => number)).toEqual(['628', '629', '622', '623']);
	expect(lines(pairs).map(({ check }) => check)).toEqual(['', '', 'landline', '']);
});

test('A person whose number was corrected since is to be checked; a namesake in the list is not', () => {
	const pairs = [...person('Ani', look('629')), ...person('Budi', look('627'))];
	const log = [logged(), logged({ name: 'Budi', number: '626' })];
	const namesake = person('Budi', look('626'));
	expect(lines([...pairs, ...namesake], log).map(({ check }) => check)).toEqual([
		'got it before at 628',
		'',
		'',
		'',
	]);
});

test('Of two people with one number, the one who got the message is told from the other', () => {
	const same = [...person('Ayu', look('628')), ...person('Ani', look('628'))];
	expect(results(same, [logged()])).toEqual(['Left out: same number as Ani', 'Accepted']);
	expect(results(same)).toEqual(['Open', 'Left out: same number as Ayu']);
});

test('Nobody is open who got the message, or may have', () => {
	const pairs = [
		...person('Ani', look('628')),
		...person('B', look('629')),
		...person('C', look('627', { reason: 'unconfirmed' })),
		...person('D', look('626', { reason: 'campaign' })),
		...person('E', look('625', { reason: 'neverSendTo' })),
		...person('F', look('')),
	];
	const log = [
		logged(),
		logged({ number: '629', result: 'Not sent: busy' }),
		logged({ number: '600', name: 'Gone', result: 'Check in WhatsApp' }),
		logged({ number: '601', key: 'other' }),
	];
	const found = lines(pairs, log);
	expect(found.map(({ result }) => result)).toEqual([
		...['Accepted', 'Not sent: busy', 'Check in WhatsApp, earlier', 'Accepted, earlier'],
		...['Left out: unsubscribed', 'Wrong number: "1" is short', 'Check in WhatsApp'],
	]);
	expect(found.map(({ isOpen }) => isOpen)).toEqual([false, true, ...Array(5).fill(false)]);
	expect(found.map(({ isMissing }) => isMissing).indexOf(true)).toBe(2);
	expect(found[0]).toMatchObject({ text: 'Old', time: '9:00' });
});

test('A reminder is for those who were asked and have not answered, and the last answer counts', () => {
	const pairs = ['628', '629', '627'].flatMap((number) => person(number, look(number)));
	const log = [
		logged(),
		logged({ number: '629', link: 'y' }),
		...['Yes', 'No'].map((answer) => logged({ result: `Answer: ${answer}`, text: '' })),
	];
	expect(results(pairs, log, 'c')).toEqual([
		'Left out: answered No',
		'Open',
		'Left out: was not asked',
	]);
	expect(lines(pairs, log, 'c')[1].link).toBe('y');
});

const entered = { campaign: 'C', unsubscribed: '', seconds: '5 to 15', from: '09:00', note: '' };

test('Page 2 chooses nothing where two columns could be meant', () => {
	const guessed = (text: string) =>
		columnsPage(sheet(text), entered, [])
			.fields.flatMap((field) => ('defaultValue' in field ? field.defaultValue : []))
			.slice(0, 3);
	expect(guessed('Nama\tHP\nAni\t081230004000')).toEqual(['HP', '–', 'Nama']);
	expect(guessed('Nama\tNama Anak\tHP\tWA\nA\tB\t081230004000\t081230004000')).toEqual([
		'',
		'–',
		'',
	]);
});

test('Page 3 shows texts as they are, and offers Send only within the hours', () => {
	const open = lines(person('<b>', look('6281', { text: '<script> & {{ 1 }}' })));
	const page = lookPage(open, entered, false);
	const shown = JSON.stringify(page.fields);
	expect(shown).toContain('<td>&#60;b&#62;</td><td>6281</td><td>Open</td>');
	expect(shown).toContain('<td>&#60;script&#62; &#38; {{ 1 }}</td>');
	const later = lookPage(open, entered, true);
	expect(later.title).toBe('1 of 1 would get the message from 09:00');
	const [offered, offeredLater] = [page, later].map(({ fields }) => JSON.stringify(fields[1]));
	expect(offered).toContain('{"option":"Send"}');
	expect(offeredLater).not.toContain('{"option":"Send"}');
});

interface Sender {
	name: string;
	parameters: { phone: string; options: { dryRun?: string } };
}
const senders = nodes.filter(({ type }) => type.endsWith('.whatsAppSender')) as unknown as Sender[];
/** Evaluates an expression of a WhatsApp Sender node as n8n does. */
const evaluate = (expression: string, entered: object, json: object): unknown =>
	new Function('$', '$input', '$json', `return ${/^=\{\{(.*)\}\}$/.exec(expression)![1]}`)(
		() => ({ last: () => ({ json: entered }) }),
		{ first: () => ({ json }) },
		json,
	);
const isTester = ({ name }: Sender) => name.startsWith('Test ');

test.each(senders.filter(isTester))('$name sends to the own number alone', ({ parameters }) => {
	const phoneOf = (own: string) =>
		evaluate(parameters.phone, { own }, { phone: '0812', own: '0812' });
	expect(phoneOf('+62 811')).toBe('+62 811');
	// The node refuses a word.
	for (const own of ['81234567890', '0812', '']) expect(phoneOf(own)).toBe(`no + before ${own}`);
});

test.each(senders.filter((sender) => !isTester(sender)))(
	'$name sends only after the answer Send, and only rows that were made for it',
	({ name, parameters: { phone, options } }) => {
		const isDry = (what: string, to?: string) => evaluate(options.dryRun!, { what }, { to });
		expect(isDry('Send', name)).toBe(false);
		for (const what of ['Test: send', 'Start', 'Page 2', 'Loop', '', 'send'])
			expect(isDry(what, name)).toBe(true);
		for (const to of [undefined, 'Loop', `${name} rows`, '']) expect(isDry('Send', to)).toBe(true);
		expect(evaluate(phone, { own: '+62 811' }, { phone: '0812', number: '62812' })).toBe('0812');
	},
);
