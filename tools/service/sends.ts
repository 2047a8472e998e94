import type { IDataObject } from 'n8n-workflow';
import { isAcknowledged } from '../../nodes/WhatsAppSender/service/response';
import type { Client, Exchange } from './client';
import { WRONG_KEY } from './reads';

/** Whoever sits in front of the terminal. */
export interface Person {
	/** @returns one of the choices */
	choose(question: string, choices: readonly string[]): Promise<string>;
}

/** A message, and what the person has seen of it on the phone, where there was something to see. */
export interface Send {
	exchange: Exchange;
	seen?: string;
}

type Message = 'text' | 'media' | 'upload' | 'buttons' | 'sendAt' | 'wrongKey' | 'noText';
/** What the messages have brought; one that was not sent is missing. */
export type Sends = Partial<Record<Message, Send>>;

/** Milliseconds until the scheduled message is due. */
const LATER = 3 * 60_000;

/** What a button may look like, by what it shows: the document does not say it (§2.5). */
export const BUTTONS = {
	A: 'A',
	B: { text: 'B' },
	C: { title: 'C' },
	D: { displayText: 'D' },
};

export const ARRIVED = 'yes';
export const AT_ONCE = 'at once';
const NOT = 'it did not arrive';
const PARTLY = 'the text without it';

/** What the person is asked about each message, in this order. */
const QUESTIONS: Array<[message: Message, question: string, choices: string[]]> = [
	['text', 'Did "a text" arrive?', [ARRIVED, NOT]],
	['media', 'Did "a file by URL" arrive, with the file?', [ARRIVED, PARTLY, NOT]],
	['upload', 'Did "an upload" arrive, with the file?', [ARRIVED, PARTLY, NOT]],
	[
		'buttons',
		'Which buttons does "buttons" show?',
		[...Object.keys(BUTTONS), 'several', 'none, only the text', NOT],
	],
	[
		'sendAt',
		'When did "a scheduled text" arrive? Wait five minutes.',
		['three minutes after it was sent', AT_ONCE, NOT],
	],
];

/**
 * Sends five messages to one phone number, and two requests that should be refused, each of them once.
 * Where the first is not accepted, it is the only one.
 *
 * @param phone in the service's format (§2.2)
 */
export async function send(
	client: Client,
	person: Person,
	phone: string,
	mediaUrl: string,
): Promise<Sends> {
	const sends: Sends = {};
	const operation = { name: 'send', recipient: 'your number' } as const;
	const post = async (
		message: Message,
		purpose: string,
		more: IDataObject | FormData,
		key?: string,
	) => {
		const text = `Check of the WhatsApp Sender node: ${purpose}`;
		const body = more instanceof FormData ? more : { text, phone, ...more };
		const request = { method: 'POST', url: '/send', body } as const;
		const expected = { operation, isExpected: isAcknowledged };
		sends[message] = { exchange: await client.request(purpose, request, expected, key) };
	};
	await post('text', 'a text', {});
	if (sends.text?.exchange.error) return sends;
	await post('media', 'a file by URL', { media_url: mediaUrl });
	await post('upload', 'an upload', upload(phone));
	const buttons = Object.values(BUTTONS) as never;
	await post('buttons', 'buttons', { isInteractive: true, footer: 'A footer', buttons });
	const due = Math.floor((client.surroundings.now() + LATER) / 1000);
	await post('sendAt', 'a scheduled text', { send_at: String(due) });
	await post('wrongKey', 'a wrong key, which should be refused', {}, WRONG_KEY);
	await post('noText', 'no text, which should be refused', { text: undefined });
	for (const [message, question, choices] of QUESTIONS) {
		const sent = sends[message];
		// One that was refused cannot have arrived.
		if (sent?.exchange.error?.name !== 'RejectedError')
			Object.assign(sent ?? {}, { seen: await person.choose(question, choices) });
	}
	return sends;
}

function upload(phone: string): FormData {
	const form = new FormData();
	form.append('text', 'Check of the WhatsApp Sender node: an upload');
	form.append('phone', phone);
	form.append('file', new File(['Check of the WhatsApp Sender node'], 'check.txt'));
	return form;
}
