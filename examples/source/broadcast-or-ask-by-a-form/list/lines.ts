/** A row for one of its numbers. `person` tells two people with one number apart. */
export type Row = Record<'name' | 'person' | 'phone' | 'hint', string> & { row_number: number };
/** What the node says of a row in a dry run. */
export type Looked = Record<'reason' | 'problem' | 'warning' | 'recipient' | 'text', string>;
/** A line of the log. None is ever changed. */
export type Logged = Record<
	'campaign' | 'key' | 'name' | 'number' | 'person' | 'result' | 'time' | 'text' | 'link' | 'kind',
	string
>;
const TEXTS = { time: '', kind: '', answer: '', remark: '', check: '' };
/** `row_number`: 0 if it is not in the list. `isMissing`: n8n was stopped before the log got its line. */
const STATE = { ...TEXTS, row_number: 0, isOpen: false, isMissing: false };
/** A row with what the node and the log say of it. */
export type Line = Logged & typeof STATE;
type Names = Record<'campaign' | 'key' | 'remindsKey', string>;
type Pair = { row: Row; look: Looked };

/** Two names of a campaign are the same if they differ only in case, spaces, accents and signs. */
export const plain = (name: string) => name.normalize('NFD').toLowerCase().replace(SIGNS, '');
const SIGNS = /[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu;

/** The first line of a campaign says how it is sent. */
export const isBegin = ({ result }: Logged) => result === 'Begin';
const isAnswer = ({ result }: Logged) => result.startsWith('Answer: ');
export const wasSent = ({ result }: Logged) => /^(Accepted|Check)/.test(result);
const isValid = ({ look }: Pair) => look.reason !== 'invalid';
const keyOf = ({ person, number }: Pick<Logged, 'person' | 'number'>) => `${person}\n${number}`;
const keyOfPair = ({ row, look }: Pair) => keyOf({ person: row.person, number: look.recipient });

/** The first number that is no landline, else the first that can be read. */
function chosen(pairs: Pair[]): Pair {
	const valid = pairs.filter(isValid);
	return valid.find(({ look }) => !look.warning.includes('landline')) ?? valid[0] ?? pairs[0];
}

const RESULTS: Record<string, string> = {
	ready: 'Open',
	neverSendTo: 'Left out: unsubscribed',
	unconfirmed: 'Check in WhatsApp, earlier',
	campaign: 'Accepted, earlier',
};

/** The result of a row of which the log knows nothing. */
function resultOf({ row: { phone }, look: { reason, problem } }: Pair): string {
	if (RESULTS[reason]) return RESULTS[reason];
	return phone ? problem.replace(/^Phone /, 'Wrong number: ') : 'Wrong number: none in this row';
}

/**
 * The list, computed from the rows, a dry run of them and the log: it says what is, whatever happened before.
 *
 * @param names the campaign, its key, and that of the campaign whose people without an answer are reminded, if any
 */
export function linesOf(pairs: Pair[], log: Logged[], names: Names): Line[] {
	const { key, remindsKey } = names;
	// The last answer counts.
	const answers = new Map(log.filter(isAnswer).map((line) => [line.link, line]));
	const answerTo = (link: string) => {
		const { result = '', text = '' } = answers.get(link) ?? {};
		return { answer: result.slice(8), remark: text };
	};
	const own = log.filter((line) => line.key === key && !isBegin(line) && !isAnswer(line));
	const known = Map.groupBy(own, keyOf);
	const asked = log.filter((line) => line.key === remindsKey && line.link && wasSent(line));
	const askedBy = new Map(asked.map((line) => [keyOf(line), line]));
	const people = [...Map.groupBy(pairs, ({ row }) => row.row_number).values()].map(chosen);
	const sharing = Map.groupBy(people.filter(isValid), keyOfPair);
	const others = own.filter((line) => wasSent(line) && !sharing.has(keyOf(line)));
	const lineOf = (pair: Pair): Line => {
		const { row, look } = pair;
		const of = keyOfPair(pair);
		const got = known.get(of)?.find(wasSent);
		const same = sharing.get(of) ?? [pair];
		const holder = same.find((other) => other.row.name === got?.name) ?? same[0];
		const link = got?.link || askedBy.get(of)?.link || '';
		const number = look.recipient || row.phone;
		const said = { text: look.text, number, link, result: resultOf(pair) };
		const line = { ...STATE, ...names, ...row, ...said };
		const leftOut = (why: string) => ({ ...line, result: `Left out: ${why}` });
		if (holder !== pair) return leftOut(`same number as ${holder.row.name || holder.row.phone}`);
		Object.assign(line, answerTo(link));
		if (got) return { ...line, ...got };
		if (line.result !== 'Open') return { ...line, isMissing: wasSent(line) };
		if (remindsKey && !askedBy.has(of)) return leftOut('was not asked');
		if (remindsKey && line.answer) return leftOut(`answered ${line.answer}`);
		// Probably the same person, with a number that was corrected since.
		const isSame = ({ name, person }: Logged) => name === row.name && person === row.person;
		const earlier = row.name && others.find(isSame);
		const checks = [earlier && `got it before at ${earlier.number}`, look.warning, row.hint];
		const check = checks.filter(Boolean).join(', ');
		return { ...line, result: known.get(of)?.at(-1)?.result ?? 'Open', check, isOpen: true };
	};
	const rest = others.map((line) => ({ ...STATE, ...line, ...answerTo(line.link) }));
	return [...people.map(lineOf), ...rest];
}
