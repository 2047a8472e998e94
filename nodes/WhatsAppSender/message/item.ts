import {
	type IBinaryData,
	type IDataObject,
	type INodeExecutionData,
	type INodeProperties,
	NodeConnectionTypes,
} from 'n8n-workflow';
import type { RunContext } from '../broadcast/channel';
import { type BodyField, type ChoiceField, choiceOf, isSwitchedOn } from '../values/formFields';
import type { Operation } from '../operation';
import type { Recipient } from '../service/recipient';
import type { ServiceRequest } from '../service/response';
import { type Service, serviceOf } from '../service/service';
import {
	enteredText,
	type Field,
	type Option,
	type OptionSource,
	parameterReader,
	readOption,
	refuseWhole,
} from '../values/input';
import { once } from '../values/promises';
import { type schedule, timezoneOf } from '../values/schedule';

/** An input item with the node's parameters for it, the same in a custom operation and in the routing. */
export interface Item extends OptionSource {
	input: INodeExecutionData;
	json: IDataObject;
	/** The value of an option of the message, read when it is needed, and once. */
	option<T>(option: Omit<Option<T>, 'routing'>): T | undefined;
	/** The service of the item's credential, with the item's Request Options; read once. */
	service: () => Promise<Service>;
	/** @param field name of a binary field, or the binary object itself */
	binary: (field: string | IBinaryData) => IBinaryData;
	/** The value of an expression, in double braces. */
	evaluate: (expression: string) => unknown;
	helpers: RunContext['helpers'];
}

/** The items of a run, and the source of its options. A tool call that the routing runs has one item, its `call`. */
export function itemsOf(context: RunContext) {
	const isRouting = 'getItemIndex' in context;
	const inputs = isRouting
		? [context.getInputData(0, NodeConnectionTypes.AiTool)]
		: context.getInputData();
	// Once, because n8n copies the node with all its parameters for each call.
	const node = context.getNode();
	const timezone = timezoneOf(context);
	const itemAt = (index: number): Item => {
		const itemIndex = isRouting ? context.getItemIndex() : index;
		const parameter = parameterReader((name, fallback) =>
			isRouting
				? context.getNodeParameter(name, fallback)
				: context.getNodeParameter(name, index, fallback),
		);
		const values = new Map<string, unknown>();
		const item: Item = {
			node,
			timezone,
			parameter,
			input: inputs[index],
			json: inputs[index].json,
			option<T>(option: Omit<Option<T>, 'routing'>) {
				const { name } = option;
				if (!values.has(name)) values.set(name, readOption(item, option));
				return values.get(name) as T | undefined;
			},
			service: once(async () => {
				const requestOptions = parameter('Request Options', 'requestOptions', {});
				return await serviceOf(context, requestOptions, itemIndex);
			}),
			binary: (field) =>
				isRouting
					? context.helpers.assertBinaryData(field as string)
					: context.helpers.assertBinaryData(index, field),
			evaluate: (expression) => context.evaluateExpression(expression, itemIndex),
			helpers: context.helpers,
		};
		return item;
	};
	return { itemAt, count: inputs.length, call: isRouting ? inputs[0].json : undefined };
}

/** What a body is made of. */
export interface BodyParts {
	item: Item;
	choices: Choices;
	to: Recipient;
	/** The text of Send and Wait for Response, with its link. */
	text?: string;
	schedule?: ReturnType<typeof schedule>;
	isMarkdown?: boolean;
}

/** What the value of one body field is made of. */
export interface BodySource extends BodyParts {
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
