import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import type { RecipientRow } from '../broadcast/sender';
import { InputError, withWords } from '../errors/nodeErrors';
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

/** The number of Send Test To, read as Phone is. @throws InputError where it is no phone number */
export async function testRecipient(phone: unknown, country: Country): Promise<Recipient> {
	try {
		return phoneRecipient(phone, needsCountry(phone) ? await country() : '');
	} catch (error) {
		throw withWords('Send Test To', error);
	}
}

/** What the output says about a recipient that cannot be read: the value as it is written. */
export function writtenRecipient({ node, json, parameter }: Item, isTest: boolean): RecipientRow {
	const type = String(node.parameters.recipientType ?? 'phone');
	const row = (written: unknown, recipientType: string): RecipientRow => ({
		recipient: asText(written) ?? '',
		...(isTest && { meantFor: asText(written) ?? '' }),
		recipientType,
	});
	try {
		if (type === 'contact') return row(json.phone, 'phone');
		if (type !== 'group') return row(parameter('Phone', 'phone', ''), 'phone');
		return row(locatorOf(parameter('Group ID', 'groupId', '')).value, 'group');
	} catch {
		return row('', type === 'group' ? 'group' : 'phone');
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
