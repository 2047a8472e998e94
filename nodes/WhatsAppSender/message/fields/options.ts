import type { INodeProperties } from 'n8n-workflow';
import { RULES } from '../../broadcast/policy';
import { campaign } from '../../broadcast/rules/campaign';
import { OPTIONS_OF_NEW_NODE } from '../../broadcast/rules/delay';
import { optionsField } from '../../formFields';
import { normalizeCountryCode } from '../../values/numberingPlan';
import type { Option } from '../../values/option';
import { textFormat } from '../textFormat';

export const countryCode: Option<string> = {
	displayName: 'Country Code',
	name: 'countryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 62 or ID',
	description:
		"Replaces the credential's country for numbers without a country code. Use an expression if your data has a country column.",
	emptyHint: 'a country code, e.g. 62 or ID',
	read: (value) => normalizeCountryCode(value),
};

export const fileName: Option = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice.pdf',
	description: 'Name to send the file with. If empty, the file keeps its own name.',
	displayOptions: {
		// The editor keeps Media Source when Operation changes.
		show: { '/operation': ['sendMedia'], '/mediaSource': ['binary'] },
		hide: { '@tool': [true] },
	},
	emptyHint: undefined,
	read: (value) => value,
};

/** Never hidden, because n8n drops a hidden option, and the message would be sent immediately. */
export const sendAt: Option = {
	displayName: 'Send At',
	name: 'sendAt',
	type: 'dateTime',
	default: '',
	description: 'When the service sends the message. Uploads cannot be scheduled.',
	hint: "In the workflow's time zone. A dry run shows it.",
	routing: { send: { type: 'body', property: 'send_at' } },
	emptyHint: '{{ $now }} to send the message now',
	read: (value) => value,
};

/** The options of a message, and those of the run. */
export const ALL_OPTIONS: INodeProperties[] = [
	...RULES,
	campaign,
	countryCode,
	fileName,
	sendAt,
	textFormat,
].sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));

export const sendOptions: INodeProperties = {
	...optionsField(ALL_OPTIONS),
	// A broadcast without a delay can get a number blocked.
	default: OPTIONS_OF_NEW_NODE,
};
