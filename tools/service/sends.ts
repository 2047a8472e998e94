import type { IDataObject } from 'n8n-workflow';
import type { Client, Exchange } from './client';
import { mind, open, other, works, type Finding, type Row } from './rows';

/** One page that anybody may fetch. */
const MEDIA_URL = 'https://www.w3.org/WAI/ER/tests/xhtml/testfiles/resources/pdf/dummy.pdf';
/** What a button may look like, by what it shows: the document does not say it (§2.5). */
const BUTTONS = { A: 'A', B: { text: 'B' }, C: { title: 'C' }, D: { displayText: 'D' } };
const NO_BUTTONS = 'ask your service what a button looks like, or send none';
const NO_FILES = 'do not send files in this way';
const MILLISECONDS = 'choose Milliseconds in the credential, as Unit of Scheduled Times';

/** What a message has beside text and phone, what to look at when it arrives, and what to do if it is not accepted. */
const messages = (): Array<[point: string, fields: object, look: string, rejected: string]> => {
	const like = Object.entries(BUTTONS).map(([shown, as]) => `${shown}: ${JSON.stringify(as)}`);
	const file = [`if it came without the file, ${NO_FILES}`, NO_FILES] as const;
	const upload = new File(['A small file'], 'check.txt');
	const buttons = { isInteractive: true, footer: 'A footer', buttons: Object.values(BUTTONS) };
	const inThreeMinutes = String(Math.floor(Date.now() / 1000) + 3 * 60);
	return [
		['Text (§4.1)', {}, 'if it did not arrive, check in your service why', ''],
		['File by URL (§4.2)', { media_url: MEDIA_URL }, ...file],
		['Upload (§4.2)', { file: upload }, ...file],
		[
			'Buttons (§2.5)',
			buttons,
			`enter buttons like the one that it shows (${like.join(', ')}); if none, ${NO_BUTTONS}`,
			NO_BUTTONS,
		],
		[
			'send_at (§4.2)',
			{ send_at: inThreeMinutes },
			`if it did not come three minutes later, but at once, ${MILLISECONDS}`,
			MILLISECONDS,
		],
	];
};

/** Sends five messages to one phone number, each once; where the first is not accepted, it alone. */
export async function send(request: Client, phone: string): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [point, fields, look, rejected] of messages()) {
		const text = `Check of the WhatsApp Sender node: ${point}`;
		const body = bodyOf({ text, phone, ...fields });
		const operation = { name: 'send', recipient: 'your number' } as const;
		const exchange = await request(point, { method: 'POST', url: '/send', body }, operation);
		const { failure, seen } = exchange;
		if (failure && !rejected) return [{ point, ...findNotAccepted(exchange) }];
		rows.push({ point, ...(failure ? mind(seen, rejected) : works('accepted', look)) });
	}
	return rows;
}

function findNotAccepted({ status, seen }: Exchange): Finding {
	if (status === undefined)
		return open(seen, 'look whether the text arrived, and run this again later');
	return status < 300
		? other(seen, 'the node needs OK: it would not know whether a message was sent')
		: open(seen, 'check that your WhatsApp number is connected, and run this again');
}

/** A form where there is a file (§2.3). */
function bodyOf(fields: IDataObject): FormData | IDataObject {
	if (!fields.file) return fields;
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
	return form;
}
