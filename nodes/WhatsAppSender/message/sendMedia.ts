import { InputError } from '../errors/failures';
import { choiceField, shownIf, textField } from '../values/formFields';
import { asText } from '../values/text';
import { requiredWebAddress } from '../values/webAddress';
import { interactiveFields, text } from './fields';
import { fileOf } from './file';
import { entered, type MessageBodyField, type MessageOperation } from './item';
import { sendOptions } from './options';
import { SEND, sendInTool, sendMessages } from './send';
import { recipientFields } from './sendTo';

const mediaSource = choiceField('Media Source', 'mediaSource', 'url', {
	options: [
		{ name: 'URL', value: 'url', description: 'The service downloads the file from a web address' },
		{
			name: 'Upload',
			value: 'binary',
			description:
				'Uploads a file of the row. Only to phone numbers, without buttons or a schedule.',
			displayOptions: { hide: { '@tool': [true] } },
		},
	],
});

const ifUrl = { show: { mediaSource: ['url'] } };
const ifUpload = { show: { mediaSource: ['binary'] } };

const mediaUrl: MessageBodyField = {
	...textField('Media URL', 'mediaUrl'),
	required: true,
	placeholder: 'e.g. https://example.com/invoice.pdf',
	description: 'Web address of the file. The service must be able to open it without a login.',
	routing: { send: { type: 'body', property: 'media_url' } },
	bodyValue: ({ item }) => requiredMediaUrl(entered(item, mediaUrl)),
};

/** A data URL, base64, a file in n8n's own storage, or a file on the user's computer. */
const FILE = /^(?:data:|blob:|file:|filesystem-v2|[A-Z]:\\|[\w+/-]{64,}={0,2}$)/i;

/** The web address of a file. @throws InputError that says how to send the file itself */
export function requiredMediaUrl(value: unknown): string {
	if (!FILE.test((asText(value) ?? '').replace(/\s/g, ''))) {
		return requiredWebAddress('Media URL', value, 'https://example.com/invoice.pdf');
	}
	throw new InputError(
		'Media URL is a file, not a web address: enter an address, or use Convert to File (for base64) and set Media Source to Upload',
	);
}

const INPUT_FIELD = 'Input Data Field Name';

const inputDataField: MessageBodyField = {
	...textField(INPUT_FIELD, 'binaryPropertyName'),
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input field containing the file to upload',
	description: 'Most nodes name it "data"',
	routing: { send: { type: 'body', property: 'file' } },
	async bodyValue({ item, choices, schedule }) {
		// What an upload does not support (§2.3), and the form cannot hide.
		const conflict = choices.isInteractive ? 'Interactive Message' : schedule && 'Send At';
		if (conflict) {
			throw new InputError(
				`${conflict} is set, but uploads can only go to a phone number, without buttons or a schedule: remove it, or set Media Source to URL`,
			);
		}
		return await fileOf(item, item.parameter(INPUT_FIELD, 'binaryPropertyName', 'data'));
	},
};

/** §4.2. An upload cannot go to a group, and cannot be interactive or scheduled (§2.3). */
export const sendMedia: MessageOperation = {
	resource: 'message',
	value: 'sendMedia',
	name: 'Send Media',
	action: 'Send media message',
	description: 'Send a message with a picture, video, document or other file',
	request: SEND,
	sendByRouting: async (context) => await sendInTool(context, sendMedia),
	refusesGroups: ({ mediaSource: source }) =>
		source === 'binary'
			? 'uploads can only go to a phone number: set Media Source to URL'
			: undefined,
	fields: [
		...shownIf(ifUrl, recipientFields('contact', 'group', 'phone')),
		...shownIf(ifUpload, recipientFields('contact', 'phone')),
		mediaSource,
		...shownIf(ifUrl, [mediaUrl]),
		...shownIf({ ...ifUpload, hide: { '@tool': [true] } }, [inputDataField]),
		text,
		...shownIf(ifUrl, interactiveFields),
		sendOptions,
	],
	run: async (context) => await sendMessages(context, sendMedia),
};
