/** What WhatsApp Sender says of a message, or of a row of a dry run. */
interface Result {
	recipient?: string;
	success?: boolean;
	reason?: string;
	error?: string;
	problem?: string;
	warning?: string;
	meantFor?: string;
	text?: string;
	sentAt?: string;
}

interface Line {
	time: string;
	campaign: string;
	name: string;
	number: string;
	result: string;
	text: string;
}

const WORDS: Record<string, string> = {
	ready: 'Ready',
	neverSendTo: 'Left out: unsubscribed',
	sendHours: 'Waiting: outside the hours',
	maxPerExecution: 'Waiting: over the maximum of a run',
	test: 'Waiting: this was a test',
};
const { campaign } = $('Your campaign').first<{ campaign: string }>().json;
const row = $('One at a time').first<{ row_number: number; name?: string; phone?: string }>().json;
const name = row.name ?? '';
const sent = $('Message each customer').first<Result>().json;
// n8n's filter also finds similar names.
const lines = $input
	.all<Line>()
	.map(({ json }) => json)
	.filter((line) => line.campaign === campaign && line.number === sent.recipient);
const own = lines.find((line) => line.name === name);

/** For a row whose number has got the message, or is in another row. */
function resultOfKnown(reason: string) {
	if (own) return own.result;
	if (lines.length > 0) return `Left out: ${lines[0].name} has the same number`;
	// n8n was killed before it could add the line.
	return reason === 'campaign' ? 'Accepted, earlier' : 'Left out: same number as another row';
}

function resultOfFailed(why: string) {
	if (!row.phone) return name ? 'Wrong number: none in this row' : 'Left out: empty row';
	return why.startsWith('Phone ') ? `Wrong number: ${why.slice(6)}` : `Not sent: ${why}`;
}

function resultOf({ success, reason = '', error, problem, warning, meantFor }: Result) {
	if (meantFor) return WORDS.test;
	if (success) return 'Accepted';
	if (reason === 'unconfirmed') return 'Check in WhatsApp';
	if (reason === 'campaign' || reason === 'duplicate') return resultOfKnown(reason);
	if (reason === 'ready' && warning) return `Ready, but check: ${warning}`;
	return WORDS[reason] ?? resultOfFailed(error || problem || reason);
}

const result = resultOf(sent);
const time = sent.sentAt ? DateTime.fromISO(sent.sentAt).toFormat('yyyy-MM-dd HH:mm') : '';

export default [
	{
		json: {
			row: row.row_number,
			name,
			number: sent.recipient,
			result,
			time: own?.time ?? time,
			text: own?.text ?? sent.text ?? '',
			isNew: !own && /^(Accepted|Check in WhatsApp)/.test(result),
			isProblem: /^(Not sent|Wrong number|Check in WhatsApp)/.test(result),
		},
	},
];
