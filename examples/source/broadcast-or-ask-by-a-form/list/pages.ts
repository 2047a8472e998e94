import { isBegin, wasSent, type Line, type Logged } from './lines';
import { lostCells, nameColumns, phoneColumns, readUnsubscribed, type Sheet } from './paste';

/** All that the person has entered so far, by the names of the fields. `what` is the last answer. */
export type Entered = Record<string, string>;
const NONE = '–';
export const ACTIONS = {
	send: 'Send',
	test: 'Test: send the first three texts to my number',
	change: 'Change the list, the message or the columns',
	list: 'Save the list of what happened so far',
};

const escaped = (text: unknown) =>
	String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const htmlOf = (...parts: string[]) => ({ fieldType: 'html', html: parts.join('') });
export const notesOf = (texts: unknown[]) =>
	htmlOf(...texts.filter(Boolean).map((text) => `<p><b>${escaped(text)}</b></p>`));
const choice = (fieldName: string, fieldLabel: string, values: unknown[], guess = '') => {
	const fieldOptions = { values: values.filter(Boolean).map((option) => ({ option })) };
	const defaultValue = values.includes(guess) ? guess : '';
	const fieldType = fieldName === 'what' ? 'radio' : 'dropdown';
	return { fieldName, fieldLabel, fieldType, fieldOptions, defaultValue, requiredField: true };
};

/** @param shown at most so many rows */
function table(title: string, heads: string[], rows: string[][], shown = 300): string {
	if (!rows.length) return '';
	const row = (cells: string[], tag: string) =>
		`<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
	const body = rows.slice(0, shown).map((cells) => row(cells, 'td'));
	const more = rows.length > shown ? `<p>and ${rows.length - shown} more</p>` : '';
	return `<h3>${title}: ${rows.length}</h3><table>${row(heads, 'th')}${body.join('')}</table>${more}`;
}

/** Page 2. Nothing is chosen where two columns could be meant. */
export function columnsPage(sheet: Sheet, entered: Entered, log: Logged[]) {
	const { columns, rows } = sheet;
	const [phones, names, lost] = [phoneColumns(sheet), nameColumns(sheet), lostCells(sheet)];
	const { lines, without } = readUnsubscribed(entered.unsubscribed);
	const begun = log.filter((line) => isBegin(line) && /\{\s*link\s*\}/i.test(line.text));
	const asked = begun.filter(({ key }) => key !== entered.key).map(({ campaign }) => campaign);
	const nameOf = (row: string[]) => row[Math.max(0, columns.indexOf(names[0]))];
	const only = (found: string[]) => (found.length === 1 ? found[0] : '');
	const notes = notesOf([
		`${rows.length} rows, from ${nameOf(rows[0])} to ${nameOf(rows.at(-1)!)}. Rows that you hid are included.`,
		lost.length &&
			`Digits are lost in ${lost.slice(0, 5).join(', ')}. In your spreadsheet, make the column wider, choose Format cells, Number, 0 decimal places, and copy again.`,
		lines.length &&
			`Unsubscribed: ${lines.length - without.length} numbers in ${lines.length} lines.`,
		without.length && `Lines without a number leave nobody out: ${without.slice(0, 20).join('; ')}`,
	]);
	const field = (name: string, label: string, values: string[], guess: string) =>
		choice(name, label, values, entered[name] || guess);
	const none = [NONE, ...columns];
	const reminder = field('reminds', 'Remind those without an answer to', [NONE, ...asked], NONE);
	return {
		to: 'Page',
		title: 'Which column is which?',
		fields: [
			notes,
			field('number', 'Column with the number', columns, only(phones)),
			field('second', 'Second number, if the first is empty, wrong or a landline', none, NONE),
			field('name', 'Column with the name', none, only(names)),
			field('person', 'Column that tells two people with one number apart', none, NONE),
			...(asked.length ? [reminder] : []),
			htmlOf(table('Rows', columns, rows, 3)),
		],
	};
}

/** `37 in +62, 3 in +81`, by the calling codes of full numbers */
function countriesOf(lines: Line[]): string {
	const code = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
	const groups = Map.groupBy(lines, ({ number }) => code.exec(number)?.[0]);
	return [...groups].map(([country, { length }]) => `${length} in +${country}`).join(', ');
}

const isGot = ({ result }: Line) => result.startsWith('Accepted');
/** The tables of page 3 and of the last one. */
const TABLES: Array<[string, (line: Line) => unknown]> = [
	['Check these', ({ isOpen, check, result }) => (isOpen ? check : result.startsWith('Check'))],
	['Get nothing', (line) => !line.isOpen && !wasSent(line)],
	['Have not got it yet', ({ isOpen, check }) => isOpen && !check],
	['Got it', isGot],
];
const columnsOf = ({ name, number, result, check, time, answer, remark, text }: Line) => {
	const whatCame = [result, check, time, answer, remark].filter(Boolean).join(', ');
	return [name, number, whatCame, text];
};

/** Page 3 and the last one: what happened, and what would happen. @param isLater the hours begin later */
export function lookPage(lines: Line[], entered: Entered, isLater: boolean) {
	const isEnd = ['Loop', ACTIONS.list].includes(entered.what);
	const tables = TABLES.map(([title, isIn]) =>
		table(title, ['Name', 'Number', 'Result', 'Text'], lines.filter(isIn).map(columnsOf)),
	);
	const open = lines.filter(({ isOpen }) => isOpen);
	const [min, max] = entered.seconds.split(' to ').map(Number);
	const minutes = Math.max(1, Math.ceil((open.length * (min + max)) / 120));
	const canSend = open.length && !isLater;
	// Others got it in the past, and are not in the list that was pasted.
	const listed = lines.filter((line) => line.row_number);
	const got = listed.filter(isGot).length;
	const when = isLater ? ` from ${entered.from}` : '';
	const isLocal = open.some(({ text }) => /https?:\/\/(localhost|127\.|\[)/.test(text));
	const texts = [
		entered.note,
		isLocal && 'No phone can open these links. Your administrator must set WEBHOOK_URL in n8n.',
		canSend && !isEnd && `Sending takes about ${minutes} min. Leave this page open.`,
		open.length && `Not all got it? Open the form again${when} with the same list and campaign.`,
		open.length && !isEnd && `Numbers: ${countriesOf(open)}.`,
	];
	const of = `of ${listed.length}`;
	const would = `${open.length} ${of} would get the message${when}`;
	const { send, test, change, list } = ACTIONS;
	const what = [canSend && send, open.length && test, change, lines.some(wasSent) && list];
	const own = { fieldName: 'own', fieldType: 'text', defaultValue: entered.own };
	return {
		to: isEnd ? 'List' : 'Page',
		title: isEnd || (got && !open.length) ? `${got} ${of} got the message` : would,
		isRed: !lines.some(wasSent) && (isEnd || !open.length),
		fields: [
			notesOf(texts),
			choice('what', 'What now?', what),
			{ ...own, fieldLabel: 'My number for the test, with + and country code' },
			htmlOf(...tables),
		],
	};
}
