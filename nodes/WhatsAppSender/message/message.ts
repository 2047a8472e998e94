import type { IDataObject } from 'n8n-workflow';
import { executionOf } from '../broadcast/execution';
import type { Policy } from '../broadcast/policy';
import { campaign } from '../broadcast/rules/campaign';
import type { Message, Pending, RecipientRow, RunContext, Sender } from '../broadcast/sender';
import { InputError } from '../errors/nodeErrors';
import { allLists } from '../service/lists';
import { personOf, type Recipient } from '../service/recipient';
import { requestService, type Service } from '../service/requestService';
import { oneOf, quote } from '../values/checks';
import { labelsOfOptions, readOption } from '../values/option';
import { requestSettings } from '../values/requestOptions';
import { schedule, SEND_AT_UNITS } from '../values/schedule';
import { TimeLimit } from '../values/timeLimit';
import { bodyOf, encodeBody, type Body } from './body';
import { ALL_OPTIONS, sendAt } from './fields/options';
import { UploadedFile } from './file';
import { once, type Item } from './item';
import { choicesOf, countryOf, recipientAsEntered, recipientOf } from './recipient';
import type { Format } from './textFormat';
import { textWarnings } from './textWarnings';

/**
 * How an operation sends the messages of its items.
 *
 * @param textOf returns the text for operations without the field Text
 */
export function messageSender(
	context: RunContext,
	itemAt: (index: number) => Item,
	policy: Policy<Format>,
	textOf?: (item: Item) => string,
): Sender {
	const { isTest, redirect, ownOption: textFormat } = policy;
	const rowOf = (to: Recipient, meant = to): RecipientRow => ({
		recipient: to.id,
		...(isTest && { meantFor: meant.id }),
		recipientType: to.type,
	});
	const prepare = async (index: number): Promise<Pending> => {
		const item = itemAt(index);
		const choices = choicesOf(item);
		const country = countryOf(item);
		const readSchedule = once(async () => await scheduleOf(item));
		const meantRecipient = await recipientOf(item, choices, country);
		const to = (await redirect?.(country)) ?? meantRecipient;
		const row = rowOf(to, meantRecipient);
		let campaignName: string | undefined;
		const build = async (): Promise<Message> => {
			const { sendAt: timestamp, time } = (await readSchedule()) ?? {};
			const text = textOf?.(item);
			const body = await bodyOf({ item, choices, to, text, textFormat, sendAt: timestamp });
			const service = await serviceFor(item);
			return {
				async preview() {
					await checkKey(context, service);
					const warnings = textWarnings(item, String(body.text));
					return { body: previewOf(body), scheduledFor: time, warnings };
				},
				async send() {
					const { status, data } = await sendMessage(service, body, to);
					const output = { success: true, ...row, status, response: data as string };
					return [{ ...output, ...(time && { scheduledFor: time }) }];
				},
			};
		};
		return {
			recipient: to.id,
			person: personOf(meantRecipient),
			row,
			country,
			service: async () => await serviceFor(item),
			// Test messages are not recorded in a campaign.
			campaign: isTest ? undefined : () => (campaignName ??= readOption(item, campaign)),
			scheduledFor: async () => (await readSchedule())?.time,
			build,
		};
	};
	return {
		optionNames: labelsOfOptions(itemAt(0).node, ALL_OPTIONS),
		recipientAsEntered: (index) => rowOf(recipientAsEntered(itemAt(index))),
		prepare,
	};
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

/** §4.1, §4.2 */
export const SEND = { method: 'POST', url: '/send' } as const;

/**
 * The service with an item's Request Options. Read before the message is sent, so that an invalid option
 * cannot fail after it.
 */
async function serviceFor(item: Item): Promise<Service> {
	const entered = item.parameter('Request Options', 'requestOptions', {});
	return { ...(await item.service()), settings: requestSettings(entered) };
}

/**
 * Sends one message, once (§4.1, §4.2).
 *
 * @throws UnconfirmedError if the service may have got it, any other error if it did not
 */
async function sendMessage(service: Service, body: Body, { id }: Recipient) {
	const upload = body.file instanceof UploadedFile ? body.file : undefined;
	const timeLimit = new TimeLimit(service.settings?.timeout);
	if (upload) upload.timeLimit = timeLimit;
	try {
		const request = { ...SEND, body: encodeBody(body), timeLimit };
		return await requestService(service, { name: 'send', recipient: id }, request);
	} catch (error) {
		// The request was incomplete without the whole file, so nothing was sent.
		throw upload?.isUnreadable ? unreadableFile(upload, id) : error;
	} finally {
		upload?.close();
	}
}

const unreadableFile = ({ name }: File, recipient: string) =>
	new InputError(`The file ${quote(name)} could not be read, so nothing was sent to ${recipient}`);

/** Checks the API key with the service, once per execution, key and Base URL (§5.1). */
async function checkKey(context: RunContext, service: Service): Promise<void> {
	const { keyChecks } = executionOf(context).dryRuns;
	const key = JSON.stringify([service.baseUrl, service.apiKey]);
	const check = keyChecks.get(key) ?? allLists(service).then(() => {});
	keyChecks.set(key, check);
	await check;
}
