import type { IDataObject } from 'n8n-workflow';
import { isAcknowledged } from '../../nodes/WhatsAppSender/service/response';
import type { Client, Exchange } from './client';
import { mind, open, other, works, type Finding, type Row } from './rows';

export interface Sending {
	/** The person's own number, in the service's format (§2.2). */
	phone: string;
	/** Asks whoever sits in front of the terminal. @returns one of the choices */
	choose: (question: string, choices: readonly string[]) => Promise<string>;
}

/** A message, and what the person is asked about it. */
interface Message {
	point: string;
	fields?: () => IDataObject | { file: File };
	question: string;
	/** What may be seen, and what to do about it; nothing where the node works as it is. */
	choices: Record<string, string>;
	/** What to do where the service does not accept it. */
	rejected?: string;
}

export const ARRIVED = 'it arrived';
export const AS_SCHEDULED = 'three minutes after it was sent';
export const AT_ONCE = 'at once';
const NOT = 'it did not arrive';

/** Milliseconds until the scheduled message is due. */
const LATER = 3 * 60_000;
/** One page that anybody may fetch. */
const MEDIA_URL = 'https://www.w3.org/WAI/ER/tests/xhtml/testfiles/resources/pdf/dummy.pdf';
/** What a button may look like, by what it shows: the document does not say it (§2.5). */
const BUTTONS = { A: 'A', B: { text: 'B' }, C: { title: 'C' }, D: { displayText: 'D' } };
const LIKE = Object.entries(BUTTONS).map(([shown, button]) => {
	return [shown, `enter buttons like ${JSON.stringify(button)}`];
});
const NO_BUTTONS = 'ask your service what a button looks like, or send none';
const NO_FILES = 'do not send files in this way';
const OTHER_UNIT = 'choose Milliseconds in the credential, as Unit of Scheduled Times';

const file = {
	question: 'Did it arrive, with the file?',
	choices: { [ARRIVED]: '', 'the text without it': NO_FILES, [NOT]: NO_FILES },
	rejected: NO_FILES,
};

const MESSAGES: Message[] = [
	{
		point: 'Text (§4.1)',
		question: 'Did it arrive?',
		choices: { [ARRIVED]: '', [NOT]: 'check in your service why: OK proves no arrival' },
	},
	{ point: 'File by URL (§4.2)', fields: () => ({ media_url: MEDIA_URL }), ...file },
	{
		point: 'Upload (§4.2)',
		fields: () => ({ file: new File(['A small file'], 'check.txt') }),
		...file,
	},
	{
		point: 'Buttons (§2.5)',
		fields: () => ({ isInteractive: true, footer: 'A footer', buttons: Object.values(BUTTONS) }),
		question: 'Which buttons does it show?',
		choices: {
			...Object.fromEntries(LIKE),
			...{ several: NO_BUTTONS, none: NO_BUTTONS, [NOT]: NO_BUTTONS },
		},
		rejected: NO_BUTTONS,
	},
	{
		point: 'send_at (§4.2)',
		fields: () => ({ send_at: String(Math.floor((Date.now() + LATER) / 1000)) }),
		question: 'When did it arrive? Wait five minutes.',
		choices: { [AS_SCHEDULED]: '', [AT_ONCE]: OTHER_UNIT, [NOT]: 'do not use Send At' },
		rejected: OTHER_UNIT,
	},
];

/** Sends five messages to one phone number, each once; where the first is not accepted, it alone. */
export async function send(request: Client, { phone, choose }: Sending): Promise<Row[]> {
	const exchanges: Exchange[] = [];
	for (const { point, fields } of MESSAGES) {
		const text = `Check of the WhatsApp Sender node: ${point}`;
		const body = bodyOf({ text, phone, ...fields?.() });
		exchanges.push(await request(point, { method: 'POST', url: '/send', body }, isAcknowledged));
		if (exchanges[0].failure) return [{ point, ...findNotAccepted(exchanges[0]) }];
	}
	const rows: Row[] = [];
	for (const [index, { failure, seen }] of exchanges.entries()) {
		const { point, question, choices, rejected = '' } = MESSAGES[index];
		const ask = async () => await choose(`"${point}": ${question}`, Object.keys(choices));
		const shown = failure ? seen : await ask();
		const means = failure ? rejected : choices[shown];
		rows.push({ point, ...(means ? mind(shown, means) : works(shown)) });
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
function bodyOf(fields: Record<string, unknown>): FormData | IDataObject {
	if (!fields.file) return fields as IDataObject;
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
	return form;
}
