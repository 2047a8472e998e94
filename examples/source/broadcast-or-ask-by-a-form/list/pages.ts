import { isBegin, wasSent, type Line, type Logged } from './lines';
import { lostCells, nameColumns, phoneColumns, readUnsubscribed, type Sheet } from './paste';

/** All that the person has entered so far, by the names of the fields. `what` is the last answer. */
export type Entered = Record<string, string>;
export const NONE = 'None';
export const SEND = 'Send';
export const TEST = 'Test: send the first three texts to my number';
export const CHANGE = 'Change the list or the message';
export const COLUMNS = 'Change the columns';
export const LIST = 'Save the list of what happened so far';

const escaped = (text: string) =>
	text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\n/g, '<br>');
export const notesOf = (texts: unknown[]) =>
	texts.map((text) => (text ? `<p><b>${escaped(String(text))}</b></p>` : '')).join('');
export const htmlField = (html: string) => ({ fieldType: 'html', html });
const choice = (fieldName: string, fieldLabel: string, values: string[], guess = '') => {
	const fieldOptions = { values: values.map((option) => ({ option })) };
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
	return `<h3>${title}</h3><table>${row(heads, 'th')}${body.join('')}</table>${more}`;
}

/** Page 2. Nothing is chosen where two columns could be meant. */
export function columnsPage(sheet: Sheet, entered: Entered, log: Logged[]) {
	const { columns, rows } = sheet;
	const [phones, names, lost] = [phoneColumns(sheet), nameColumns(sheet), lostCells(sheet)];
	const stop = readUnsubscribed(entered.unsubscribed);
	const asked = log.filter(
		(line) => isBegin(line) && line.link && line.campaign !== entered.campaign,
	);
	const nameOf = (row: string[]) => row[Math.max(0, columns.indexOf(names[0]))];
	const only = (found: string[]) => (found.length === 1 ? found[0] : '');
	const found = stop.lines.length - stop.without.length;
	const notes = [
		`${rows.length} rows, from ${nameOf(rows[0])} to ${nameOf(rows.at(-1)!)}. Rows that you hid by hand are among them.`,
		lost.length &&
			`Digits are lost in ${lost.join('; ')}. In your spreadsheet, select the column, choose Format cells, Number, 0 decimal places, make it wider, and copy again.`,
		phones.length > 1 && `These columns contain phone numbers: ${phones.join(', ')}. Choose one.`,
		!phones.length && 'No column looks like phone numbers. Is it the right sheet?',
		stop.lines.length && `Unsubscribed: ${found} numbers in ${stop.lines.length} lines.`,
	];
	const without = stop.without.map((cells) => [cells.join(' ')]);
	const shown = [
		notesOf(notes),
		table('Unsubscribed, lines without a number', ['They leave nobody out'], without, 20),
		table('The first rows', columns, rows, 3),
	];
	const guesses: Array<[string, string, string[], string]> = [
		['number', 'Column with the number', columns, only(phones)],
		[
			'second',
			'Second number, if the first is empty, wrong or a landline',
			[NONE, ...columns],
			NONE,
		],
		['name', 'Column with the name', [NONE, ...columns], only(names)],
		['person', 'Column that tells two people with one number apart', [NONE, ...columns], NONE],
		[
			'reminds',
			'Reminder: only to people who have not answered this campaign',
			[NONE, ...asked.map(({ campaign }) => campaign)],
			NONE,
		],
	];
	const fields = guesses
		.filter(([field]) => field !== 'reminds' || asked.length)
		.map(([field, label, values, guess]) => choice(field, label, values, entered[field] || guess));
	return { to: 'Page 2', fields: [htmlField(shown.join('')), ...fields] };
}

/** `37 in +62, 3 in +81`, by the calling codes of full numbers */
function countriesOf(lines: Line[]): string {
	const code = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
	const groups = Map.groupBy(lines, ({ number }) => code.exec(number)?.[0]);
	return [...groups].map(([country, { length }]) => `${length} in +${country}`).join(', ');
}

/** Page 3 and the last one: what happened, and what would happen. @param isLater the hours begin later */
export function lookPage(lines: Line[], entered: Entered, notes: string[], isLater: boolean) {
	const isEnd = ['Loop', LIST].includes(entered.what);
	const open = lines.filter(({ isOpen }) => isOpen);
	const sent = lines.filter(wasSent);
	const others = lines.filter((line) => !line.isOpen && !wasSent(line));
	const unsure = sent.filter(({ result }) => result.startsWith('Check'));
	const checks = open.filter(({ check }) => check);
	const [min, max] = entered.seconds.split(' to ').map(Number);
	const minutes = Math.ceil((open.length * (min + max)) / 2 / 60);
	const canSend = open.length && !isLater && !notes.length;
	const got = sent.length - unsure.length;
	const again = `Open the form again${isLater ? ` from ${entered.from}` : ''} with the same list and campaign.`;
	const texts = [
		...notes,
		entered.note,
		!open.length && !sent.length && 'Nobody can get the message. The reasons are below.',
		unsure.length && `${unsure.length} may have got it: look in WhatsApp.`,
		isEnd && open.length && `${open.length} have not got it. ${again}`,
		!isEnd && isLater && open.length && `It is outside the hours. Test now. ${again}`,
		!isEnd &&
			canSend &&
			`Nothing is sent before you press Send. Then leave this page open, about ${minutes} min. If it stops, open the form again with the same list and campaign.`,
		open.length && `Numbers: ${countriesOf(open)}.`,
		!isEnd && sent.length && `${sent.length} got it before.`,
	];
	const shown = (title: string, some: Line[], head: string, cellOf: (line: Line) => string) =>
		table(
			`${title}: ${some.length}`,
			['Name', 'Number', head],
			some.map((line) => [line.name, line.number, cellOf(line)]),
		);
	const tables = [
		shown('Check these', checks, 'Why', ({ check }) => check),
		shown('Get nothing', others, 'Why', ({ result }) => result),
		shown('Would get it', isEnd ? [] : open, 'Text', ({ text }) => text),
		shown('Have not got it', isEnd ? open : [], 'Why', ({ result }) => result),
		shown('Got it', sent, 'Result', ({ result, time, answer, remark }) =>
			[result, time, answer, remark].filter(Boolean).join(', '),
		),
	].join('');
	const choices = [
		canSend && SEND,
		open.length && !notes.length && TEST,
		CHANGE,
		COLUMNS,
		sent.length && LIST,
	];
	const would = `${open.length} ${isLater ? '' : `of ${lines.length} `}would get ${isLater ? `it from ${entered.from}` : 'the message'}`;
	const own = {
		fieldName: 'own',
		fieldLabel: 'My number for the test, with + and country code',
		fieldType: 'text',
		placeholder: 'e.g. +62 812 3456 7890',
		defaultValue: entered.own,
	};
	return {
		title: isEnd || (got && !open.length) ? `${got} of ${lines.length} got the message` : would,
		isRed: !open.length && !sent.length,
		message: notesOf(texts) + tables,
		fields: [
			htmlField(notesOf(texts)),
			choice(
				'what',
				'What now?',
				choices.filter((one) => typeof one === 'string'),
			),
			own,
			htmlField(tables),
		],
	};
}
