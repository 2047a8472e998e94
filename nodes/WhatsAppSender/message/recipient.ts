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
import { once, type Item } from './item';

/** Parameters that decide which other fields the form shows, evaluated for an item. */
export type Choices = ReturnType<typeof choicesOf>;

/** @throws WorkflowError for a choice that the form does not offer */
export function choicesOf(item: Item) {
	refuseWhole('Options', item.node.parameters.options);
	const operation = String(item.node.parameters.operation);
	const types = ['phone', 'group'];
	if (operation !== SEND_AND_WAIT_OPERATION) types.push('contact');
	const sendTo = item.parameter('Send To', 'recipientType', 'phone');
	const source = item.parameter('Media Source', 'mediaSource', 'url');
	const isInteractive = item.parameter('Interactive Message', 'isInteractive', false);
	return {
		resource: 'message',
		operation,
		recipientType: oneOf(types, 'Send To', sendTo),
		mediaSource: oneOf(['url', 'binary'], 'Media Source', source),
		isInteractive: isOn('Interactive Message', isInteractive),
	};
}

/** Code of the country of an item's numbers. */
export type Country = () => Promise<string>;

/** The country of an item's numbers, read once: the option's, else the credential's; empty where neither is set. */
export const countryOf = (item: Item): Country =>
	once(async () => readOption(item, countryCode) || (await item.service()).countryCode);

/** Reads the country only if the writing of the number needs it. */
const countryFor = async (phone: unknown, country: Country): Promise<string> =>
	needsCountry(phone) ? await country() : '';

/**
 * Who receives the message of an item, as Send To says.
 *
 * @throws InputError where that is not a recipient, and for an upload to a group (§2.3)
 */
export async function recipientOf(
	item: Item,
	{ recipientType, mediaSource }: Choices,
	country: Country,
): Promise<Recipient> {
	const { phone, groupId } = item.node.parameters;
	const entered = enteredRecipient(item, recipientType);
	if (recipientType === 'phone') {
		refuseBraces('Phone', phone);
		return phoneRecipient(entered, await countryFor(entered, country));
	}
	const isGroup = recipientType === 'group';
	if (isGroup) refuseBraces('Group ID', groupId);
	const recipient = isGroup
		? groupRecipient(entered)
		: contactRecipient(item.json, await countryFor(entered, country));
	if (recipient.type === 'phone' || mediaSource === 'url') return recipient;
	const problem = isGroup ? 'Send To is Group' : 'The contact is a group';
	throw new InputError(
		`${problem}, but uploads can only go to a phone number: set Media Source to URL`,
	);
}

function enteredRecipient({ json, parameter }: Item, recipientType: string): unknown {
	if (recipientType === 'contact') return json.phone;
	if (recipientType === 'group') return locatorOf(parameter('Group ID', 'groupId', '')).value;
	return parameter('Phone', 'phone', '');
}

/** The number of Send Test To, read as Phone is. @throws InputError where it is no phone number */
export async function testRecipient(phone: unknown, country: Country): Promise<Recipient> {
	try {
		return phoneRecipient(phone, await countryFor(phone, country));
	} catch (error) {
		throw withWords('Send Test To', error);
	}
}

/** What the output says about a recipient that cannot be read: the value as it is written. */
export function writtenRecipient(item: Item, isTest: boolean): RecipientRow {
	const type = String(item.node.parameters.recipientType ?? 'phone');
	let recipient = '';
	try {
		recipient = asText(enteredRecipient(item, type)) ?? '';
	} catch {
		// The error of its expression is the item's error already.
	}
	const meantFor = isTest && { meantFor: recipient };
	return { recipient, ...meantFor, recipientType: type === 'group' ? 'group' : 'phone' };
}
