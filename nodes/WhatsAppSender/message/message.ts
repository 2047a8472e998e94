import type { IDataObject } from 'n8n-workflow';
import type { Policy } from '../broadcast/policy';
import { campaign } from '../broadcast/rules/campaign';
import type { Message, Pending, RecipientRow, RunContext, Sender } from '../broadcast/sender';
import { personOf, type Recipient } from '../service/recipient';
import { labelsOfOptions, readOption } from '../values/option';
import { bodyOf, type Body } from './body';
import { ALL_OPTIONS, fileName } from './fields/options';
import type { Item } from './item';
import { choicesOf, countryOf, recipientOf, writtenRecipient, type Choices } from './recipient';
import { checkKey, sendMessage, serviceFor } from './sendMessage';
import { textWarnings } from './textWarnings';
import { scheduleReader, type ScheduleReader } from './scheduled';
import type { Format } from './textFormat';

/** How Send Text and Send Media send the message of an item. */
export function messageSender(
	context: RunContext,
	at: (index: number) => Item,
	policy: Policy<Format>,
): Sender {
	const { node } = at(0);
	return {
		optionNames: labelsOfOptions(node, ALL_OPTIONS),
		writtenRecipient: (index) => rowOf(writtenRecipient(at(index)), policy),
		prepare: async (index) => await prepareMessage(context, at(index), policy),
	};
}

async function prepareMessage(
	context: RunContext,
	item: Item,
	policy: Policy<Format>,
): Promise<Pending> {
	const choices = choicesOf(item);
	const country = countryOf(item);
	const schedule = scheduleReader(item);
	const meant = await recipientOf(item, choices, country);
	const { isTest, redirect } = policy;
	const to = (await redirect?.(country)) ?? meant;
	const meantPerson = personOf(meant);
	const row = rowOf(to, policy, meant);
	return {
		recipient: to.id,
		// A test reaches nobody else, so its recipients can still get their message.
		person: isTest ? `test ${meantPerson}` : meantPerson,
		meantPerson,
		row,
		country,
		service: async () => await serviceFor(item),
		// No campaign remembers a test.
		campaign: isTest ? undefined : () => readOption(item, campaign),
		scheduledFor: async () => (await schedule())?.time,
		build: async () => await buildMessage(context, item, { choices, to, row, policy, schedule }),
	};
}

function rowOf(to: Recipient, { isTest }: Policy, meant = to): RecipientRow {
	return { recipient: to.id, ...(isTest && { meantFor: meant.id }), recipientType: to.type };
}

/** What is known about a message before it is built. */
interface Known {
	choices: Choices;
	to: Recipient;
	row: RecipientRow;
	policy: Policy<Format>;
	schedule: ScheduleReader;
}

async function buildMessage(
	context: RunContext,
	item: Item,
	{ choices, to, row, policy, schedule }: Known,
): Promise<Message> {
	const scheduled = await schedule();
	const body = await bodyOf(item, {
		choices,
		to,
		fileName: readOption(item, fileName),
		sendAt: scheduled?.sendAt,
		textFormat: policy.more,
	});
	const { fields } = body;
	const scheduledFor = scheduled?.time;
	const service = await serviceFor(item);
	return {
		async preview() {
			await checkKey(context, service);
			const warnings = textWarnings(item, String(fields.text));
			return { body: withoutFiles(body), scheduledFor, warnings };
		},
		async send() {
			const { status, data } = await sendMessage(service, body, to);
			const output: IDataObject = { success: true, ...row, status, response: data as string };
			return [{ ...output, ...(scheduledFor && { scheduledFor }) }];
		},
	};
}

/** The body as a dry run shows it: of a file, its name, type and size. */
function withoutFiles({ fields }: Body): IDataObject {
	const entries = Object.entries(fields).map(([field, value]) => {
		if (!(value instanceof File)) return [field, value];
		const { name, type, size } = value;
		return [field, { name, type, size }];
	});
	return Object.fromEntries(entries) as IDataObject;
}
