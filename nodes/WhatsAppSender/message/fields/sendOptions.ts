import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { WorkflowError } from '../../errors/nodeErrors';
import { optionsField } from '../../formFields';
import { asText, isOn, quoted } from '../../values/checks';
import { normalizeCountryCode } from '../../values/countryCode';
import { delay } from '../../values/delay';
import type { Option } from '../../values/option';
import { sendHours } from '../sendHours';
import { neverSendTo, onlySendTo } from '../stopListOptions';
import { textFormat } from '../textFormat';

export const countryCode: Option<string> = {
	displayName: 'Country Code',
	name: 'countryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 62',
	description:
		"Country of numbers without a country code, in place of the credential's. Use an expression where a sheet has a column for it.",
	instead: 'a country code, e.g. 62',
	read: (value) => normalizeCountryCode(value),
};

/** A switch is on as soon as it is added; a model that builds a workflow reads its default. */
const switchOption = (field: Pick<Option, 'displayName' | 'name' | 'description'>) =>
	({
		...field,
		type: 'boolean',
		default: true,
		builderHint: { propertyHint: 'Off unless added: set it to true to turn it on' },
		instead: 'false to turn it off',
		read: (value) => isOn(field.displayName, value),
	}) satisfies Option<boolean>;

export const dryRun = switchOption({
	displayName: 'Dry Run',
	name: 'dryRun',
	description: 'Whether to send nothing, and return what would be sent',
});

const eachRecipientOnce = switchOption({
	displayName: 'Each Recipient Once',
	name: 'eachRecipientOnce',
	description:
		'Whether to skip recipients already sent to in this execution, loops and retries included',
});

const fileName: Option = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice.pdf',
	description: 'Name to send the file with. If empty, the file keeps its own name.',
	instead: undefined,
	read: (value) => value,
};

export const includeInputFields: Option<boolean> = {
	...switchOption({
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		description:
			'Whether each output item begins with the fields of its input item, e.g. the row of a sheet',
	}),
	// The model reads the result alone.
	displayOptions: { hide: { '@tool': [true] } },
};

const maxPerExecution: Option<number> = {
	displayName: 'Max Messages per Execution',
	name: 'maxPerExecution',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'Maximum number of messages per execution, including loops and retries. Further items are skipped.',
	instead: 'a number of messages',
	read(value) {
		const max = Number(asText(value) || Number.NaN);
		if (Number.isInteger(max) && max >= 1) return max;
		throw new WorkflowError(
			`Max Messages per Execution ${quoted(value)} is not a number of messages: enter a whole number, 1 or more`,
		);
	},
};

const sendAt: Option = {
	displayName: 'Send At',
	name: 'sendAt',
	type: 'dateTime',
	default: '',
	description: 'When the service sends the message',
	hint: "In the workflow's time zone. A dry run says which one that is.",
	routing: { send: { type: 'body', property: 'send_at' } },
	instead: '{{ $now }} to send the message now',
	read: (value) => value,
};

export const testPhone: Option = {
	displayName: 'Send Test To',
	name: 'testPhone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +62 812-3456-7890',
	description: 'Your own number. It gets the first three messages, and nobody else gets one.',
	instead: 'a phone number',
	read: (value) => value,
};

/** Who must not be sent to. */
export const EXCLUSIONS = { neverSendTo, onlySendTo, eachRecipientOnce, maxPerExecution };

/** What is sent, and when. */
export const MESSAGE_OPTIONS = {
	delay,
	fileName,
	includeInputFields,
	sendAt,
	sendHours,
	textFormat,
};

/** The options of both send operations, with those that they show in different cases. */
const sendOptions = (file: INodeProperties[], time: INodeProperties[]) =>
	optionsField([
		countryCode,
		delay,
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
