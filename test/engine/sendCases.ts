import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';

export const PHONE = '6281234567890';

/** One message, whatever runs the node. */
export interface SendCase {
	parameters?: INodeParameters;
	/** The input item. */
	json?: IDataObject;
	/** What the service does; it accepts the message unless set. */
	fault?: Fault;
	/** Body that arrives, without the key; nothing arrives where there is none. */
	body?: IDataObject;
	/** Output, as far as it matters. */
	output?: IDataObject;
	/** Beginning of the error's message. */
	error?: string;
	/** Part of its description. */
	advice?: string;
}

const text = { text: 'Hello' };
const media = { operation: 'sendMedia', mediaUrl: ' https://example.com/a.pdf ' };
const upload = { operation: 'sendMedia', mediaSource: 'binary' };
// The form shows both sources then.
const uploadByExpression = { ...media, mediaSource: '={{ "binary" }}' };
const byUrl = { ...text, phone: PHONE, media_url: 'https://example.com/a.pdf' };
const simplified = {
	success: true,
	recipient: PHONE,
	recipientType: 'phone',
	status: 200,
	response: 'OK',
};
const toPhone = { body: { phone: PHONE, ...text } };
const notAccepted = `Message to ${PHONE} was not accepted (HTTP`;
const page = '<!doctype html><title>Welcome</title>';

export const ACCEPTED: Record<string, SendCase> = {
	'a text to a phone': { ...toPhone, output: simplified },
	'a phone as people write it': { parameters: { phone: '+62 (812) 3456-7890' }, ...toPhone },
	'a phone with a leading 0': {
		parameters: { phone: '0812 3456 7890', options: { countryCode: '62' } },
		...toPhone,
	},
	'a text of any script': {
		parameters: { text: ' شكرا 👋🏽\n"x" \\ ' },
		body: { phone: PHONE, text: ' شكرا 👋🏽\n"x" \\ ' },
	},
	'a text to a group': {
		parameters: { recipientType: 'group', groupId: ' 120@g.us ' },
		body: { group_id: '120@g.us', ...text },
		output: { ...simplified, recipient: '120@g.us', recipientType: 'group' },
	},
	'a contact from a list': {
		parameters: { recipientType: 'contact' },
		json: { phone: '+62 812 3456 7890', is_group: false },
		...toPhone,
	},
	'a group from a list': {
		parameters: { recipientType: 'contact' },
		json: { phone: '120@g.us', is_group: true },
		body: { group_id: '120@g.us', ...text },
	},
	'Send To by expression': {
		parameters: { recipientType: '={{ "group" }}', groupId: '120@g.us' },
		body: { group_id: '120@g.us', ...text },
	},
	'values from expressions': {
		parameters: { phone: '={{ $json.n }}', text: '={{ $json.n }}' },
		json: { n: 6281234567890 },
		body: { phone: PHONE, text: PHONE },
	},
	'an interactive message': {
		parameters: { isInteractive: true, footer: 'Bye', buttons: '[{"text":"Yes"},"No"]' },
		body: {
			...toPhone.body,
			isInteractive: true,
			footer: 'Bye',
			buttons: [{ text: 'Yes' }, 'No'],
		},
	},
	'an interactive message without footer and buttons': {
		parameters: { isInteractive: '={{ "TRUE" }}', footer: '', buttons: '={{ [] }}' },
		body: { ...toPhone.body, isInteractive: true },
	},
	'nothing interactive where it is off': {
		parameters: { isInteractive: '={{ "" }}', footer: 'Bye', buttons: '[1]' },
		...toPhone,
	},
	'a schedule in seconds': {
		parameters: { options: { sendAt: '2036-12-01T09:00:00' } },
		body: { ...toPhone.body, send_at: '2111709600' },
		output: { ...simplified, scheduledFor: '2036-12-01T02:00:00.000Z' },
	},
	'a schedule in milliseconds': {
		parameters: {
			options: { sendAt: '={{ 2111709600 }}', sendAtUnit: '={{ "milliseconds" }}' },
		},
		body: { ...toPhone.body, send_at: '2111709600000' },
		output: { ...simplified, scheduledFor: '2036-12-01T02:00:00.000Z' },
	},
	'media by its URL': { parameters: media, body: byUrl, output: simplified },
	'interactive media to a group': {
		parameters: {
			...media,
			recipientType: 'group',
			groupId: 'g',
			isInteractive: true,
			footer: 'x',
		},
		body: { ...text, group_id: 'g', media_url: byUrl.media_url, isInteractive: true, footer: 'x' },
	},
	'the whole response where Simplify is off': {
		parameters: { simplify: false },
		...toPhone,
		output: { status: 200, statusText: '', data: 'OK' },
	},
	'a time-out and delays that do not matter': {
		parameters: {
			options: { minDelay: 3600, maxDelay: 3600, concurrency: 10 },
			requestOptions: { timeout: 20_000 },
		},
		...toPhone,
	},
};

export const BAD_INPUT: Record<string, SendCase> = {
	'no phone': { parameters: { phone: '={{ "" }}' }, error: 'Phone "" is empty' },
	'a leading 0': { parameters: { phone: '0812' }, error: 'Phone "0812" starts with 0: ' },
	'no group': { parameters: { recipientType: 'group', groupId: ' ' }, error: 'Group ID is empty' },
	'no contact': {
		parameters: { recipientType: 'contact' },
		error: 'The input item has no phone to send to',
	},
	'no text': { parameters: { text: '={{ "" }}' }, error: 'Text is empty' },
	'an object as text': { parameters: { text: '={{ ({}) }}' }, error: 'Text is an object' },
	'no media': { parameters: { ...media, mediaUrl: '={{ "" }}' }, error: 'Media URL is empty' },
	'media without an address': {
		parameters: { ...media, mediaUrl: 'a.png' },
		error: 'Media URL "a.png" is not a web address',
	},
	'a kind of recipient that there is not': {
		parameters: { recipientType: '={{ "nobody" }}', groupId: '120@g.us' },
		error: 'Send To "nobody" is not supported: use phone, group or contact',
	},
	'a source that there is not': {
		parameters: { ...media, mediaSource: '={{ "ftp" }}' },
		error: 'Media Source "ftp" is not supported: use url or binary',
	},
	'a switch that is neither on nor off': {
		parameters: { isInteractive: '={{ "maybe" }}' },
		error: 'Interactive Message "maybe" is neither true nor false',
	},
	'a Simplify that is neither on nor off': {
		parameters: { simplify: '={{ "maybe" }}' },
		error: 'Simplify "maybe" is neither true nor false',
	},
	'buttons that are not JSON': {
		parameters: { isInteractive: true, buttons: '[oops' },
		error: 'Buttons "[oops" is not a JSON array',
	},
	'a time that is not one': {
		parameters: { options: { sendAt: 'tomorrow' } },
		error: 'Send At "tomorrow" is not a date and time',
	},
	'a country code that is not one': {
		parameters: { options: { countryCode: 'ID' } },
		error: 'Default Country Code "ID" is not a country code',
	},
	'no file': { parameters: upload, error: 'This item has no file in "data". Set Input Data Field' },
	'an upload with buttons': {
		parameters: { ...uploadByExpression, isInteractive: true },
		error: 'Interactive Message is set, but uploads can only go to a phone number',
	},
	'an upload to a group': {
		parameters: { ...uploadByExpression, recipientType: 'group', groupId: 'g@g.us' },
		error: 'Send To is Group, but uploads can only go to a phone number',
	},
};

const rejected = (status: number, body: unknown, error: string, advice: string): SendCase => ({
	...toPhone,
	fault: { status, body } as Fault,
	error: `${notAccepted} ${status}): ${error}`,
	advice,
});

export const FAILED: Record<string, SendCase> = {
	'HTTP 400': rejected(400, { error: 'Bad phone' }, 'Bad phone', 'Check the values'),
	'HTTP 401': rejected(401, 'Who?', 'Who?', 'Check the API Key'),
	'HTTP 404': rejected(404, 'Not found', 'Not found', 'Check the API Key'),
	'HTTP 422': rejected(422, { message: 'Bad text' }, 'Bad text', 'Check the values'),
	'HTTP 429': rejected(429, 'Slow down', 'Slow down', 'Minimum and Maximum Delay'),
	'HTTP 500': rejected(500, 'No signal', 'No signal', 'Check the recipient'),
	'HTTP 503 without text': rejected(503, '', 'Service Unavailable', 'Check the recipient'),
	'HTTP 504 of a gateway': rejected(
		504,
		page,
		'Welcome. This came from a gateway, so the message may already have been sent',
		'Check in WhatsApp',
	),
	'a redirect': rejected(302, '', 'it redirects to another address', 'Set Base URL'),
	'an error in the envelope under HTTP 200': {
		...toPhone,
		fault: { status: 200, body: { status: 500, data: 'No signal' } },
		error: `${notAccepted} 500): No signal`,
	},
	'a web page': {
		...toPhone,
		fault: { status: 200, body: page, contentType: 'text/html' },
		error:
			'The service answered HTTP 200 with a web page "Welcome", but it is not a messaging API: check the Base URL',
		advice: 'Check in WhatsApp',
	},
	'another text than OK': {
		...toPhone,
		fault: { status: 200, body: 'Queued' },
		error: 'The service answered HTTP 200 with "Queued": check the Base URL',
	},
	'a connection that is cut': {
		...toPhone,
		fault: 'cut-after',
		error: 'No answer from 127.0.0.1:',
		advice: 'Check in WhatsApp',
	},
	'a time-out': {
		...toPhone,
		parameters: { requestOptions: { timeout: 200 } },
		fault: { delay: 3000 },
		error: 'No answer from 127.0.0.1:',
		advice: 'Check in WhatsApp',
	},
};
