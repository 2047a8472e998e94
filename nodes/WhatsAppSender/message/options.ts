import { campaign } from '../broadcast/campaign';
import { OPTIONS_OF_NEW_NODE, RUN_OPTIONS } from '../broadcast/rules';
import { type Field, oneOf, type Option, optionsField, textField } from '../values/formFields';
import { optionalText } from '../values/text';
import { normalizeCountryCode } from '../values/phone';
import { schedule, SEND_AT_UNITS } from '../values/schedule';
import type { BodyParts, Item, MessageBodyField, MessageOption } from './item';

export const countryCode: Option<string> = {
	...textField('Country Code', 'countryCode'),
	placeholder: 'e.g. 62 or ID',
	description:
		"Replaces the credential's country for numbers without a country code. If your data has a country column, drag it in.",
	emptyHint: 'a country code, e.g. 62 or ID',
	read: (value) => normalizeCountryCode(value),
};

export const fileName: Option = {
	...textField('File Name', 'fileName'),
	placeholder: 'e.g. invoice.pdf',
	description: 'Name to send the file with. If empty, the file keeps its own name.',
	displayOptions: {
		// The editor keeps Media Source when Operation changes.
		show: { '/operation': ['sendMedia'], '/mediaSource': ['binary'] },
		hide: { '@tool': [true] },
	},
	emptyHint: undefined,
	read: (value) => optionalText('File Name', value),
};

/** Never hidden, because n8n drops a hidden option, and the message would be sent immediately. */
const sendAt: MessageOption & MessageBodyField = {
	displayName: 'Send At',
	name: 'sendAt',
	type: 'dateTime',
	default: '',
	description: 'When the service sends the message. Uploads cannot be scheduled.',
	hint: "In the workflow's time zone. A dry run shows it.",
	routing: { send: { type: 'body', property: 'send_at' } },
	bodyValue: (source) => source.schedule?.sendAt,
	emptyHint: '{{ $now }} to send the message now',
};

/** Send At (§2.2). @throws InputError if invalid */
export async function scheduleOf(item: Item): Promise<BodyParts['schedule']> {
	const time = item.option(sendAt);
	if (time === undefined) return undefined;
	const { credential } = await item.service();
	const field = 'Unit of Scheduled Times of the WhatsApp Sender API credential';
	const unit = oneOf(SEND_AT_UNITS, field, credential.sendAtUnit);
	return schedule(time, item.timezone, unit);
}

/** The options of a message, each read for its item when it is needed (`Item.option`). */
const MESSAGE_OPTIONS: MessageOption[] = [campaign, countryCode, fileName, sendAt];

/** The options of a message, and those of the run. */
export const ALL_OPTIONS: MessageOption[] = [...MESSAGE_OPTIONS, ...RUN_OPTIONS].sort(
	(one, other) => one.displayName.localeCompare(other.displayName, 'en'),
);

export const sendOptions: Field = {
	...optionsField(ALL_OPTIONS),
	// A broadcast without a delay can get a number blocked.
	default: OPTIONS_OF_NEW_NODE,
};
