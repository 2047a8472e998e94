/** A row for one of its numbers. `person` tells two people with one number apart, `template` is the text with {Link}. */
export type Row = Record<'name' | 'person' | 'phone' | 'template' | 'empty', string> & {
	row_number: number;
};
/** What the node says of a row in a dry run. */
export type Looked = Record<'reason' | 'problem' | 'warning' | 'recipient' | 'text', string>;
type Fields =
	'campaign' | 'name' | 'number' | 'person' | 'result' | 'time' | 'text' | 'link' | 'kind';
/** A line of the log. None is ever changed. */
export type Logged = Record<Fields, string>;
/** A row with what the node and the log say of it. `isMissing`: n8n was stopped before the log got its line. */
export type Line = Logged &
	Record<'phone' | 'template' | 'answer' | 'remark' | 'check', string> &
	Record<'isOpen' | 'isMissing', boolean>;
type Pair = { row: Row; look: Looked };

/** Two names of a campaign are the same if they differ only in case, spaces, accents and signs. */
export const plain = (name: string) =>
	name
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

/** What a link's ID is computed from, so that it is the same after a kill. Only the log knows the secret. */
export const seedOf = ({ template, number, person }: Line, secret: string) =>
	template.includes('{Link}') ? [secret, number, person].join('\n') : '';

/** The first line of a campaign says how it is sent. */
export const isBegin = ({ result }: Logged) => result === 'Begin';
const isAnswer = ({ result }: Logged) => result.startsWith('Answer: ');
export const wasSent = ({ result }: Logged) => /^(Accepted|Check)/.test(result);
const isValid = ({ look }: Pair) => look.reason !== 'invalid';
const keyOf = ({ person, number }: Pick<Logged, 'person' | 'number'>) => `${person}\n${number}`;
const keyOfPair = ({ row: { person }, look: { recipient } }: Pair) =>
	keyOf({ person, number: recipient });

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
	if (!phone) return 'Wrong number: none in this row';
	const why = problem || reason;
	return why.startsWith('Phone ') ? `Wrong number: ${why.slice(6)}` : `Not sent: ${why}`;
}

/**
 * The list, computed from the rows, a dry run of them and the log: it says what is, whatever happened before.
 *
 * @param reminds the campaign whose people without an answer are reminded, if any
 */
export function linesOf(pairs: Pair[], log: Logged[], campaign: string, reminds: string): Line[] {
	// The last answer counts.
	const answers = new Map(log.filter(isAnswer).map((line) => [line.link, line]));
	const answerTo = (link: string) => {
		const { result = '', text = '' } = (link && answers.get(link)) || {};
		return { answer: result.slice(8), remark: text };
	};
	const isOf = (name: string) => (line: Logged) => plain(line.campaign) === plain(name);
	const own = log.filter(isOf(campaign)).filter((line) => !isBegin(line) && !isAnswer(line));
	const known = Map.groupBy(own, keyOf);
	const asked = log.filter(isOf(reminds)).filter((line) => line.link && wasSent(line));
	const askedBy = new Map(asked.map((line) => [keyOf(line), line]));
	const texts = { answer: '', remark: '', check: '', time: '', kind: '' };
	const state = { ...texts, isOpen: false, isMissing: false };
	const people = [...Map.groupBy(pairs, ({ row }) => row.row_number).values()].map(chosen);
	const listed = new Set(people.map(keyOfPair));
	const others = own.filter((line) => wasSent(line) && !listed.has(keyOf(line)));
	/** Probably the same person, with a number that was corrected since. */
	const earlierOf = ({ row: { name, person } }: Pair) => {
		const earlier = others.find((line) => name && line.name === name && line.person === person);
		return earlier ? `got it before at ${earlier.number}` : '';
	};
	const first = new Map(pairs.toReversed().map((pair) => [pair.row.row_number, pair]));
	const secondOf = ({ row }: Pair) => {
		const {
			look,
			row: { phone },
		} = first.get(row.row_number)!;
		if (phone === row.phone) return '';
		return `second number, because ${phone} is ${look.reason === 'invalid' ? 'wrong' : 'a landline'}`;
	};
	const sharing = Map.groupBy(people.filter(isValid), keyOfPair);
	const lineOf = (pair: Pair): Line => {
		const { row, look } = pair;
		const key = keyOfPair(pair);
		const got = known.get(key)?.find(wasSent);
		const same = sharing.get(key) ?? [pair];
		const holder = same.find((other) => other.row.name === got?.name) ?? same[0];
		const link = got?.link || askedBy.get(key)?.link || '';
		const line = { ...state, ...row, ...look, campaign, link };
		const number = look.recipient || row.phone;
		const because = (result: string) => ({ ...line, number, result });
		if (holder !== pair)
			return because(`Left out: same number as ${holder.row.name || holder.row.phone}`);
		Object.assign(line, answerTo(link));
		if (got) return { ...line, ...got };
		const result = resultOf(pair);
		if (result !== 'Open') return { ...because(result), isMissing: result.endsWith(', earlier') };
		if (reminds && !askedBy.has(key)) return because(`Left out: was not asked in “${reminds}”`);
		if (reminds && line.answer) return because(`Left out: answered ${line.answer}`);
		const checks = [earlierOf(pair), secondOf(pair), look.warning, row.empty];
		const check = checks.filter(Boolean).join(', ');
		return { ...because(known.get(key)?.at(-1)?.result ?? result), check, isOpen: true };
	};
	const rest = others.map((line) => ({ ...state, ...line, ...answerTo(line.link) }));
	return [...people.map(lineOf), ...rest.map((line) => ({ ...line, phone: '', template: '' }))];
}
