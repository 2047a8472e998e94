import { isBegin, wasSent, type Line, type Logged } from './lines';
import { lostCells, nameColumns, phoneColumns, readUnsubscribed, type Sheet } from './paste';

/** All that the person has entered so far, by the names of the fields. `what` is the last answer. */
export type Entered = Record<string, string>;
export const NONE = 'None';
export const SEND = 'Send';
export const TEST = 'Test: send the first three texts to my number';
export const CHANGE = 'Change the list or the message';
export const COLUMNS = 'Change the columns';
const LOST =
	'In your spreadsheet, make the column wider, choose Format cells, Number, 0 decimal places, and copy again.';
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
	const begun = log.filter((line) => isBegin(line) && /\{\s*link\s*\}/i.test(line.text));
	const asked = begun.map(({ campaign }) => campaign).filter((name) => name !== entered.campaign);
	const nameOf = (row: string[]) => row[Math.max(0, columns.indexOf(names[0]))];
	const only = (found: string[]) => (found.length === 1 ? found[0] : '');
	const found = stop.lines.length - stop.without.length;
	const notes = [
		`${rows.length} rows, from ${nameOf(rows[0])} to ${nameOf(rows.at(-1)!)}.`,
		'Rows that you hid by hand are among them.',
		lost.length && `Digits are lost in ${lost.join('; ')}. ${LOST}`,
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
	const none = [NONE, ...columns];
	const choices: Array<[string, string, string[], string]> = [
		['number', 'Column with the number', columns, only(phones)],
		['second', 'Second number, if the first is empty, wrong or a landline', none, NONE],
		['name', 'Column with the name', none, only(names)],
		['person', 'Column that tells two people with one number apart', none, NONE],
		['reminds', 'Reminder: only to people who have not answered', [NONE, ...asked], NONE],
	];
	const fields = choices
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
	const minutes = Math.max(1, Math.ceil((open.length * (min + max)) / 120));
	const canTest = open.length && !notes.length;
	const canSend = canTest && !isLater;
	// Others got it in the past, and are not in the list that was pasted.
	const listed = lines.filter(({ template }) => template);
	const certain = sent.filter((line) => !unsure.includes(line));
	const got = listed.filter((line) => certain.includes(line)).length;
	const when = isLater ? ` from ${entered.from}` : '';
	const again = `Open the form again${when} with the same list and campaign.`;
	const isLocal = open.some(({ text }) => /https?:\/\/(localhost|127\.|\[)/.test(text));
	const texts = [
		...notes,
		entered.note,
		isLocal && 'No phone can open this link. Your administrator must set WEBHOOK_URL in n8n.',
		!open.length && !sent.length && 'Nobody can get the message. The reasons are below.',
		unsure.length && `${unsure.length} may have got it: look in WhatsApp.`,
		isEnd && open.length && `${open.length} have not got it. ${again}`,
		!isEnd && isLater && open.length && `It is outside the hours. Test now. ${again}`,
		!isEnd && canSend && `To send takes about ${minutes} min. Leave this page open.`,
		!isEnd && canSend && `If it stops: ${again}`,
		!isEnd && open.length && `Numbers: ${countriesOf(open)}.`,
		!isEnd && sent.length && `${sent.length} got it before.`,
	];
	const shown = (title: string, some: Line[], head: string, cellOf: (line: Line) => string) => {
		const rows = some.map((line) => [line.name, line.number, cellOf(line)]);
		return table(`${title}: ${some.length}`, ['Name', 'Number', head], rows);
	};
	const whatCame = ({ result, time, answer, remark }: Line) =>
		[result, time, answer, remark].filter(Boolean).join(', ');
	const tables = [
		shown('May have got it', unsure, 'Result', whatCame),
		shown('Check these', checks, 'Why', ({ check }) => check),
		shown('Get nothing', others, 'Why', ({ result }) => result),
		shown('Would get it', isEnd ? [] : open, 'Text', ({ text }) => text),
		shown('Have not got it', isEnd ? open : [], 'Why', ({ result }) => result),
		shown('Got it', certain, 'Result', whatCame),
	].join('');
	const choices = [canSend && SEND, canTest && TEST, CHANGE, COLUMNS, sent.length && LIST];
	const what = choices.filter((one) => typeof one === 'string');
	const own = { fieldName: 'own', fieldType: 'text', defaultValue: entered.own };
	const would = isLater ? `${open.length} would get it${when}` : '';
	const of = `of ${listed.length}`;
	const now = `${open.length} ${of} would get the message`;
	return {
		title: isEnd || (got && !open.length) ? `${got} ${of} got the message` : would || now,
		isRed: !sent.length && (isEnd || !open.length),
		message: notesOf(texts) + tables,
		fields: [
			htmlField(notesOf(texts)),
			choice('what', 'What now?', what),
			{ ...own, fieldLabel: 'My number for the test, with + and country code' },
			htmlField(tables),
		],
	};
}
