import {
	type Line,
	type Logged,
	linesOf,
	type Looked,
	seedOf,
	type Row as ListRow,
} from './list/lines';
import { type Entered, LIST, lookPage } from './list/pages';

type Sent = Record<'reason' | 'error' | 'text' | 'sentAt' | 'file', string | undefined> &
	Record<'success' | 'skipped', boolean>;
const { json: entered } = $('Entered').last<Entered>();
const { from, until, what } = entered;

/** A line of the log for a message that was sent, or may have been, or could not be. */
function lineOf({ success, skipped, reason = '', error, text, sentAt, file }: Sent) {
	const row = $('Link').last<Line & { linkTo: string }>().json;
	// Such a row stays open, or is left out.
	if (['sendHours', 'neverSendTo'].includes(reason)) return { to: 'Loop' };
	const isAccepted = success || reason === 'campaign';
	const failed = reason === 'unconfirmed' ? 'Check in WhatsApp' : `Not sent: ${error ?? reason}`;
	const result = isAccepted ? 'Accepted' : failed;
	if (skipped) return { ...row, to: 'Keep', result: `${result}, earlier`, text: '' };
	const sent = DateTime.fromISO(sentAt ?? $now.toISO(), { zone: $now.zoneName });
	const own = text ?? row.template.replaceAll('{Link}', row.linkTo + row.link);
	const time = sent.toFormat('yyyy-MM-dd HH:mm');
	return { ...row, to: 'Keep', result, time, text: own, kind: file ?? row.kind };
}

/** Page 3 or the last one, and lines that the log has missed. */
function looked(looks: Looked[]): object[] {
	type Next = { rows: ListRow[] } & Record<'campaign' | 'refusal' | 'secret', string>;
	const { rows, campaign, refusal, secret } = $('Next').last<Next>().json;
	const all = $('Log').all<Logged>();
	const log = all.map(({ json }) => json).filter((line) => line.campaign);
	const pairs = rows.map((row, index) => ({ row, look: looks[index] }));
	const lines = linesOf(pairs, log, campaign, entered.reminds);
	const now = $now.toFormat('HH:mm');
	const isLater = from < until ? now < from || now >= until : now < from && now >= until;
	// What no row can do anything about is said once.
	const [{ problem }] = looks;
	const isSame = looks.every((look) => look.problem === problem) && !problem.startsWith('Phone ');
	const refusals = [refusal, isSame ? problem : ''].filter(Boolean);
	const page = lookPage(lines, entered, refusals, isLater);
	const seen = String($runIndex);
	const hidden = { fieldType: 'hiddenField', fieldName: 'seen', fieldValue: seen };
	const missing = lines.filter(({ isMissing }) => isMissing);
	const repairs = missing.map((line) => {
		const row = { ...line, to: 'Link', then: 'Line', text: '' };
		return { ...row, seed: seedOf(line, secret) };
	});
	if (!['Loop', LIST].includes(what))
		return [{ ...page, to: 'Page 3', fields: [hidden, ...page.fields], lines, seen }, ...repairs];
	const list = lines.map(({ name, number, result, time, answer, remark, text }) => {
		return { name, number, result, time, answer, remark, text };
	});
	const why = lines.slice(0, 3).map(({ name, result }) => `${name}: ${result}`);
	return [{ ...page, to: 'List', list, why: `${page.title}. ${why.join('. ')}` }, ...repairs];
}

const items = $input.all<Looked & Sent>().map(({ json }) => json);
const next = 'wouldSend' in items[0] ? looked(items) : [lineOf(items[0])];

export default next.map((json) => ({ json }));
