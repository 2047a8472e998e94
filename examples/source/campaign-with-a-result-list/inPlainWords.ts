interface Line {
	id: number;
	row: number;
	number: unknown;
	result: string;
	time: string;
}

interface Message {
	row_number: number;
	phone: unknown;
	check: string;
}

interface Sent {
	success?: boolean;
	recipient: string;
	meantFor?: string;
	reason: string;
	error?: string;
	problem?: string;
	warning?: string;
}

// Each row's result in plain words. A line with a time was accepted by the service.
const lines = $('New lines')
	.all<Line>()
	.map(({ json }) => json);
const digits = (number: unknown) => String(number).replace(/\D/g, '').replace(/^0+/, '');

/** Where several rows have one number: the row that got the message, else the first. */
function holderOf(recipient: string) {
	const same = lines.filter(
		({ number }) => digits(number).length > 6 && recipient.endsWith(digits(number)),
	);
	return same.find(({ time }) => time) ?? same[0];
}

const WORDS: Record<string, string | undefined> = {
	unconfirmed: 'Check in WhatsApp',
	neverSendTo: 'Left out: unsubscribed',
	sendHours: 'Waiting: outside the hours',
	maxPerExecution: 'Waiting: over the maximum of a run',
	test: 'Waiting: this was a test',
};

export default $input.all<Sent>().map(({ json: sent }, index) => {
	const { row_number, phone, check } = $('In tens').all<Message>()[index].json;
	const line = lines.find(({ row }) => row === row_number)!;
	const { success, meantFor, reason, error, problem, warning } = sent;
	const known = line.result.startsWith('Check: ') && !warning ? line.result.slice(7) : '';
	const checks = known || [warning, check].filter(Boolean).join(', ');
	let [result, time] = [WORDS[reason], ''];
	if (meantFor) result = WORDS.test;
	else if (success || reason === 'ready') {
		result = checks ? `Check: ${checks}` : success ? 'Accepted' : 'Ready';
		if (success) time = $now.toFormat('yyyy-MM-dd HH:mm');
	} else if (reason === 'campaign' || reason === 'duplicate') {
		const holder = holderOf(sent.recipient) ?? line;
		if (holder.row === line.row)
			[result, time] = line.time ? [line.result, line.time] : ['Accepted', 'earlier'];
		else result = `Left out: same number as row ${holder.row}`;
	}
	const why = String(error || problem).replace(/^Phone /, '');
	if (!result && !phone) result = 'Wrong number: none in this row';
	result ??= why === (error || problem) ? `Not sent: ${why}` : `Wrong number: ${why}`;
	return { json: { id: line.id, result, time } };
});
