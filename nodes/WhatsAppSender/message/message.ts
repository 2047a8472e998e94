import type { IDataObject, INode } from 'n8n-workflow';
import { oneLine } from '../errors/responseText';
import { isResultField, type Row } from '../turns/rows';
import type { Message, PendingMessage, RunContext, Sender } from '../turns/sender';
import { isNothing } from '../values/checks';
import { hasOption, readOption, readOptions } from '../values/option';
import { schedule } from '../values/schedule';
import { bodyOf, type Body } from './body';
import {
	dryRun,
	EXCLUSIONS,
	includeInputFields,
	MESSAGE_OPTIONS,
	testPhone,
} from './fields/sendOptions';
import type { Item } from './item';
import {
	choicesOf,
	personOf,
	recipientOf,
	testRecipient,
	type Choices,
	type Recipient,
} from './recipient';
import { checkKey, sendMessage, serviceFor } from './sendMessage';
import { exclusionOf } from './stopLists';

/** How Send Text and Send Media send the message of an item. */
export function messageSender(
	context: RunContext,
	node: INode,
	at: (index: number) => Item,
): Sender {
	const isTest = hasOption(node, testPhone);
	const hasExclusions = Object.values(EXCLUSIONS).some((option) => hasOption(node, option));
	return {
		isTest,
		unknownRecipient: { recipient: '', ...(isTest && { meantFor: '' }), recipientType: '' },
		...(hasOption(node, dryRun) && {
			isDryRun: (index) => readOption(at(index), dryRun) ?? false,
		}),
		...(hasOption(node, includeInputFields) && { inputFields: (index) => inputFields(at(index)) }),
		begin: async (index) => await beginMessage(context, at(index), { isTest, hasExclusions }),
	};
}

/** No row of yesterday looks like one of today; with `error`, Retry On Fail would run the node again. */
function inputFields(item: Item): IDataObject {
	try {
		if (!readOption(item, includeInputFields)) return {};
	} catch {
		// That is the failure of the item already.
		return {};
	}
	const fields = Object.entries(item.json).filter(([field]) => !isResultField(field));
	return Object.fromEntries(fields);
}

async function beginMessage(
	context: RunContext,
	item: Item,
	{ isTest, hasExclusions }: { isTest: boolean; hasExclusions: boolean },
): Promise<PendingMessage> {
	const choices = choicesOf(item);
	const intended = await recipientOf(item, choices);
	const to = isTest ? await testRecipient(item) : intended;
	const meantFor = isTest && { meantFor: intended.id };
	const shown: Row = { recipient: to.id, ...meantFor, recipientType: to.type };
	return {
		recipient: to.id,
		// A test reaches nobody but the test number, so its recipients can still get their message.
		person: isTest ? `test ${personOf(intended)}` : personOf(intended),
		shown,
		exclusion: hasExclusions ? () => exclusionOf(context, item, intended) : undefined,
		build: async () => await buildMessage(context, item, { choices, to, shown }),
	};
}

async function buildMessage(
	context: RunContext,
	item: Item,
	{ choices, to, shown }: { choices: Choices; to: Recipient; shown: Row },
): Promise<Message> {
	const options = readOptions(item, MESSAGE_OPTIONS);
	const body = await bodyOf(item, { choices, to, options });
	const { fields, scheduledFor } = body;
	const service = await serviceFor(item);
	return {
		delay: options.delay ?? 0,
		hours: options.sendHours?.(scheduledFor),
		async preview() {
			await checkKey(context, service);
			const warnings = warningsOf(item, String(fields.text));
			return { body: withoutFiles(body), scheduledFor, warnings };
		},
		async send() {
			// Again, because the delay may have lasted.
			if (scheduledFor) schedule(scheduledFor, item.timezone, 'seconds');
			const { status, data } = await sendMessage(service, body, to);
			const row: Row = { success: true, ...shown, status, response: data as string };
			return [{ ...row, ...(scheduledFor && { scheduledFor }) }];
		},
	};
}

/** The body as a dry run shows it: of a file, its name, type and size. */
function withoutFiles({ fields }: Body): IDataObject {
	const shown = Object.entries(fields).map(([field, value]) => {
		if (!(value instanceof File)) return [field, value];
		const { name, type, size } = value;
		return [field, { name, type, size }];
	});
	return Object.fromEntries(shown) as IDataObject;
}

/** What is left in a text that was to be filled in: `{name}`, `{{ name }}`. */
const PLACEHOLDER = /\{\{[^{}]+\}\}|\{ *[\p{L}_][\p{L}\p{N}_ .-]*\}/gu;

/** What is no fault of a text but hardly meant, ready to be counted. */
function warningsOf({ node, evaluate }: Item, text: string): string[] {
	const entered = String(node.parameters.text);
	const parts = entered.startsWith('=') ? (entered.match(/\{\{.+?\}\}/gs) ?? []) : [];
	const empty = parts.filter((part) => {
		try {
			return isNothing(evaluate(part));
		} catch {
			return false;
		}
	});
	const warnings = [
		...(text.match(PLACEHOLDER) ?? []).map((part) => `${oneLine(part, 60)} is left in the text of`),
		...empty.map((part) => `${oneLine(part, 60)} gives nothing for`),
	];
	return [...new Set(warnings)];
}
