import type { IDataObject } from 'n8n-workflow';
import type { Policy } from '../broadcast/policy';
import { campaign } from '../broadcast/rules/campaign';
import type { Message, Pending, RecipientRow, RunContext, Sender } from '../broadcast/sender';
import { personOf, type Recipient } from '../service/recipient';
import { oneOf } from '../values/checks';
import { labelsOfOptions, readOption } from '../values/option';
import { schedule, SEND_AT_UNITS } from '../values/schedule';
import { bodyOf, type Body } from './body';
import { ALL_OPTIONS, sendAt } from './fields/options';
import { once, type Item } from './item';
import { choicesOf, countryOf, recipientOf, writtenRecipient } from './recipient';
import { checkKey, sendMessage, serviceFor } from './sendMessage';
import type { Format } from './textFormat';
import { textWarnings } from './textWarnings';

/** How Send Text and Send Media send the message of an item. */
export function messageSender(
	context: RunContext,
	itemAt: (index: number) => Item,
	policy: Policy<Format>,
): Sender {
	return {
		optionNames: labelsOfOptions(itemAt(0).node, ALL_OPTIONS),
		writtenRecipient: (index) => rowOf(writtenRecipient(itemAt(index)), policy),
		prepare: async (index) => await prepareMessage(context, itemAt(index), policy),
	};
}

async function prepareMessage(
	context: RunContext,
	item: Item,
	policy: Policy<Format>,
): Promise<Pending> {
	const choices = choicesOf(item);
	const country = countryOf(item);
	const readSchedule = once(async () => await scheduleOf(item));
	const meantRecipient = await recipientOf(item, choices, country);
	let campaignName: string | undefined;
	const { isTest, redirect, more: textFormat } = policy;
	const to = (await redirect?.(country)) ?? meantRecipient;
	const meantPerson = personOf(meantRecipient);
	const row = rowOf(to, policy, meantRecipient);
	const build = async (): Promise<Message> => {
		const scheduled = await readSchedule();
		const body = await bodyOf({ item, choices, to, sendAt: scheduled?.sendAt, textFormat });
		const service = await serviceFor(item);
		return {
			async preview() {
				await checkKey(context, service);
				const warnings = textWarnings(item, String(body.text));
				return { body: previewOf(body), scheduledFor: scheduled?.time, warnings };
			},
			async send() {
				const { status, data } = await sendMessage(service, body, to);
				const output: IDataObject = { success: true, ...row, status, response: data as string };
				return [{ ...output, ...(scheduled && { scheduledFor: scheduled.time }) }];
			},
		};
	};
	return {
		recipient: to.id,
		// A test reaches nobody else, so its recipients can still get their message.
		person: isTest ? `test ${meantPerson}` : meantPerson,
		meantPerson,
		row,
		country,
		service: async () => await serviceFor(item),
		// No campaign remembers a test.
		campaign: isTest ? undefined : () => (campaignName ??= readOption(item, campaign)),
		scheduledFor: async () => (await readSchedule())?.time,
		build,
	};
}

function rowOf(to: Recipient, { isTest }: Policy, meant = to): RecipientRow {
	return { recipient: to.id, ...(isTest && { meantFor: meant.id }), recipientType: to.type };
}

/** Send At as `send_at` takes it (§2.2), in the credential's unit, and as ISO time. @throws InputError if invalid */
async function scheduleOf(item: Item): Promise<{ sendAt: string; time: string } | undefined> {
	const entered = readOption(item, sendAt);
	if ((entered ?? '') === '') return undefined;
	const { credential } = await item.service();
	const field = 'Unit of Scheduled Times of the WhatsApp Sender API credential';
	const unit = oneOf(SEND_AT_UNITS, field, credential.sendAtUnit);
	return schedule(entered, item.timezone, unit);
}

/** The body for a dry run, which shows a file by its name, type and size. */
function previewOf({ file, ...fields }: Body): IDataObject {
	if (!(file instanceof File)) return fields as IDataObject;
	const { name, type, size } = file;
	return { ...fields, file: { name, type, size } } as IDataObject;
}
