import type { IDataObject } from 'n8n-workflow';
import type { ServiceResponse } from '../service/response';
import type { Message, RunContext, Sender } from '../turns/turn';
import { isOn } from '../values/checks';
import { delayOf } from '../values/delay';
import { schedule } from '../values/schedule';
import { bodyOf, type Body } from './body';
import { hasOption, isOptionOn, optionOf, type Item, type Items } from './item';
import { odditiesOf } from './oddities';
import { choicesOf, personOf, recipientOf, testRecipient, type Recipient } from './recipient';
import { checkKey, sendMessage, serviceFor } from './request';
import { hoursOf } from './sendHours';
import { EXCLUSION_OPTIONS, exclusionOf, NO_EXCLUSION } from './stopLists';

/** No row of yesterday looks like one of today; with `error`, Retry On Fail would run the node again. */
const RESULT_FIELDS = [
	...['success', 'error', 'skipped', 'reason', 'recipient', 'recipientType', 'meantFor', 'status'],
	...['response', 'scheduledFor', 'warning', 'dryRun', 'wouldSend', 'body'],
];

/** Found to be neither on nor off before the item is sent. */
const SWITCHES = ['checkFirst', 'dryRun', 'includeInputFields'];

/** How Send Text and Send Media send the message of an item. */
export function messageSender(context: RunContext, { node, at }: Items): Sender {
	const hasSwitch = hasOption(node, ...SWITCHES);
	const isSelective = hasOption(node, ...EXCLUSION_OPTIONS);
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
			if (hasSwitch) for (const option of SWITCHES) isOptionOn(item, option);
			// Read once for all items, where one without a result counts as 1.
			optionOf(item, 'concurrency');
			const choices = choicesOf(item);
			const meant = recipientOf(item, choices);
			const test = isTest ? testRecipient(item) : undefined;
			const to = test ?? meant;
			const exclusion = isSelective ? exclusionOf(context, item, meant) : undefined;
			return {
				recipient: to.id,
				// Whoever a test was meant for has not been reached.
				person: test ? `test ${personOf(meant)}` : personOf(meant),
				shown: shownOf(to, test && meant),
				exclusion: test ? { ...(exclusion ?? NO_EXCLUSION), isTest: true } : exclusion,
				build: async () => {
					const body = await bodyOf(item, { ...choices, recipientType: to.type }, to);
					return await buildMessage(context, item, { to, meant: test && meant, body });
				},
			};
		},
	};
}

/** What a row says of who receives a message. @param meant who would, if it were no test */
const shownOf = ({ id, type }: Recipient, meant?: Recipient): IDataObject => ({
	recipient: id,
	...(meant && { meantFor: meant.id }),
	recipientType: type,
});

/** What is sent to whom. */
interface Content {
	to: Recipient;
	/** Whom it is meant for, where it is sent to a test number. */
	meant?: Recipient;
	body: Body;
}

async function buildMessage(
	context: RunContext,
	item: Item,
	{ to, meant, body }: Content,
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
			const row = { success: true, ...shownOf(to, meant), status, response: data as string };
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
	const envelope = { ...response };
	delete envelope.error;
	return envelope as unknown as IDataObject;
}
