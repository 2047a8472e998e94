import type { IDataObject } from 'n8n-workflow';
import { SEND } from '../../nodes/WhatsAppSender/message/send';
import type { Client, Exchange, Finding, Row } from './client';

/** A file that anybody may download. */
const MEDIA_URL = 'https://www.w3.org/WAI/ER/tests/xhtml/testfiles/resources/pdf/dummy.pdf';
/** Four forms of a button, by their labels: the interface does not define one (§2.5). */
const BUTTONS = { A: 'A', B: { text: 'B' }, C: { title: 'C' }, D: { displayText: 'D' } };
const FORMS = Object.entries(BUTTONS).map(([label, form]) => `${label}: ${JSON.stringify(form)}`);
const NO_FILES = 'do not send files this way';

/** The fields of a message besides text and phone, how it should arrive, and what to do otherwise. */
const messages = (): Array<[point: string, fields: IDataObject, arrives: string, fix: string]> => [
	['Text (§4.1)', {}, '', 'check in your service why'],
	['File by URL (§4.2)', { media_url: MEDIA_URL }, 'with the file', NO_FILES],
	[
		'Upload (§4.2)',
		{ file: new File(['A file'], 'check.txt') as never },
		'with the file',
		NO_FILES,
	],
	[
		'Buttons (§2.5)',
		{ isInteractive: true, footer: 'A footer', buttons: Object.values(BUTTONS) },
		'with buttons A to D',
		`enter buttons like those that arrived (${FORMS.join(', ')}), or ask your service about them`,
	],
	[
		'send_at (§4.2)',
		{ send_at: String(Math.floor(Date.now() / 1000) + 3 * 60) },
		'three minutes later',
		'choose Milliseconds in the credential, as Unit of Scheduled Times',
	],
];

/** Sends five messages to a phone number, or the first alone if the service does not accept it. */
export async function send(request: Client, phone: string): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [point, fields, arrives, fix] of messages()) {
		const text = `Check of the WhatsApp Sender node: ${point}`;
		const body = bodyOf({ text, phone, ...fields });
		const exchange = await request(point, { ...SEND, recipient: 'your number' }, { body });
		const { failure, seen } = exchange;
		if (failure && rows.length === 0) return [[point, ...findNotAccepted(exchange)]];
		const look = `works; if it did not arrive${arrives && ` ${arrives}`}, ${fix}`;
		rows.push(failure ? [point, 'needsSetting', seen, fix] : [point, 'works', 'accepted', look]);
	}
	return rows;
}

function findNotAccepted({ status, seen }: Exchange): Finding {
	return status && status < 300
		? ['otherApi', seen, 'the node needs OK: otherwise it cannot know whether a message was sent']
		: ['unknown', seen, 'check whether the text arrived and your WhatsApp number is connected'];
}

/** A form if the message contains a file (§2.3). */
function bodyOf(fields: IDataObject): FormData | IDataObject {
	if (!fields.file) return fields;
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
	return form;
}
