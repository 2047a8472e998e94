import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import {
	contactRecipient,
	groupRecipient,
	phoneRecipient,
	type Recipient,
} from '../service/recipient';
import { asText, isOn, oneOf } from '../values/checks';
import { locatorOf, refuseBraces, refuseWhole } from '../values/fixedOrExpression';
import { readOption } from '../values/option';
import { needsCountry } from '../values/phone';
import { countryCode } from './fields/options';
import type { Item } from './item';

/** Parameters that decide which other fields the form shows, evaluated for an item. */
export type Choices = ReturnType<typeof choicesOf>;

/** @throws InputError for a choice that the form does not offer */
export function choicesOf(item: Item) {
	refuseWhole('Options', item.node.parameters.options);
	const operation = String(item.node.parameters.operation);
	const isQuestion = operation === SEND_AND_WAIT_OPERATION;
	const sendTo = item.parameter('Send To', 'recipientType', 'phone');
	const source =
		operation === 'sendMedia' ? item.parameter('Media Source', 'mediaSource', 'url') : 'url';
	const isInteractive = item.parameter('Interactive Message', 'isInteractive', false);
	return {
		resource: 'message',
		operation,
		recipientType: oneOf(
			isQuestion ? ['phone', 'group'] : ['phone', 'group', 'contact'],
			'Send To',
			sendTo,
		),
		mediaSource: oneOf(['url', 'binary'], 'Media Source', source),
		isInteractive: isOn('Interactive Message', isInteractive),
	};
}

/** Code of the country of an item's numbers. */
export type Country = () => Promise<string>;

/**
 * Who receives the message of an item, as Send To says.
 *
 * @param country read only where the writing of the number needs it
 * @throws InputError where that is not a recipient, and for an upload to a group (§2.3)
 */
export async function recipientOf(
	item: Item,
	{ recipientType, mediaSource }: Choices,
	country: Country,
): Promise<Recipient> {
	if (recipientType === 'phone') {
		refuseBraces('Phone', item.node.parameters.phone);
		const phone = item.parameter('Phone', 'phone', '');
		return phoneRecipient(phone, needsCountry(phone) ? await country() : '');
	}
	const isGroup = recipientType === 'group';
	if (isGroup) refuseBraces('Group ID', item.node.parameters.groupId);
	const recipient = isGroup
		? groupRecipient(locatorOf(item.parameter('Group ID', 'groupId', '')).value)
		: contactRecipient(item.json, needsCountry(item.json.phone) ? await country() : '');
	if (recipient.type === 'phone' || mediaSource === 'url') return recipient;
	const problem = isGroup ? 'Send To is Group' : 'The contact is a group';
	throw new InputError(
		`${problem}, but uploads can only go to a phone number: set Media Source to URL`,
	);
}

/** A recipient that cannot be read, for the output: the value as it is written. */
export function writtenRecipient({ node, json, parameter }: Item): Recipient {
	const { recipientType } = node.parameters;
	const type = recipientType === 'group' ? 'group' : 'phone';
	const read = () => {
		if (recipientType === 'contact') return json.phone;
		if (type === 'phone') return parameter('Phone', 'phone', '');
		return locatorOf(parameter('Group ID', 'groupId', '')).value;
	};
	try {
		return { type, id: asText(read()) ?? '' };
	} catch {
		return { type, id: '' };
	}
}

/**
 * The country of an item's numbers: the option's, else the credential's; empty where neither is set.
 *
 * @returns a function that reads it once
 */
export function countryOf(item: Item): Country {
	let code: Promise<string> | undefined;
	const read = async () => readOption(item, countryCode) || (await item.service()).countryCode;
	return async () => await (code ??= read());
}
