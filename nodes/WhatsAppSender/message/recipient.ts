import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { isGroupEntry } from '../service/lists';
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

/** An item's values of the parameters that decide which other fields the form shows. */
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

/** Reads the country of an item's numbers once: the option's, else the credential's; empty if neither is set. */
export const countryOf = (item: Item): (() => Promise<string>) =>
	once(async () => readOption(item, countryCode) || (await item.service()).countryCode);

/**
 * Who receives the message of an item.
 *
 * @throws InputError if it is invalid, or if an upload would go to a group (§2.3)
 */
export async function recipientOf(
	item: Item,
	{ recipientType, mediaSource }: Choices,
	country: () => Promise<string>,
): Promise<Recipient> {
	const isGroup = recipientType === 'group';
	const { phone, groupId } = item.node.parameters;
	if (recipientType === 'phone') refuseBraces('Phone', phone);
	if (isGroup) refuseBraces('Group ID', groupId);
	const entered = enteredRecipient(item, recipientType);
	const code = !isGroup && needsCountry(entered) ? await country() : '';
	if (recipientType === 'phone') return phoneRecipient(entered, code);
	const recipient = isGroup ? groupRecipient(entered) : contactRecipient(item.json, code);
	if (recipient.type === 'phone' || mediaSource === 'url') return recipient;
	const problem = isGroup ? 'Send To is Group' : 'The contact is a group';
	throw new InputError(
		`${problem}, but uploads can only go to a phone number: set Media Source to URL`,
	);
}

function enteredRecipient({ json, parameter }: Item, recipientType: unknown): unknown {
	if (recipientType === 'contact') return json.phone;
	if (recipientType === 'group') return locatorOf(parameter('Group ID', 'groupId', '')).value;
	return parameter('Phone', 'phone', '');
}

/** A recipient that cannot be read, for the output: the value as it is written. */
export function recipientAsEntered(item: Item): Recipient {
	let type: Recipient['type'] = 'phone';
	try {
		const sendTo = item.parameter('Send To', 'recipientType', 'phone');
		if (sendTo === 'group' || (sendTo === 'contact' && isGroupEntry(item.json))) type = 'group';
		return { type, id: asText(enteredRecipient(item, sendTo)) ?? '' };
	} catch {
		return { type, id: '' };
	}
}
