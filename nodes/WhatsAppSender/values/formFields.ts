import {
	type IDataObject,
	type IDisplayOptions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodePropertyRouting,
	updateDisplayOptions,
} from 'n8n-workflow';
import { InputError, WorkflowError } from '../errors/failures';
import {
	expressionsIn,
	isExpression,
	isTool,
	locatorOf,
	type ReadParameter,
	refuseBraces,
	refuseItem,
	storedValue,
} from './expressions';
import { asText, isEmptyValue, isObject, kindOf, namesIn, quote } from './text';

/** A field of the form. One that n8n's routing sends is a `BodyField`. */
export interface Field extends INodeProperties {
	routing?: Omit<INodePropertyRouting, 'send'> & { send?: undefined };
}

/** An option of the form, and how the node reads its value. n8n ignores these properties. */
export interface Option<T = unknown> extends Field {
	/** What an expression must return, for the error if it has no result. If undefined, the default is used instead. */
	emptyHint: string | undefined;
	/**
	 * Without it, the value stays as n8n evaluates it.
	 *
	 * @param stored as the node stores it
	 * @throws InputError for a value that the option does not take
	 */
	read?(value: unknown, source: OptionSource, stored: unknown): T;
	/** If set, an expression in a tool is refused, because an AI agent could change it. Says what to do instead. */
	toolHint?: string;
}

/** What options are read from: an item, or the first one for an option of the run. */
export interface OptionSource {
	node: INode;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	parameter: ReadParameter;
	/** Its names are the item's columns, for the error of an empty field. */
	json?: IDataObject;
	/** Whether the values are for several items: their expressions must not read one of them. */
	isShared?: boolean;
	/** The value of an expression in double braces, for this item or the one of an index. */
	evaluate: (expression: string, index?: number) => unknown;
}

/** A text field, empty by default. */
export const textField = (displayName: string, name: string, more: Partial<Field> = {}): Field => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...more,
});

/** A drop-down with fixed options. */
export interface ChoiceField<T extends string = string> extends Field {
	type: 'options';
	options: Array<INodePropertyOptions & { value: T }>;
}

export const choiceField = <T extends string>(
	displayName: string,
	name: string,
	defaultValue: T,
	more: Pick<ChoiceField<T>, 'options'> & Partial<Omit<Field, 'type' | 'options'>>,
): ChoiceField<T> => ({ displayName, name, type: 'options', default: defaultValue, ...more });

/** A field that becomes a body field: by `routing.send` for n8n, and by its own function for the node. */
export interface BodyField<Source> extends INodeProperties {
	routing: { send: { type: 'body'; property: string } };
	/** @returns the value of the body field; an empty one is left out */
	bodyValue(source: Source): unknown;
}

/** The fields, each with more conditions for its display. */
export const shownIf = <F extends INodeProperties>(conditions: IDisplayOptions, fields: F[]): F[] =>
	fields.map((field) => {
		const [{ displayOptions }] = updateDisplayOptions(conditions, [field]);
		return { ...field, displayOptions };
	});

/** What the fields of an item are read from. */
export type FieldSource = Pick<OptionSource, 'node' | 'parameter'>;

/**
 * The choice of a drop-down for an item.
 *
 * @param path of a field at a deeper level
 * @throws InputError for another value from an expression, WorkflowError for a fixed one
 */
export function choiceOf<T extends string>(
	{ node, parameter }: FieldSource,
	field: Pick<ChoiceField<T>, 'displayName' | 'name' | 'default' | 'options'>,
	path = field.name,
): T {
	const { displayName: label } = field;
	const value = parameter(label, path, field.default);
	return oneOf(valuesIn(field), label, value, storedValue(node, path));
}

/** Whether a switch is on for an item. @throws as `choiceOf` */
export function isSwitchedOn({ node, parameter }: FieldSource, field: INodeProperties): boolean {
	const { displayName: label, name } = field;
	return isOn(label, parameter(label, name, field.default), storedValue(node, name));
}

/** The choices of a drop-down. */
export const valuesIn = <T extends string>({ options }: Pick<ChoiceField<T>, 'options'>): T[] =>
	options.map(({ value }) => value);

/** A field for a contact list of the account. */
export const listField = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a list...',
			typeOptions: { searchListMethod: 'searchLists', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
		},
	],
} satisfies Partial<INodeProperties>;

/** The collection Options of an operation. */
export const optionsField = (options: Array<Field | BodyField<never>>): Field => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...options, lengthOfText],
});

/**
 * If the whole collection is stored as one expression, n8n drops it, and looks up each option's name in the
 * text. Only `length` exists in a text, so this hidden option shows the node that it is an expression.
 */
const lengthOfText: Field = {
	displayName: 'Length of Text',
	name: 'length',
	type: 'hidden',
	default: 0,
};

/** Refuses a collection that is stored as one expression: n8n drops its options. @param field its label */
export function refuseWhole(field: string, stored: INodeParameters[string]): void {
	if (!Object(stored).length) return;
	throw new WorkflowError(
		`${field} cannot be one expression: add the node again, and enter each option in its own field`,
	);
}

/**
 * The value of a field whose text is sent.
 *
 * @param field its label
 * @param path name of the parameter, with dots between its levels
 * @throws WorkflowError if it is an expression that is stored as text; InputError if it is a required field
 * whose expression has no result
 */
export function enteredText(
	{ node, parameter, json }: Pick<OptionSource, 'node' | 'parameter' | 'json'>,
	field: string,
	path: string,
	fallback: unknown = '',
	isRequired = false,
): unknown {
	const stored = storedValue(node, path);
	refuseBraces(field, stored);
	const value = parameter(field, path, fallback);
	const isEmpty = isEmptyValue(isObject(stored) ? locatorOf(value).value : value);
	if (!isRequired || !isEmpty || expressionsIn(stored).length === 0 || isTool(node)) return value;
	const names = namesIn(json ?? {});
	if (!names) return value;
	// A misspelled column is the usual reason.
	throw new InputError(`${field} is empty: this item has ${names}`);
}

/** One of the choices of a field; an expression may return anything else. @param stored value, if items may differ */
export function oneOf<T extends string>(
	choices: readonly T[],
	field: string,
	value: unknown,
	stored?: unknown,
): T {
	const choice = choices.find((one) => one === value);
	if (choice !== undefined) return choice;
	throw wrongChoice(
		`${field} ${quote(value)} is not supported: use ${choices.join(', ').replace(/, (\w+)$/, ' or $1')}`,
		stored,
	);
}

/** A switch of the form; an expression may return another type. @param stored value, if items may differ */
export function isOn(field: string, value: unknown, stored?: unknown): boolean {
	if (typeof value === 'boolean') return value;
	const text = asText(value ?? '');
	const position = (text ?? 'neither').trim().toLowerCase();
	if (['true', '1'].includes(position)) return true;
	if (['false', '', '0'].includes(position)) return false;
	const problem = text === undefined ? `is ${kindOf(value)}, which is` : `${quote(value)} is`;
	throw wrongChoice(`${field} ${problem} neither true nor false: use true or false`, stored);
}

/** An expression may be right for the other items. */
const wrongChoice = (message: string, stored: unknown) =>
	isExpression(stored) ? new InputError(message) : new WorkflowError(message);

/** The options as the node stores them: only those that have been added. */
const storedIn = ({ parameters }: INode): IDataObject => Object(parameters.options ?? {});

export const hasOption = (node: INode, { name }: Option): boolean => name in storedIn(node);

/** Labels of the options that have been added. */
export const labelsOfOptions = (node: INode, options: INodeProperties[]): string[] =>
	options.filter(({ name }) => name in storedIn(node)).map(({ displayName }) => displayName);

/**
 * The value of one option, evaluated only if the option has been added.
 *
 * @returns nothing if it has not been added, or if its expression has no result and `emptyHint` is undefined
 * @throws WorkflowError if it is empty, or if its expression fails, reads one of several items, or has no result (as
 * after an error inside it); InputError for a value that the option does not take
 */
export function readOption<T>(
	source: OptionSource,
	option: Omit<Option<T>, 'routing'>,
): T | undefined {
	const { node, parameter } = source;
	const { name, displayName, emptyHint } = option;
	const stored = storedIn(node)[name];
	if (stored === undefined) return undefined;
	if (emptyHint === undefined) refuseBraces(displayName, stored);
	else refuseEmpty(option, emptyHint, stored);
	refuseExpressions(source, option, expressionsIn(stored));
	const value = parameter(displayName, `options.${name}`, '') ?? null;
	if (!lacksResult(stored, value)) {
		return option.read ? option.read(value, source, stored) : (value as T);
	}
	if (emptyHint === undefined) return undefined;
	// The model cannot write an expression, so show it a value.
	const fix = isTool(node) ? emptyHint.replace('{{ $now }}', new Date().toISOString()) : emptyHint;
	const message = `${displayName}: the expression has no result. Return ${fix}`;
	// An option of the run is not the fault of one item.
	throw source.isShared ? new WorkflowError(message) : new InputError(message);
}

type OptionForm = Pick<Option, 'displayName' | 'name' | 'type' | 'toolHint'>;

function refuseEmpty({ displayName, type }: OptionForm, emptyHint: string, stored: unknown): void {
	if (!isEmptyValue(stored)) return;
	const what = type === 'dateTime' ? 'a time' : emptyHint.split(/[,;]/, 1)[0];
	throw new WorkflowError(`${displayName} is empty: enter ${what}, or remove it`);
}

/** Refuses expressions that a model could change, and for several items those that read one of them. */
function refuseExpressions(
	{ node, isShared, evaluate }: OptionSource,
	option: OptionForm,
	expressions: string[],
): void {
	const { displayName, toolHint } = option;
	if (expressions.length > 0 && toolHint && isTool(node)) {
		throw new WorkflowError(
			`${displayName} is an expression, so an AI agent could change it: ${toolHint}`,
		);
	}
	if (!isShared) return;
	for (const text of expressions) refuseItem(option, text, node, evaluate);
}

/**
 * The values of an option that is a fixed collection.
 *
 * @param option as n8n evaluates it: nothing for one expression, or if the user has deleted the values
 */
export function groupIn(field: string, option: unknown, group: string): Record<string, unknown> {
	const values = Object(option)[group] as Record<string, unknown> | undefined;
	if (values) return values;
	throw new WorkflowError(`${field} has no ${group}: add them, or remove the option`);
}

function lacksResult(entered: unknown, value: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=') && isEmptyValue(value);
	return Object.entries(Object(entered)).some(([key, part]) =>
		lacksResult(part, Object(value)[key]),
	);
}
