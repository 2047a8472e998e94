import {
	type IBinaryData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
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
import { type Service, serviceOf } from '../service/service';
import { once } from '../values/promises';
import { type schedule, timezoneOf } from '../values/schedule';

/** The input items of a run. A tool call that n8n's routing runs has one, with the arguments of the call. */
export class Items {
	readonly count: number;
	/** The arguments of a call: the same object in all its tries. */
	readonly call?: IDataObject;
	/** Read once, because n8n copies the node with all its parameters for each call. */
	readonly node: INode;
	/** IANA name of the workflow's time zone. */
	readonly timezone: string;
	private readonly inputs: INodeExecutionData[];
	/** Kept, because n8n decrypts the credential of each item anew. */
	private last?: [index: number, item: Item];

	constructor(readonly context: RunContext) {
		const isRouting = 'getItemIndex' in context;
		this.inputs = isRouting
			? [context.getInputData(0, NodeConnectionTypes.AiTool)]
			: context.getInputData();
		this.count = this.inputs.length;
		this.call = isRouting ? this.inputs[0].json : undefined;
		this.node = context.getNode();
		this.timezone = timezoneOf(context);
	}

	at(index: number): Item {
		const { context, inputs, last } = this;
		if (last?.[0] === index) return last[1];
		// The routing reads the parameters of its item by itself.
		const itemIndex = 'getItemIndex' in context ? context.getItemIndex() : index;
		const item = new Item(this, inputs[index], itemIndex);
		this.last = [index, item];
		return item;
	}
}

/** An input item with the node's parameters for it, the same in a custom operation and in the routing. */
export class Item implements OptionSource {
	readonly node: INode;
	readonly timezone: string;
	readonly json: IDataObject;
	readonly parameter: ReadParameter;
	/** The service of the item's credential, with the item's Request Options; read once. */
	readonly service: () => Promise<Service>;
	private readonly context: RunContext;
	private readonly options = new Map<string, unknown>();

	constructor(
		{ context, node, timezone }: Items,
		readonly input: INodeExecutionData,
		private readonly index: number,
	) {
		this.context = context;
		this.node = node;
		this.timezone = timezone;
		this.json = input.json;
		this.parameter = parameterReader((name, fallback) =>
			'getItemIndex' in context
				? context.getNodeParameter(name, fallback)
				: context.getNodeParameter(name, index, fallback),
		);
		this.service = once(async () => {
			const requestOptions = this.parameter('Request Options', 'requestOptions', {});
			return await serviceOf(context, requestOptions, index);
		});
	}

	/** The value of an option of the message, read when it is needed, and once. */
	option<T>(option: Omit<Option<T>, 'routing'>): T | undefined {
		const { options } = this;
		const { name } = option;
		if (!options.has(name)) options.set(name, readOption(this, option));
		return options.get(name) as T | undefined;
	}

	/** The value of an expression, in double braces. */
	evaluate = (expression: string): unknown =>
		this.context.evaluateExpression(expression, this.index);

	/** @param field name of a binary field, or the binary object itself */
	binary(field: string | IBinaryData): IBinaryData {
		const { context, index } = this;
		return 'getItemIndex' in context
			? context.helpers.assertBinaryData(field as string)
			: context.helpers.assertBinaryData(index, field);
	}

	get helpers(): RunContext['helpers'] {
		return this.context.helpers;
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

/** What the value of one body field is made of. */
interface BodySource extends BodyParts {
	field: INodeProperties;
	/** The field's label, for an error. */
	label: string;
	/** Whether the field is in the collection Options. */
	isOption: boolean;
}

/** The value of a body field for the item; of an option, nothing if it has not been added. */
export function entered({ item, field, label, isOption }: BodySource): unknown {
	if (isOption) return item.option(field as MessageOption);
	return enteredText(item, label, field.name, field.default, field.required);
}

/** An operation that sends a message for each item. */
export interface MessageOperation extends Operation<MessageField> {
	request: ServiceRequest;
	/** Why a message cannot go to a group, and the fix; nothing if it can. */
	refusesGroups?(choices: Choices): string | undefined;
}

/** A field of a message operation that is sent. */
export type MessageBodyField = BodyField<BodySource>;
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
