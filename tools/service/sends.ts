import type { IDataObject } from 'n8n-workflow';
import { isAcknowledged } from '../../nodes/WhatsAppSender/service/response';
import type { Client, Exchange } from './client';
import { mind, open, other, seenOf, works, type Finding, type Row } from './rows';

/** Whoever sits in front of the terminal. @returns one of the choices */
export type Choose = (question: string, choices: readonly string[]) => Promise<string>;

/** A point, the end of its text, and what a response means. */
interface Message {
	point: string;
	called: string;
	/** @param seen what the person chose; nothing where nobody was asked */
	find: (exchange: Exchange, seen: string) => Finding;
	fields?: Record<string, unknown>;
	/** What the person is asked about it. */
	question: string;
	choices: string[];
}

/** Milliseconds until the scheduled message is due. */
const LATER = 3 * 60_000;
/** What a button may look like, by what it shows: the document does not say it (§2.5). */
const BUTTONS = { A: 'A', B: { text: 'B' }, C: { title: 'C' }, D: { displayText: 'D' } };

export const ARRIVED = 'yes';
export const AS_SCHEDULED = 'three minutes after it was sent';
export const AT_ONCE = 'at once';
const NOT = 'it did not arrive';

const ASK = 'ask your service what a button looks like, or send none';
const MILLISECONDS = 'choose Milliseconds in the credential, as Unit of Scheduled Times';

const findText: Message['find'] = (exchange, seen) => {
	const { wire, response, error } = exchange;
	if (!error && seen === ARRIVED) return works('it arrived');
	if (!error) return mind(seen, 'check in your service why: OK proves no arrival');
	if (!wire) return open('no response', 'look whether the text arrived, and run this again later');
	return Number(response?.status) < 300
		? other(seenOf(exchange), 'the node needs OK: it would not know whether a message was sent')
		: open(seenOf(exchange), 'check that your WhatsApp number is connected, and run this again');
};

const findFile: Message['find'] = (exchange, seen) =>
	!exchange.error && seen === ARRIVED
		? works('it arrived')
		: mind(exchange.error ? seenOf(exchange) : seen, 'do not send files in this way');

const findButtons: Message['find'] = (exchange, seen) => {
	const button = Object.entries(BUTTONS).find(([shown]) => shown === seen);
	if (exchange.error || !button) return mind(exchange.error ? seenOf(exchange) : seen, ASK);
	return works(`like ${JSON.stringify(button[1])}`, 'enter buttons like this');
};

const findUnit: Message['find'] = (exchange, seen) => {
	if (exchange.error || seen === AT_ONCE) return mind(seen || seenOf(exchange), MILLISECONDS);
	return seen === AS_SCHEDULED ? works('seconds') : mind(seen, 'do not use Send At');
};

function messagesOf(mediaUrl: string): Message[] {
	const buttons = { isInteractive: true, footer: 'A footer', buttons: Object.values(BUTTONS) };
	const later = { send_at: String(Math.floor((Date.now() + LATER) / 1000)) };
	const ask = (question: string, ...seen: string[]) => ({ question, choices: [...seen, NOT] });
	const text = ask('Did it arrive?', ARRIVED);
	const file = ask('Did it arrive, with the file?', ARRIVED, 'the text without it');
	const which = ask('Which buttons does it show?', ...Object.keys(BUTTONS), 'several', 'none');
	const when = ask('When did it arrive? Wait five minutes.', AS_SCHEDULED, AT_ONCE);
	const upload = { file: new File(['A small file'], 'check.txt') };
	const byUrl = { media_url: mediaUrl };
	return [
		{ point: 'Text (§4.1)', called: 'a text', find: findText, ...text },
		{
			point: 'File by URL (§4.2)',
			called: 'a file by URL',
			find: findFile,
			fields: byUrl,
			...file,
		},
		{ point: 'Upload (§4.2)', called: 'an upload', find: findFile, fields: upload, ...file },
		{ point: 'Buttons (§2.5)', called: 'buttons', find: findButtons, fields: buttons, ...which },
		{ point: 'send_at (§4.2)', called: 'a scheduled text', find: findUnit, fields: later, ...when },
	];
}

/**
 * Sends five messages to one phone number, each of them once. Where the first is not accepted, it is the only one.
 *
 * @param phone in the service's format (§2.2)
 */
export async function send(
	client: Client,
	choose: Choose,
	phone: string,
	mediaUrl: string,
): Promise<Row[]> {
	const sent: Array<[Message, Exchange]> = [];
	const operation = { name: 'send', recipient: 'your number' } as const;
	for (const message of messagesOf(mediaUrl)) {
		const { called, fields } = message;
		const body = bodyOf({ text: `Check of the WhatsApp Sender node: ${called}`, phone, ...fields });
		const request = { method: 'POST', url: '/send', body } as const;
		const expected = { operation, isExpected: isAcknowledged };
		sent.push([message, await client(called, request, expected)]);
		if (sent[0][1].error) break;
	}
	const rows: Row[] = [];
	for (const [{ point, called, find, question, choices }, exchange] of sent) {
		const seen = !exchange.error ? await choose(`"${called}": ${question}`, choices) : '';
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
