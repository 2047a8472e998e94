import {
	type IBinaryData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import type { RunContext } from '../broadcast/channel';
import { parameterReader, type ReadParameter } from '../values/expressions';
import {
	type BodyField,
	type ChoiceField,
	choiceOf,
	enteredText,
	type Field,
	isSwitchedOn,
	type Option,
	type OptionSource,
	readOption,
	refuseWhole,
} from '../values/formFields';
import type { Operation } from '../operation';
import type { Recipient } from '../service/recipient';
import type { ServiceRequest } from '../service/response';
import { apiKeyOf, type Service, serviceOf } from '../service/service';
import { once } from '../values/promises';
import { type schedule, timezoneOf } from '../values/schedule';

/** How n8n gives a run its items. */
interface ItemAccess {
	inputs: INodeExecutionData[];
	/** The arguments of a tool call. */
	call?: IDataObject;
	indexOf(item: number): number;
	parameter(index: number, name: string, fallback: unknown): unknown;
	binary(index: number, field: string | IBinaryData): IBinaryData;
}

/** A custom operation has all items; n8n's routing has the arguments of a tool call, and reads its parameters itself. */
function accessTo(context: RunContext): ItemAccess {
	if ('getItemIndex' in context) {
		const input = context.getInputData(0, NodeConnectionTypes.AiTool);
		return {
			inputs: [input],
			call: input.json,
			indexOf: () => context.getItemIndex(),
			parameter: (_index, name, fallback) => context.getNodeParameter(name, fallback),
			binary: (_index, field) => context.helpers.assertBinaryData(field as string),
		};
	}
	return {
		inputs: context.getInputData(),
		indexOf: (item) => item,
		parameter: (index, name, fallback) => context.getNodeParameter(name, index, fallback),
		binary: (index, field) => context.helpers.assertBinaryData(index, field),
	};
}

/** The input items of a run. A tool call that n8n's routing runs has one, with the arguments of the call. */
export class Items {
	readonly count: number;
	/** Read once, because n8n copies the node with all its parameters for each call. */
	readonly node: INode;
	/** IANA name of the workflow's time zone. */
	readonly timezone: string;
	readonly access: ItemAccess;
	/** Kept, because n8n decrypts the credential of each item anew. */
	private last?: [index: number, item: Item];

	constructor(readonly context: RunContext) {
		this.access = accessTo(context);
		this.count = this.access.inputs.length;
		this.node = context.getNode();
		this.timezone = timezoneOf(context);
	}

	at(index: number): Item {
		if (this.last?.[0] !== index) this.last = [index, new Item(this, index)];
		return this.last[1];
	}
}

/** An input item with the node's parameters for it, the same in a custom operation and in the routing. */
export class Item implements OptionSource {
	readonly node: INode;
	readonly timezone: string;
	readonly input: INodeExecutionData;
	readonly json: IDataObject;
	readonly parameter: ReadParameter;
	/** The service of the item's credential, with the item's Request Options; read once. */
	readonly service: () => Promise<Service>;
	readonly apiKey: () => Promise<string>;
	/** n8n's index. */
	private readonly index: number;
	private readonly options = new Map<string, unknown>();

	constructor(
		private readonly items: Items,
		item: number,
	) {
		const { access, context, node, timezone } = items;
		this.node = node;
		this.timezone = timezone;
		const index = access.indexOf(item);
		this.index = index;
		this.input = access.inputs[item];
		this.json = this.input.json;
		this.parameter = parameterReader((name, fallback) => access.parameter(index, name, fallback));
		this.apiKey = async () => await apiKeyOf(context, index);
		this.service = once(async () => {
			const requestOptions = this.parameter('Request Options', 'requestOptions', {});
			return await serviceOf(context, requestOptions, index);
		});
	}

	get helpers(): RunContext['helpers'] {
		return this.items.context.helpers;
	}

	/** The value of an option of the message, read when it is needed, and once. */
	option<T>(option: Omit<Option<T>, 'routing'>): T | undefined {
		const { options } = this;
		const { name } = option;
		if (!options.has(name)) options.set(name, readOption(this, option));
		return options.get(name) as T | undefined;
	}

	/** The value of an expression, in double braces, for this item or the one of an index. */
	evaluate = (expression: string, index = this.index): unknown =>
		this.items.context.evaluateExpression(expression, index);

	/** @param field name of a binary field, or the binary object itself */
	binary(field: string | IBinaryData): IBinaryData {
		return this.items.access.binary(this.index, field);
	}
}

/** What a body is made of. */
export interface BodyParts {
	item: Item;
	choices: Choices;
	to: Recipient;
	/** The text of Send and Wait for Response, with its link. */
	text?: string;
	schedule?: ReturnType<typeof schedule>;
}

/** The value of a field for the item. */
export const entered = (item: Item, field: MessageField): unknown =>
	enteredText(item, field.displayName, field.name, field.default, field.required);

/** An operation that sends a message for each item. */
export interface MessageOperation extends Operation<MessageField> {
	request: ServiceRequest;
	/** Why a message cannot go to a group, and the fix; nothing if it can. */
	refusesGroups?(choices: Choices): string | undefined;
}

/** A field of a message operation that is sent. */
export type MessageBodyField = BodyField<BodyParts>;
export type MessageField = Field | MessageBodyField;
/** An option of the message or of the run. One that is sent is a body field, too. */
export type MessageOption = Omit<Option, 'routing'> & MessageField;

/** An item's values of the drop-downs and switches, which decide which other fields the form shows. */
export type Choices = Record<string, string | boolean>;

/** @throws InputError or WorkflowError for a choice that the form does not offer */
export function choicesOf(item: Item, fields: MessageField[]): Choices {
	refuseWhole('Options', item.node.parameters.options);
	const choices: Choices = {};
	for (const field of fields) {
		// If several fields have one name, the first one offers the most choices.
		if (field.name in choices) continue;
		if (isDropDown(field)) choices[field.name] = choiceOf(item, field);
		if (field.type === 'boolean') choices[field.name] = isSwitchedOn(item, field);
	}
	return choices;
}

const isDropDown = (field: MessageField): field is MessageField & Pick<ChoiceField, 'options'> =>
	field.type === 'options';
