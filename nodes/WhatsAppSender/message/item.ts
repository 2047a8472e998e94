import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { serviceOf, type Service } from '../service/request';
import { isTool } from '../turns/tool';
import { isNothing } from '../values/checks';

/** What runs the node: a custom operation, or the routing. */
export type ItemContext = IExecuteFunctions | IExecuteSingleFunctions;

/** An input item with the node's parameters for it, the same in a custom operation and in the routing. */
export interface Item {
	index: number;
	json: IDataObject;
	node: INode;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	/** @throws where its expression fails */
	parameter: (name: string, fallback: unknown) => unknown;
	/** The service of the item's credential, read once. */
	service: () => Promise<Service>;
	/** @param field name of a binary field, or the binary object itself */
	binary: (field: string | IBinaryData) => IBinaryData;
	helpers: ItemContext['helpers'];
}

/** The input items, with the node that they all have. */
export interface Items {
	node: INode;
	at: (index: number) => Item;
}

/** The items of a custom operation. */
export function itemsOf(context: IExecuteFunctions): Items {
	const { helpers } = context;
	const items = context.getInputData();
	// n8n copies the node with all its parameters each time it is asked for it.
	const node = context.getNode();
	const timezone = context.getTimezone();
	const at = (index: number): Item => {
		let service: Promise<Service> | undefined;
		return {
			index,
			json: items[index].json,
			node,
			timezone,
			parameter: (name, fallback) => context.getNodeParameter(name, index, fallback),
			service: async () => await (service ??= serviceOf(context, index)),
			binary: (field) => helpers.assertBinaryData(index, field),
			helpers,
		};
	};
	return { node, at };
}

/** The item of a routing request. */
export function itemOfRouting(context: IExecuteSingleFunctions): Item {
	const { helpers } = context;
	const node = context.getNode();
	const input = isTool(node) ? NodeConnectionTypes.AiTool : undefined;
	return {
		index: context.getItemIndex(),
		json: context.getInputData(0, input).json,
		node,
		timezone: context.getTimezone(),
		parameter: (name, fallback) => context.getNodeParameter(name, fallback),
		service: async () => await serviceOf(context),
		binary: (field) => helpers.assertBinaryData(field as string),
		helpers,
	};
}

/** Whether any of some options has been added to the node. */
export function hasOption({ parameters }: INode, ...names: string[]): boolean {
	const options = parameters.options as IDataObject | undefined;
	return names.some((name) => options?.[name] !== undefined);
}

const OFF = 'false to turn it off';
const LISTS = 'the ID of a list; under Phone Numbers, [] for nobody';

/** Options that protect recipients: their labels, and what an expression may return instead of nothing. */
const PROTECTING: Record<string, [label: string, instead: string]> = {
	checkFirst: ['Check All Items First', OFF],
	delay: ['Delay Between Messages', 'a number of seconds, 0 for no delay'],
	dryRun: ['Dry Run', OFF],
	eachRecipientOnce: ['Each Recipient Once', OFF],
	maxPerExecution: ['Max Messages per Execution', 'a number of messages'],
	neverSendTo: ['Never Send To', LISTS],
	onlySendTo: ['Only Send To', LISTS],
	sendAt: ['Send At', '{{ $now }} to send the message now'],
	sendHours: ['Send Only Between', 'times like 09:00, and days'],
};

/**
 * The value of an option for an item. Only an option that has been added is evaluated, because
 * n8n takes time for each.
 *
 * @returns `undefined` where it has not been added
 * @throws where its expression fails, and InputError where that of an option that protects has no
 * result: n8n makes nothing of an error inside an expression
 */
export function optionOf({ node, parameter }: Item, name: string): unknown {
	if (!hasOption(node, name)) return undefined;
	const value = parameter(`options.${name}`, '') ?? null;
	const [label, instead] = PROTECTING[name] ?? [];
	if (!label || !lacksResult((node.parameters.options as IDataObject)[name], value)) return value;
	// A model reads what it is to pass, and knows no expressions.
	const fix = isTool(node) ? instead.replace('{{ $now }}', new Date().toISOString()) : instead;
	throw new InputError(`${label}: the expression has no result. Return ${fix}`);
}

/** Whether an expression in what the user entered has no result. */
function lacksResult(entered: unknown, value: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=') && isNothing(value);
	if (typeof entered !== 'object' || entered === null) return false;
	return Object.entries(entered).some(([key, part]) =>
		lacksResult(part, (value as IDataObject | null)?.[key]),
	);
}
