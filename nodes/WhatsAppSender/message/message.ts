import type { IDataObject, INode } from 'n8n-workflow';
import { oneLine } from '../errors/responseText';
import type { ServiceResponse } from '../service/response';
import type { Message, RunContext, Sender } from '../turns/turn';
import { isNothing, isOn } from '../values/checks';
import { delayOf } from '../values/delay';
import { schedule } from '../values/schedule';
import { bodyOf, type Body } from './body';
import { hasOption, isOptionOn, optionOf, type Item } from './item';
import { choicesOf, personOf, recipientOf, testRecipient, type Recipient } from './recipient';
import { checkKey, sendMessage, serviceFor } from './request';
import { hoursOf } from './sendHours';
import { exclusionOf } from './stopLists';

/** No row of yesterday looks like one of today; with `error`, Retry On Fail would run the node again. */
const RESULT_FIELDS = [
	'success',
	'error',
	'skipped',
	'reason',
	'recipient',
	'recipientType',
	'meantFor',
	'status',
	'response',
	'scheduledFor',
	'warning',
	'dryRun',
	'wouldSend',
	'body',
];

/** Found to be neither on nor off before the item is sent. */
const SWITCHES = ['checkFirst', 'dryRun', 'includeInputFields'];

/** How Send Text and Send Media send the message of an item. */
export function messageSender(
	context: RunContext,
	node: INode,
	at: (index: number) => Item,
): Sender {
	const hasSwitch = hasOption(node, ...SWITCHES);
	const isTest = hasOption(node, 'testPhone');
	return {
		unknown: { recipient: '', ...(isTest && { meantFor: '' }), recipientType: '' },
		toLeaveOut: 'enter its recipient under Never Send To',
		...(hasSwitch && { isOn: (option, index) => isOptionOn(at(index), option) }),
		inputOf(index) {
			const item = at(index);
			if (!isOptionOn(item, 'includeInputFields')) return {};
			const fields = Object.entries(item.json).filter(([field]) => !RESULT_FIELDS.includes(field));
			return Object.fromEntries(fields);
		},

		async begin(index) {
			const item = at(index);
			for (const option of SWITCHES) isOptionOn(item, option);
			// Read once for all items, where one without a result counts as 1.
			optionOf(item, 'concurrency');
			const choices = choicesOf(item);
			const meant = await recipientOf(item, choices);
			const to = isTest ? await testRecipient(item) : meant;
			const meantFor = isTest && { meantFor: meant.id };
			const shown = { recipient: to.id, ...meantFor, recipientType: to.type };
			return {
				recipient: to.id,
				// Whoever a test was meant for has not been reached.
				person: isTest ? `test ${personOf(meant)}` : personOf(meant),
				shown,
				exclusion: { ...exclusionOf(context, item, meant), isTest },
				build: async () => {
					const body = await bodyOf(item, { ...choices, recipientType: to.type }, to);
					return await buildMessage(context, item, { to, shown, body });
				},
			};
		},
	};
}

async function buildMessage(
	context: RunContext,
	item: Item,
	{ to, shown, body }: { to: Recipient; shown: IDataObject; body: Body },
): Promise<Message> {
	const { fields, scheduledFor } = body;
	const isSimplified = isOn('Simplify', item.parameter('simplify', true));
	const service = await serviceFor(item);
	return {
		delay: delayOf(optionOf(item, 'delay')),
		body: withoutFiles(body),
		scheduledFor,
		hours: hoursOf(optionOf(item, 'sendHours'), item, scheduledFor),
		oddities: (isDryRun) => odditiesOf(item, String(fields.text), isDryRun),
		checkKey: async () => await checkKey(context, service),

		async send(warning) {
			// Again, because the delay may have lasted.
			if (scheduledFor) schedule(scheduledFor, item.timezone, 'seconds');
			const response = await sendMessage(context, body, service, to);
			const { status, data } = response;
			const row = { success: true, ...shown, status, response: data as string };
			const json = isSimplified
				? { ...row, ...(scheduledFor && { scheduledFor }) }
				: withoutError(response);
			return [{ ...json, ...(warning && { warning }) }];
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

/**
 * n8n takes an item with a field `error`, even an empty one, for a failed one: Retry On Fail would
 * run the node again although every message was accepted.
 */
function withoutError(response: ServiceResponse): IDataObject {
	const envelope: Partial<ServiceResponse> = { ...response };
	delete envelope.error;
	delete envelope.form;
	return envelope as unknown as IDataObject;
}

/** What is left in a text that was to be filled in: `{name}`, `{{ name }}`. */
const PLACEHOLDER = /\{\{[^{}]+\}\}|\{ *[\p{L}_][\p{L}\p{N}_ .-]*\}/gu;

/**
 * What is no fault of a text but hardly meant, ready to be counted.
 *
 * @param evaluates also looks for expressions within it that give nothing, which takes n8n time
 */
function odditiesOf(item: Item, text: string, evaluates: boolean): string[] {
	const left = text.match(PLACEHOLDER) ?? [];
	const empty = evaluates ? emptyParts(item) : [];
	const oddities = [
		...left.map((part) => `${oneLine(part, 60)} is left in the text of`),
		...empty.map((part) => `${oneLine(part, 60)} gives nothing for`),
	];
	return [...new Set(oddities)];
}

function emptyParts({ node, evaluate }: Item): string[] {
	const entered = String(node.parameters.text);
	const parts = entered.startsWith('=') ? (entered.match(/\{\{.+?\}\}/gs) ?? []) : [];
	return parts.filter((part) => {
		try {
			return isNothing(evaluate(part));
		} catch {
			return false;
		}
	});
}
