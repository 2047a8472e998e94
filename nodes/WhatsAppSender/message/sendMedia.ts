import { InputError } from '../errors/failures';
import { choiceField, shownIf, textField } from '../values/formFields';
import type { Field } from '../values/input';
import { interactiveFields, text } from './fields';
import { fileOf } from './file';
import { entered, type MessageBodyField, type MessageOperation } from './item';
import { requiredMediaUrl } from './mediaUrl';
import { sendOptions } from './options';
import { SEND, sendInTool, sendMessages } from './send';
import { recipientFields } from './sendTo';

const mediaSource = choiceField('Media Source', 'mediaSource', 'url', {
	options: [
		{ name: 'URL', value: 'url', description: 'The service downloads the file from a web address' },
		{
			name: 'Upload',
			value: 'binary',
			description: 'Uploads a file of the row (phone numbers only)',
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
	bodyValue: (source) => requiredMediaUrl(source.label, entered(source)),
};

const uploadNotice: Field = {
	displayName: 'Uploads can only go to a phone number, without buttons or a schedule',
	name: 'uploadNotice',
	type: 'notice',
	default: '',
};

const inputDataField: MessageBodyField = {
	...textField('Input Data Field Name', 'binaryPropertyName'),
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input field containing the file to upload',
	description: 'Most nodes name it "data"',
	routing: { send: { type: 'body', property: 'file' } },
	async bodyValue({ item, label, choices, schedule }) {
		refuseConflicts(choices.isInteractive ? 'Interactive Message' : schedule && 'Send At');
		return await fileOf(item, item.parameter(label, 'binaryPropertyName', 'data'));
	},
};

/** Refuses options that an upload does not support (§2.3) and that the form cannot hide. */
function refuseConflicts(conflict: string | undefined): void {
	if (!conflict) return;
	throw new InputError(
		`${conflict} is set, but uploads can only go to a phone number, without buttons or a schedule: remove it, or set Media Source to URL`,
	);
}

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
		...shownIf({ ...ifUpload, hide: { '@tool': [true] } }, [uploadNotice, inputDataField]),
		text,
		...shownIf(ifUrl, interactiveFields),
		sendOptions,
	],
	run: async (context) => await sendMessages(context, sendMedia),
};
