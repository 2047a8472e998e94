import type { IDataObject } from 'n8n-workflow';
import { isAcknowledged } from '../../nodes/WhatsAppSender/service/response';
import type { Client, Exchange } from './client';
import { mind, open, other, seenOf, works, type Finding, type Row } from './rows';

export interface Sending {
	/** The person's own number, in the service's format (§2.2). */
	phone: string;
	/** Asks whoever sits in front of the terminal. @returns one of the choices */
	choose: (question: string, choices: readonly string[]) => Promise<string>;
}

/** A point, and what a response means. */
interface Message {
	point: string;
	/** @param seen what the person chose; what was seen of the response where it is an error */
	find: (exchange: Exchange, seen: string) => Finding;
	fields?: Record<string, unknown>;
	/** What the person is asked about it. */
	question: string;
	choices: string[];
}

/** Milliseconds until the scheduled message is due. */
const LATER = 3 * 60_000;
/** One page that anybody may fetch. */
const MEDIA_URL = 'https://www.w3.org/WAI/ER/tests/xhtml/testfiles/resources/pdf/dummy.pdf';
/** What a button may look like, by what it shows: the document does not say it (§2.5). */
const BUTTONS = { A: 'A', B: { text: 'B' }, C: { title: 'C' }, D: { displayText: 'D' } };

export const ARRIVED = 'yes';
export const AS_SCHEDULED = 'three minutes after it was sent';
export const AT_ONCE = 'at once';
const NOT = 'it did not arrive';

const BAD_UNIT = 'choose Milliseconds in the credential, as Unit of Scheduled Times';

const findText: Message['find'] = (exchange, seen) => {
	const { wire, response, error } = exchange;
	if (seen === ARRIVED) return works('it arrived');
	if (!error) return mind(seen, 'check in your service why: OK proves no arrival');
	if (!wire) return open(seen, 'look whether the text arrived, and run this again later');
	return Number(response?.status) < 300
		? other(seen, 'the node needs OK: it would not know whether a message was sent')
		: open(seen, 'check that your WhatsApp number is connected, and run this again');
};

const findFile: Message['find'] = (_, seen) =>
	seen === ARRIVED ? works('it arrived') : mind(seen, 'do not send files in this way');

const findButtons: Message['find'] = (_, seen) => {
	const button = Object.entries(BUTTONS).find(([shown]) => shown === seen);
	if (!button) return mind(seen, 'ask your service what a button looks like, or send none');
	return works(`like ${JSON.stringify(button[1])}`, 'enter buttons like this');
};

const findUnit: Message['find'] = ({ error }, seen) => {
	if (error || seen === AT_ONCE) return mind(seen, BAD_UNIT);
	return seen === AS_SCHEDULED ? works('seconds') : mind(seen, 'do not use Send At');
};

function messagesOf(): Message[] {
	const buttons = { isInteractive: true, footer: 'A footer', buttons: Object.values(BUTTONS) };
	const later = { send_at: String(Math.floor((Date.now() + LATER) / 1000)) };
	const ask = (question: string, ...seen: string[]) => ({ question, choices: [...seen, NOT] });
	const text = ask('Did it arrive?', ARRIVED);
	const file = ask('Did it arrive, with the file?', ARRIVED, 'the text without it');
	const which = ask('Which buttons does it show?', ...Object.keys(BUTTONS), 'several', 'none');
	const when = ask('When did it arrive? Wait five minutes.', AS_SCHEDULED, AT_ONCE);
	const upload = { file: new File(['A small file'], 'check.txt') };
	const byUrl = { media_url: MEDIA_URL };
	return [
		{ point: 'Text (§4.1)', find: findText, ...text },
		{ point: 'File by URL (§4.2)', find: findFile, fields: byUrl, ...file },
		{ point: 'Upload (§4.2)', find: findFile, fields: upload, ...file },
		{ point: 'Buttons (§2.5)', find: findButtons, fields: buttons, ...which },
		{ point: 'send_at (§4.2)', find: findUnit, fields: later, ...when },
	];
}

/** Sends five messages to one phone number, each of them once. Where the first is not accepted, it is the only one. */
export async function send(client: Client, { phone, choose }: Sending): Promise<Row[]> {
	const sent: Array<[Message, Exchange]> = [];
	const operation = { name: 'send', recipient: 'your number' } as const;
	for (const message of messagesOf()) {
		const { point, fields } = message;
		const body = bodyOf({ text: `Check of the WhatsApp Sender node: ${point}`, phone, ...fields });
		const request = { method: 'POST', url: '/send', body } as const;
		const expected = { operation, isExpected: isAcknowledged };
		sent.push([message, await client(point, request, expected)]);
		if (sent[0][1].error) break;
	}
	const rows: Row[] = [];
	for (const [{ point, find, question, choices }, exchange] of sent) {
		const seen = exchange.error
			? seenOf(exchange)
			: await choose(`"${point}": ${question}`, choices);
		rows.push({ point, ...find(exchange, seen) });
	}
	return rows;
}

/** A form where there is a file (§2.3). */
function bodyOf(fields: Record<string, unknown>): FormData | IDataObject {
	if (!fields.file) return fields as IDataObject;
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
	return form;
}
