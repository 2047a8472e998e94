import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Limits } from '../turns/turn';
import { recipientKey, type Recipient } from '../values/recipient';
import { isOn } from '../values/checks';
import type { Item, ItemContext } from './item';
import { countryCodeSet } from './recipientOf';
import { isOnStopList } from './neverSendTo';

/** A resource locator as the node stores it. */
interface Locator {
	value?: unknown;
	/** Title and number of contacts, as the drop-down showed them. */
	cachedResultName?: unknown;
}

/**
 * Whom the message of an item must not reach, by Never Send To and Each Recipient Once.
 *
 * @returns nothing where neither is set
 * @throws where an expression fails, and InputError where a switch is neither on nor off
 */
export function limitsOf(
	context: ItemContext,
	item: Item,
	recipient: Recipient,
): Limits | undefined {
	const once = isOn('Each Recipient Once', item.parameter('options.eachRecipientOnce', false));
	const list = stopListOf(item);
	if (!once && !list) return undefined;
	return {
		isExcluded: async () =>
			list !== undefined &&
			(await isOnStopList(context, item, list.value, recipient, countryCodeSet(item))),
		once: once ? recipientKey(recipient) : undefined,
		skipped: (reason) => [
			{
				json: {
					success: false,
					skipped: true,
					reason,
					recipient: recipient.id,
					recipientType: recipient.type,
				},
				pairedItem: { item: item.index },
			},
		],
	};
}

/** Looked for by name, so that an expression without a result is an error, not no list. */
function stopListOf(item: Item): Locator | undefined {
	const options = item.node.parameters.options as IDataObject | undefined;
	if (options?.neverSendTo === undefined) return undefined;
	const list = item.parameter('options.neverSendTo', '');
	return typeof list === 'object' && list !== null ? list : { value: list };
}

/**
 * Says in the output panel how many items were skipped, and why:
 * `3 of 120 were skipped: 2 on the list Unsubscribed, 1 twice`.
 */
export function hintSkipped(context: IExecuteFunctions, output: INodeExecutionData[]): void {
	const reasons = output.flatMap(({ json }) =>
		json.success === false && json.skipped === true ? [json.reason] : [],
	);
	if (reasons.length === 0) return;
	const onList = reasons.filter((reason) => reason === 'neverSendTo').length;
	const twice = reasons.length - onList;
	const why = [
		onList > 0 && `${onList} on the list ${titleOf(context)}`,
		twice > 0 && `${twice} twice`,
	];
	context.addExecutionHints({
		message: `${reasons.length} of ${output.length} were skipped: ${why.filter(Boolean).join(', ')}`,
		location: 'outputPane',
	});
}

/** The title that the drop-down showed, without the number of contacts; the ID where there is none. */
function titleOf(context: IExecuteFunctions): string {
	const list = context.getNodeParameter('options.neverSendTo', 0, {}) as Locator;
	const { cachedResultName, value } = list;
	return String(cachedResultName ?? value ?? list).replace(/ \((\d+|\?)\)$/, '');
}
