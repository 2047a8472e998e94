import { isBegin, type Line, type Logged, plain, seedOf } from './list/lines';
import {
	CHANGE,
	COLUMNS,
	columnsPage,
	type Entered,
	htmlField,
	NONE,
	notesOf,
	SEND,
	TEST,
} from './list/pages';
import { readPaste, readUnsubscribed, type Sheet } from './list/paste';

// The next page, or the rows for WhatsApp Sender: to look at, to test with, or to send.
const { json: entered, binary } = $('Entered').last<Entered>();
const { country, message, what } = entered;
const log = $('Log')
	.all<Logged>()
	.map(({ json }) => json)
	.filter(({ campaign }) => campaign);
const begin = log.find((line) => isBegin(line) && plain(line.campaign) === entered.key);
const campaign = begin?.campaign ?? entered.campaign;
const kind = binary?.picture ? 'Picture' : 'Text';
const linkTo = $execution.resumeFormUrl.replace(/form-waiting\/.*/, 'form/whatsapp-answer?id=');
const common = { campaign, country, kind, linkTo };
/** The campaign of WhatsApp Sender. */
const sentAs = (person: string) => [campaign, person].filter(Boolean).join(' / ');
const words = Array.from(message.matchAll(/\{([^{}]+)\}/g), ([, word]) => word);
const sheet = readPaste(entered.list);
const columns = typeof sheet === 'string' ? [] : sheet.columns;
const columnOf = (word: string) =>
	columns.findIndex((name) => name.toLowerCase() === word.trim().toLowerCase());
const isLink = (word: string) => columnOf(word) < 0 && word.trim().toLowerCase() === 'link';

function firstPage(problems: string[]) {
	const fields = $('Start').params.formFields.values.map((field) => ({
		...field,
		defaultValue: entered[field.fieldName] ?? '',
	}));
	const isRed = problems.length > 0;
	const title = isRed ? 'Please correct this' : CHANGE;
	return [{ to: 'Page 1 again', title, isRed, fields: [htmlField(notesOf(problems)), ...fields] }];
}

function problemsOf(): string[] {
	const unknown = words.filter((word) => columnOf(word) < 0 && !isLink(word));
	const names = (some: string[]) => some.map((name) => `{${name}}`).join(', ');
	const { hidden } = readUnsubscribed(entered.unsubscribed);
	const problems = hidden.map((cell) => `Unsubscribed: “${cell}” hides digits. Enter them all.`);
	if (typeof sheet === 'string') problems.unshift(sheet);
	else if (unknown.length)
		problems.push(`Your list has no column ${names(unknown)}, but ${names(columns)}.`);
	if (!message || !entered.key) problems.push('Enter a message and a campaign.');
	return problems;
}

/** The rows to look at, in one item, because n8n takes time for each item. */
function lookRows({ rows }: Sheet) {
	const list = rows.flatMap((cells, index) => {
		const cell = (field: string) => cells[columns.indexOf(entered[field])] ?? '';
		const empty = words.filter((word) => columnOf(word) >= 0 && !cells[columnOf(word)]);
		const [name, person, second] = [cell('name'), cell('person'), cell('second')];
		if (second && !cell('number')) empty.push(entered.number);
		const row = {
			...common,
			// The first row of the spreadsheet has the names of the columns.
			row_number: index + 2,
			name,
			person,
			phone: cell('number') || second,
			sentAs: sentAs(person),
			link: '…',
			template: message.replace(/\{([^{}]+)\}/g, (_, word) => cells[columnOf(word)] ?? '{Link}'),
			empty: empty.map((word) => `${word} is empty`).join(', '),
		};
		// What the node says of the second number must not depend on other rows.
		const other = { ...row, phone: second, sentAs: `${row.sentAs} / second ${index}` };
		return second && second !== row.phone ? [row, other] : [row];
	});
	const isOther = begin && (begin.kind !== kind || begin.person !== entered.person);
	const how = `“${campaign}” was sent as ${begin?.kind}, told apart by ${begin?.person}.`;
	const refusal = isOther ? `${how} Send it so again, or enter another campaign.` : '';
	return [{ to: `${kind} rows`, campaign, refusal, secret: begin?.link ?? '', rows: list }];
}

function testRows(lines: Line[]) {
	const to = `Test ${kind.toLowerCase()}`;
	return lines.slice(0, 3).map((line) => ({ ...line, to, linkTo, link: 'test' }));
}

/** The rows to send, after the first line of a new campaign: how it is sent, and the secret of its links. */
function sendRows(lines: Line[]) {
	const link = [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join('');
	const how = { ...common, person: entered.person, text: message, link };
	const first = { ...how, to: 'Line', result: 'Begin' };
	const secret = begin?.link ?? link;
	const rows = lines.map((line) => {
		const row = { ...line, ...common, to: 'Loop', then: kind, sentAs: sentAs(line.person) };
		return { ...row, seed: seedOf(line, secret) };
	});
	return begin ? rows : [first, ...rows];
}

function next(): object[] {
	const problems = problemsOf();
	if (typeof sheet === 'string' || problems.length || what === CHANGE) return firstPage(problems);
	const fields = ['number', 'second', 'name', 'person'];
	const isChosen = fields.every((field) => [NONE, ...columns].includes(entered[field]));
	if (!isChosen || ['Start', 'Page 1 again', COLUMNS].includes(what))
		return [columnsPage(sheet, entered, log)];
	if ([SEND, TEST].includes(what)) {
		const looked = $('Results').first<{ lines: Line[]; seen: string }>().json;
		const open = looked.lines.filter(({ isOpen }) => isOpen);
		// An old page in another tab shows other rows.
		if (entered.seen === looked.seen && !entered.note)
			return what === SEND ? sendRows(open) : testRows(open);
	}
	return lookRows(sheet);
}

export default next().map((json) => ({ json }));
