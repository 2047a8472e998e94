import type { IDataObject } from 'n8n-workflow';
import { isAcknowledged } from '../../nodes/WhatsAppSender/service/response';
import type { Client, Exchange } from './client';
import { WRONG_KEY } from './reads';
import { mind, open, other, row, seenOf, shapeOf, works, type Finding, type Row } from './rows';

/** Whoever sits in front of the terminal. @returns one of the choices */
export type Choose = (question: string, choices: readonly string[]) => Promise<string>;

/** @param seen what the person chose; nothing where nobody was asked */
type Find = (exchange: Exchange, seen: string) => Finding;

/** A point, what the document has for it, the end of its text, and what a response means. */
type Message = [point: string, documented: string, called: string, find: Find, more: More];

interface More {
	fields?: Record<string, unknown>;
	apiKey?: string;
	/** What the person is asked about it; nothing about one that should be refused. */
	question?: string;
	choices?: string[];
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

const findText: Find = (exchange, seen) => {
	const { wire, response, error } = exchange;
	const success = typeof wire?.body === 'string' ? 'OK alone' : `OK in ${shapeOf(wire?.body)}`;
	if (!error && seen === ARRIVED) return works(`${success}; it arrived`);
	if (!error) return mind(`${success}; ${seen}`, 'check in your service why: OK proves no arrival');
	if (!wire) return open('no response', 'look whether the text arrived, and run this again later');
	return Number(response?.status) < 300
		? other(seenOf(exchange), 'the node needs OK: it would not know whether a message was sent')
		: open(seenOf(exchange), 'check that your WhatsApp number is connected, and run this again');
};

const findFile: Find = (exchange, seen) =>
	!exchange.error && seen === ARRIVED
		? works('it arrived')
		: mind(exchange.error ? seenOf(exchange) : `OK; ${seen}`, 'do not send files in this way');

const findButtons: Find = (exchange, seen) => {
	const button = Object.entries(BUTTONS).find(([shown]) => shown === seen);
	if (exchange.error || !button)
		return mind(exchange.error ? seenOf(exchange) : `OK; ${seen}`, ASK);
	return works(`like ${JSON.stringify(button[1])}`, 'enter buttons like this');
};

const findUnit: Find = (exchange, seen) => {
	if (exchange.error) return mind(`seconds: ${seenOf(exchange)}`, MILLISECONDS);
	if (seen === AT_ONCE) return mind('seconds: sent at once', MILLISECONDS);
	return seen === AS_SCHEDULED ? works('seconds') : mind(`seconds: ${seen}`, 'do not use Send At');
};

const findRefusal: Find = (exchange) => {
	if (!exchange.wire) return mind('no response', 'some errors count as unconfirmed messages');
	return exchange.error
		? works(seenOf(exchange))
		: mind('OK', 'OK does not mean that a message was sent');
};

function messagesOf(mediaUrl: string, now: number): Message[] {
	const byUrl = { media_url: mediaUrl };
	const file = { file: new File(['A small file'], 'check.txt') };
	const buttons = { isInteractive: true, footer: 'A footer', buttons: Object.values(BUTTONS) };
	const later = { send_at: String(Math.floor((now + LATER) / 1000)) };
	const ask = (question: string, ...seen: string[]) => ({ question, choices: [...seen, NOT] });
	const withFile = ask('Did it arrive, with the file?', ARRIVED, 'the text without it');
	const which = ask('Which buttons does it show?', ...Object.keys(BUTTONS), 'several', 'none');
	const when = ask('When did it arrive? Wait five minutes.', AS_SCHEDULED, AT_ONCE);
	const [media, wrongKey, noText] = [
		'a file by URL',
		'a wrong key, to be refused',
		'no text, to be refused',
	];
	return [
		['Text (§4.1)', 'HTTP 200, data is OK', 'a text', findText, ask('Did it arrive?', ARRIVED)],
		['File by URL (§4.2)', 'as a text', media, findFile, { fields: byUrl, ...withFile }],
		['Upload (§4.2)', 'as a text', 'an upload', findFile, { fields: file, ...withFile }],
		['Buttons (§2.5)', 'not shown', 'buttons', findButtons, { fields: buttons, ...which }],
		['send_at (§4.2)', 'unit not shown', 'a scheduled text', findUnit, { fields: later, ...when }],
		['Wrong key, send (§7)', 'not shown', wrongKey, findRefusal, { apiKey: WRONG_KEY }],
		['No text, send (§7)', 'not shown', noText, findRefusal, { fields: { text: undefined } }],
	];
}

/**
 * Sends five messages to one phone number, and two requests that should be refused, each of them once.
 * Where the first is not accepted, it is the only one.
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
	const expected = { operation, isExpected: isAcknowledged };
	for (const message of messagesOf(mediaUrl, Date.now())) {
		const [, , called, , { fields, apiKey }] = message;
		const body = bodyOf({ text: `Check of the WhatsApp Sender node: ${called}`, phone, ...fields });
		const request = { method: 'POST', url: '/send', body } as const;
		sent.push([message, await client(called, request, expected, apiKey)]);
		if (sent[0][1].error) break;
	}
	const rows: Row[] = [];
	for (const [[point, documented, called, find, { question, choices = [] }], exchange] of sent) {
		const isAsked = question && !exchange.error;
		const seen = isAsked ? await choose(`"${called}": ${question}`, choices) : '';
		rows.push(...row(point, documented, find(exchange, seen)));
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
