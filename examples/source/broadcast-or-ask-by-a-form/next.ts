import { isBegin, type Line, linesOf, type Logged, type Looked, type Row } from './list/lines';
import { ACTIONS, columnsPage, type Entered, lookPage, notesOf } from './list/pages';
import { readPaste, readUnsubscribed } from './list/paste';

// Returns the next page, the rows to look at, to test or send, or their results.
const { json: entered, binary } = $('Entered').last<Entered>();
const { country, from, key, message, remindsKey, until, what } = entered;
const all = $('Log').all<Logged>();
const log = all.map(({ json }) => json).filter((line) => line.campaign);
const begin = log.find((line) => isBegin(line) && line.key === key);
const campaign = begin?.campaign ?? entered.campaign;
/** The IDs of links are computed from it, so that they are the same after a kill. Only the log knows it. */
const secret = begin?.link ?? [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join('');
const kind = binary?.picture ? 'Picture' : 'Text';
const linkTo = $execution.resumeFormUrl.replace(/form-waiting\/.*/, 'form/whatsapp-answer?id=…');
const words = Array.from(message.matchAll(/\{([^{}]+)\}/g), ([, word]) => word);
const sheet = readPaste(entered.list);
const { columns, rows } = typeof sheet === 'string' ? { columns: [], rows: [] } : sheet;
const columnOf = (word: string) =>
	columns.findIndex((name) => name.toLowerCase() === word.trim().toLowerCase());

function problemsOf(): string[] {
	const { hidden } = readUnsubscribed(entered.unsubscribed);
	const problems = hidden.map((cell) => `Unsubscribed: “${cell}” hides digits. Enter them all.`);
	const isUnknown = (word: string) => columnOf(word) < 0 && word.trim().toLowerCase() !== 'link';
	const named = (some: string[]) => some.map((name) => `{${name}}`).join(', ');
	const unknown = named(words.filter(isUnknown));
	if (typeof sheet === 'string') problems.unshift(sheet);
	else if (unknown) problems.push(`Your list has no column ${unknown}, but ${named(columns)}.`);
	if (!message || !key) problems.push('Enter a message and a campaign.');
	const isOther = begin && (begin.kind !== kind || begin.person !== entered.person);
	const how = `“${campaign}” was sent as ${begin?.kind}, told apart by ${begin?.person}.`;
	if (isOther && what !== 'Start')
		problems.push(`${how} Send it so again, or enter another campaign.`);
	return problems;
}

function firstPage(problems: string[]) {
	const title = problems.length ? 'Please correct this' : ACTIONS.change;
	const { values } = $('Start').params.formFields;
	const valueOf = ({ fieldName }: FormField) => entered[fieldName] ?? '';
	const fields = values.map((field) => ({ ...field, defaultValue: valueOf(field) }));
	return { to: 'Page', title, isRed: problems.length > 0, fields: [notesOf(problems), ...fields] };
}

/** The campaign of WhatsApp Sender. */
const sentAs = (person: string) => [campaign, person].filter(Boolean).join(' / ');

/** The rows of a line, one for each number. */
const rowsOf = (cells: string[], index: number) => {
	const cell = (field: string) => cells[columns.indexOf(entered[field])] ?? '';
	const [name, person, first] = [cell('name'), cell('person'), cell('number')];
	const text = message.replace(/\{([^{}]+)\}/g, (_, word) => cells[columnOf(word)] ?? linkTo);
	const empty = words.filter((word) => cells[columnOf(word)] === '');
	const phones = new Set([first, cell('second')].filter(Boolean));
	return [...(phones.size ? phones : [''])].map((phone, place) => {
		const hints = empty.map((word) => `${word} is empty`);
		if (phone !== first) hints.push(`second number, the first is ${first || 'empty'}`);
		// The first row of the spreadsheet has the names of the columns.
		const row = { row_number: index + 2, name, person, phone, text, hint: hints.join(', ') };
		// What the node says of the second number must not depend on other rows.
		const own = place ? `${sentAs(person)} / second ${index}` : sentAs(person);
		return { ...row, country, link: '…', sentAs: own };
	});
};

const linesBy = (looks: Looked[]) => {
	const pairs = rows.flatMap(rowsOf).map((row: Row, index) => ({ row, look: looks[index] }));
	return linesOf(pairs, log, { campaign, key, remindsKey });
};

/** Rows of the log or to send, which first get a link. */
const linked = (lines: Line[], then: string) =>
	lines.map((line) => {
		const seed = line.text.includes(linkTo) ? [secret, line.number, line.person].join('\n') : '';
		return { ...line, kind, country, then, seed, sentAs: sentAs(line.person) };
	});

/** The answer to a page. */
function answered(): object[] {
	const problems = problemsOf();
	if (problems.length || what === ACTIONS.change) return [firstPage(problems)];
	if (what === 'Start') return [columnsPage({ columns, rows }, entered, log)];
	// An old page in another tab shows other rows.
	if (![ACTIONS.send, ACTIONS.test].includes(what) || entered.seen !== String($runIndex - 1))
		return [{ to: `${kind} rows`, rows: rows.flatMap(rowsOf) }];
	const looks = (kind === 'Text' ? $('Text') : $('Picture')).all<Looked>();
	const open = linesBy(looks.map(({ json }) => json)).filter(({ isOpen }) => isOpen);
	if (what === ACTIONS.test)
		return open.slice(0, 3).map((line) => ({ ...line, to: `Test ${kind.toLowerCase()}` }));
	const send = linked(open, kind).map((row) => ({ ...row, to: 'Loop' }));
	// The first line of a campaign says how it is sent.
	const how = { campaign, kind, person: entered.person, text: message, link: secret };
	return begin ? send : [{ ...how, to: 'Line', result: 'Begin' }, ...send];
}

/** Page 3 or the last one, and lines that the log has missed. */
function looked(looks: Looked[]): object[] {
	const lines = linesBy(looks);
	const now = $now.toFormat('HH:mm');
	const isLater = from < until ? now < from || now >= until : now < from && now >= until;
	const page = lookPage(lines, entered, isLater);
	const list = lines.map(({ name, number, result, time, answer, remark, text }) => {
		return { name, number, result, time, answer, remark, text };
	});
	const why = `${page.title}. ${lines[0].name}: ${lines[0].result}`;
	const hidden = { fieldType: 'hiddenField', fieldName: 'seen', fieldValue: String($runIndex) };
	const missing = lines.filter((line) => line.isMissing);
	const repairs = linked(missing, 'Line').map((row) => ({ ...row, to: 'Link', text: '' }));
	return [{ ...page, fields: [...page.fields, hidden], list, why }, ...repairs];
}

type Sent = Looked & { error?: string; success?: boolean; skipped?: boolean };

/** A line of the log for a message that was sent, or may have been, or could not be. */
function lineOf({ success, skipped, reason, error, text = '' }: Sent) {
	// Such a row stays open, or is left out.
	if (['sendHours', 'neverSendTo'].includes(reason)) return { to: 'Loop' };
	const failed = reason === 'unconfirmed' ? 'Check in WhatsApp' : `Not sent: ${error ?? reason}`;
	const result = success || reason === 'campaign' ? 'Accepted' : failed;
	const line = { ...$('Link').last().json, to: 'Keep', text };
	if (skipped) return { ...line, result: `${result}, earlier` };
	return { ...line, result, time: $now.toFormat('yyyy-MM-dd HH:mm') };
}

function next(): object[] {
	const items = $input.all<Sent>().map(({ json }) => json);
	if (!['Text', 'Picture'].includes($prevNode.name)) return answered();
	return 'wouldSend' in items[0] ? looked(items) : [lineOf(items[0])];
}

export default next().map((json) => ({ json }));
