import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { listField, optionsField } from '../../formFields';
import { delayOption } from '../../values/delay';
import { type Option, TURN_OFF } from '../../values/option';
import { sendHours } from '../sendHours';
import { textFormat } from '../textFormat';

export const countryCode: Option = {
	displayName: 'Country Code',
	name: 'countryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 62',
	description:
		"Country of numbers without a country code, in place of the credential's. Use an expression where a sheet has a column for it.",
	instead: 'a country code, e.g. 62',
};

export const dryRun: Option = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	builderHint: { propertyHint: 'Off unless added: set it to true to turn it on' },
	description: 'Whether to send nothing, and return what would be sent',
	instead: TURN_OFF,
};

export const eachRecipientOnce: Option = {
	displayName: 'Each Recipient Once',
	name: 'eachRecipientOnce',
	type: 'boolean',
	default: true,
	builderHint: dryRun.builderHint,
	description:
		'Whether to skip recipients already sent to in this execution, loops and retries included',
	instead: TURN_OFF,
};

export const fileName: Option = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice.pdf',
	description: 'Name to send the file with. If empty, the file keeps its own name.',
	instead: undefined,
};

export const includeInputFields: Option = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: true,
	builderHint: dryRun.builderHint,
	description:
		'Whether each output item begins with the fields of its input item, e.g. the row of a sheet',
	// The model reads the result alone.
	displayOptions: { hide: { '@tool': [true] } },
	instead: TURN_OFF,
};

export const maxPerExecution: Option = {
	displayName: 'Max Messages per Execution',
	name: 'maxPerExecution',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'Maximum number of messages per execution, including loops and retries. Further items are skipped.',
	instead: 'a number of messages',
};

/** A field for contacts and groups: one of the account's lists, or entered. */
const contactsField = {
	...listField,
	modes: [
		...listField.modes,
		{
			displayName: 'Numbers',
			name: 'numbers',
			type: 'string',
			placeholder: 'e.g. 6281234567890, 6281234567891',
			hint: 'Numbers and group IDs between commas, or an expression that returns a list of them',
		},
	],
	instead: 'the ID of a list; under Numbers, [] for nobody',
} satisfies Partial<Option>;

export const neverSendTo: Option = {
	displayName: 'Never Send To',
	name: 'neverSendTo',
	...contactsField,
	description:
		'Contacts and groups to skip, e.g. people who unsubscribed. If they cannot be read, nothing is sent.',
};

export const onlySendTo: Option = {
	displayName: 'Only Send To',
	name: 'onlySendTo',
	...contactsField,
	description: 'The only contacts and groups to send to, e.g. your own team',
};

export const sendAt: Option = {
	displayName: 'Send At',
	name: 'sendAt',
	type: 'dateTime',
	default: '',
	description: 'When the service sends the message',
	hint: "In the workflow's time zone. A dry run says which one that is.",
	routing: { send: { type: 'body', property: 'send_at' } },
	instead: '{{ $now }} to send the message now',
};

export const testPhone: Option = {
	displayName: 'Send Test To',
	name: 'testPhone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +62 812-3456-7890',
	description: 'Your own number. It gets the first three messages, and nobody else gets one.',
	instead: 'a phone number',
};

/** The options of both send operations, with those that they show in different cases. */
const sendOptions = (file: INodeProperties[], time: INodeProperties[]) =>
	optionsField([
		countryCode,
		delayOption,
		dryRun,
		eachRecipientOnce,
		...file,
		includeInputFields,
		maxPerExecution,
		neverSendTo,
		onlySendTo,
		...time,
		sendHours,
		testPhone,
		textFormat,
	]);

export const sendTextOptions = sendOptions([], [sendAt]);

/**
 * A collection of its own: the editor keeps Media Source when Operation changes, and it must not
 * hide anything of Send Text.
 */
export const sendMediaOptions = sendOptions(
	updateDisplayOptions({ show: { '/mediaSource': ['binary'] }, hide: { '@tool': [true] } }, [
		fileName,
	]),
	updateDisplayOptions({ show: { '/mediaSource': ['url'] } }, [sendAt]),
);
