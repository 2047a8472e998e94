import {
	ExpressionError,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyRouting,
} from 'n8n-workflow';
import { InputError, WorkflowError } from '../errors/failures';

// What cannot be sent is refused with an InputError that names the field, the value and the fix.

const LONGEST_QUOTE = 60;

/** Text of a parameter, also of a number. `undefined` for anything else, also for NaN and Infinity. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return Number.isFinite(value) ? String(value) : undefined;
}

/** Whether a value is a JSON object, not an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing that anybody sees. */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{DI}]*$/u;

/** Whether a value is empty, as after an error inside an expression. */
export const isEmptyValue = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && BLANK.test(value));

/** What kind of value this is, for the user: `a list`, `an object`, `true`, … */
export function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'number') return 'a failed calculation';
	if (value instanceof Date || isDateTime(value)) return 'a date';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Not `instanceof`: an expression's DateTime comes from n8n's own copy of Luxon. */
export const isDateTime = (value: unknown): value is { toMillis(): number } =>
	typeof Object(value).toMillis === 'function';

const MOST_NAMES = 8;

/** The names of fields, for an error: eight at most, in quotes if they have characters that nobody sees. */
export function namesIn(fields: object): string {
	const all = Object.keys(fields);
	const names = all.slice(0, MOST_NAMES).map((name) => {
		const shown = name.replace(/(?! )[\p{Cc}\p{Cf}\p{Z}]/gu, (character) => {
			return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
		});
		return shown.trim() === name ? oneLine(name, LONGEST_QUOTE) : `"${shown}"`;
	});
	const more = all.length - names.length;
	return names.join(', ') + (more ? ` and ${more} more` : '');
}

/** A value as an error message shows it: on one line, in quotes, at most 60 characters of it. */
export function quote(value: unknown): string {
	const text = typeof value === 'number' ? String(value) : (asText(value) ?? kindOf(value));
	return `"${oneLine(text, LONGEST_QUOTE)}"`;
}

/** An address as an error message shows it: like any value, but without a login in it. */
export function quoteAddress(address: string): string {
	return quote(address.replace(/^(https?:\/\/)?.*@/is, '$1…@'));
}

/** A required text, not trimmed. */
export function requiredText(field: string, value: unknown, fix: string): string {
	const text = optionalText(field, value, fix);
	if (isEmptyValue(text)) throw new InputError(`${field} is empty: ${fix}`);
	return text;
}

/** A required ID, trimmed. */
export function requiredId(field: string, value: unknown, fix: string): string {
	if (typeof value === 'number' && !Number.isSafeInteger(value)) {
		throw new InputError(
			`${field} ${quote(value)} is a number that has lost digits: use text, e.g. format the column of the spreadsheet as text`,
		);
	}
	return requiredText(field, value, fix).trim();
}

/** Another address, unless it is in the path, query or fragment of the first one; no host; a line break. */
const NOT_ONE_ADDRESS =
	/(?<!^|[/=?#])https?:\/\/|(?<=^https?:\/\/)(?:https?:|[/\\])|[\s,;|]www\.|[^\S ]/i;

/** A space behind a file extension. */
const TEXT_BEHIND = /\.(?=\d{0,4}[A-Za-z])(?:[a-z\d]{2,5}|[A-Z\d]{2,5})[,;.]? /;

/** One absolute http(s) address. It may contain another one, and spaces, but no text behind the name of a file. */
export function isWebAddress(text: string): boolean {
	const [path] = text.split(/[?#]/, 1);
	const hasTextBehind = TEXT_BEHIND.test(path) && !/\.[A-Za-z\d]{2,5}$/.test(path);
	const isOne = /^https?:\/\//i.test(text) && !NOT_ONE_ADDRESS.test(text);
	return isOne && !hasTextBehind && URL.canParse(text);
}

/** Spaces and invisible characters around a text, which pasting adds. */
const AROUND = /^[\s\p{Cc}\p{Cf}\p{DI}]+|(?<![\s\p{Cc}\p{Cf}\p{DI}])[\s\p{Cc}\p{Cf}\p{DI}]+$/gu;

/** An absolute http(s) address, without what is invisible around it. */
export function requiredWebAddress(field: string, value: unknown, example: string): string {
	const entered = requiredText(field, value, `enter the full address, e.g. ${example}`);
	const text = entered.replace(AROUND, '');
	if (!isWebAddress(text)) {
		throw new InputError(
			`${field} ${quoteAddress(text)} is not a web address: enter one with http:// or https:// and no other text, e.g. ${example}`,
		);
	}
	return text;
}

/** An optional text; `''` if not set. */
export function optionalText(
	field: string,
	value: unknown,
	fix = 'enter text, or check the expression',
): string {
	const text = asText(value ?? '');
	if (text === undefined) {
		// Luxon's own dates need one method, those of JavaScript two.
		const method = isDateTime(value) ? '.toISODate()' : '.toDateTime().toISODate()';
		const isDate = kindOf(value) === 'a date';
		const instead = isDate ? `add ${method} to the expression` : fix;
		throw new InputError(`${field} is ${kindOf(value)}, not text: ${instead}`);
	}
	// What JavaScript writes for an object inside a text.
	if (text.includes('[object Object]')) {
		throw new InputError(
			`${field} contains an object instead of text, because an expression returned an object: choose one of its fields in the expression, or add .toJsonString()`,
		);
	}
	return text;
}

/** One of the choices of a field; an expression may return anything else. @param stored if items may differ */
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

/** A switch of the form; an expression may return another type. @param stored if items may differ */
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

/** Text on one line, without control and invisible characters, cut behind `longest` but never within an emoji. */
export function oneLine(text: string, longest: number): string {
	const line = text
		.slice(0, longest * 20)
		.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
		.trim();
	if (line.length <= longest) return line;
	return line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
}

const USE_FIRST = 'use .first() or .all() in place of .item';

/** What a field reads, and the fix, by n8n's `descriptionKey` or `type`. n8n's own texts only help in the editor. */
const WORDS: Record<string, string> = {
	nodeNotFound: 'NODE, which does not exist: correct its name in the expression',
	pairedItemInvalidIndex: "NODE, which has fewer items than this node: use $('NODE').first()",
	pairedItemPinned: `an item of NODE, which is pinned: unpin it, or ${USE_FIRST}`,
	no_execution_data:
		'NODE, which has not run: place it before this node, then click Execute workflow',
	paired_item_no_connection: `NODE, which is not connected to this node: connect it, or ${USE_FIRST}`,
	paired_item_no_info: `a linked item, whose link breaks off at NODE: ${USE_FIRST}`,
	paired_item_multiple_matches: `an item of NODE, and several of them belong to this one: ${USE_FIRST}`,
};

/**
 * The error of an expression with its field and the fix, which n8n's own error does not name outside the editor.
 *
 * @param field label of the field
 * @param error what n8n threw
 * @returns any other error unchanged
 */
export function expressionError(field: string, error: unknown): unknown {
	if (!(error instanceof ExpressionError)) return error;
	const { context, message, description } = error;
	const { type = '', descriptionKey = '', nodeCause } = context as Record<string, string>;
	const words = WORDS[descriptionKey] ?? WORDS[type];
	if (words && nodeCause) {
		const node = oneLine(nodeCause, 60);
		return new WorkflowError(`${field} reads ${words.replaceAll('NODE', () => node)}`);
	}
	// Without HTML, and without the "undefined" that n8n puts before a link.
	const text = description?.replace(/<a\b[^<]*<\/a>|<[^<>]*>/g, ' ').replace(/^\s*undefined\b/, '');
	const more = [nodeCause && `node ${quote(nodeCause)}`, oneLine(text ?? '', 200)];
	const details = more.filter(Boolean).join('. ');
	return new WorkflowError(
		`${field}: ${message.replace(/\.$/, '')}${details && ` (${details})`}: correct the expression`,
	);
}

/** Reads a parameter of the node for an item. @throws an error that names the field if an expression fails */
export type ReadParameter = (label: string, name: string, fallback: unknown) => unknown;

/** @param read as n8n reads it */
export const parameterReader =
	(read: (name: string, fallback: unknown) => unknown): ReadParameter =>
	(label, name, fallback) => {
		try {
			return read(name, fallback);
		} catch (error) {
			throw expressionError(label, error);
		}
	};

// What the user entered, as the node stores it: an expression begins with `=`.

export const isExpression = (stored: unknown): stored is `=${string}` =>
	typeof stored === 'string' && stored.startsWith('=');

/**
 * The expressions of a field, at all levels. The cached title of a drop-down may begin with "=", but is not an
 * expression.
 */
function expressionsIn(stored: unknown): string[] {
	if (isExpression(stored)) return [stored];
	if (typeof stored !== 'object' || stored === null) return [];
	return Object.entries(stored).flatMap(([name, value]) =>
		name.startsWith('cachedResult') ? [] : expressionsIn(value),
	);
}

/** A field with several modes; a model or an older workflow gives the value alone. */
export const locatorOf = (entered: unknown): IDataObject =>
	isObject(entered) ? entered : { value: entered as string };

/**
 * Refuses an expression that is stored as text. The editor switches a field to Expression only if braces
 * are dragged or pasted into it, or typed slowly.
 *
 * @param field label of a field whose text is sent
 * @param stored its stored value; braces that an expression or a model returns are allowed
 */
export function refuseBraces(field: string, stored: unknown): void {
	const text = locatorOf(stored).value;
	if (typeof text !== 'string' || isExpression(text)) return;
	const open = text.indexOf('{{');
	const variable = text.slice(open).search(/\$[a-z(]/i) + open;
	const close = text.indexOf('}}', variable);
	if (variable < open || close < 0) return;
	const expression = text.slice(text.lastIndexOf('{{', variable), close + 2);
	throw new WorkflowError(
		`${field} is not an expression, so ${quote(expression)} would be sent as it stands: switch ${field} to Expression`,
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

/** The value of a parameter as the node stores it. @param path as `enteredText` takes it */
export const storedValue = ({ parameters }: INode, path: string): unknown =>
	path.split('.').reduce((value: unknown, name) => Object(value)[name], parameters);

/**
 * If the whole collection is stored as one expression, n8n drops it, and looks up each option's name in the
 * text. Only `length` exists in a text, so this hidden option shows the node that it is an expression.
 */
export const lengthOfText: Field = {
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

/** A variable that has a value of its own for each item. n8n accepts `$fromAI` in several spellings. */
const VARIABLE =
	/\$(?:json|binary|itemIndex|fromAI|thisItem(?:Index)?|position|data|parameter|rawParameter|evaluateExpression|getPairedItem)(?![\w$])/i;

/** `$node["Items"]`, whose `json` is that of the item with the same index. */
const NODE = /\$node(?![\w$])(?:\??\.?\[[^\][]*\]|\??\.\w+)?/i;

/** `item` and the like behind `$input` or `$('Items')`, also in brackets. */
const LINKED_ITEM =
	/\$(?:input|\(\s*(?:(['"`])(?:\\.|(?!\1)[^\\])*\1|[^()'"`]*)\s*\))\s*(?:\??\.\s*|(?:\?\.\s*)?\[\s*['"`])(?:item|pairedItem|itemMatching)(?![\w$])/i;

/** In a tool, the input is what the model passes. */
const INPUT_OF_TOOL = /\$input(?![\w$])/i;

/** Refuses an expression that may have another result for each item, which an option of the run cannot have. */
function refuseItem(label: string, expression: string, node: INode): void {
	const patterns = [VARIABLE, NODE, LINKED_ITEM, ...(isTool(node) ? [INPUT_OF_TOOL] : [])];
	const found = patterns.map((pattern) => pattern.exec(expression)?.[0]).find(Boolean);
	if (found === undefined) return;
	const [, name] = /^\$node\W*([^'"`\]]*)/i.exec(found) ?? [];
	const fix = name === undefined ? '' : `: use $('${oneLine(name, 60) || 'Config'}').first()`;
	throw new WorkflowError(
		`Each item cannot have its own ${label}: enter a value, or an expression without ${oneLine(found, 60)}${fix}`,
	);
}

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
	/** The value of an expression, in double braces. */
	evaluate?: (expression: string) => unknown;
}

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
	const { node, parameter, isShared } = source;
	const { name, displayName, type, emptyHint, toolHint } = option;
	const stored = storedIn(node)[name];
	if (stored === undefined) return undefined;
	if (emptyHint === undefined) refuseBraces(displayName, stored);
	else if (isEmptyValue(stored)) {
		const what = type === 'dateTime' ? 'a time' : emptyHint.split(/[,;]/, 1)[0];
		throw new WorkflowError(`${displayName} is empty: enter ${what}, or remove it`);
	}
	const expressions = expressionsIn(stored);
	if (expressions.length > 0 && toolHint && isTool(node)) {
		throw new WorkflowError(
			`${displayName} is an expression, so an AI agent could change it: ${toolHint}`,
		);
	}
	if (isShared) for (const text of expressions) refuseItem(displayName, text, node);
	const value = parameter(displayName, `options.${name}`, '') ?? null;
	if (!lacksResult(stored, value)) {
		return option.read ? option.read(value, source, stored) : (value as T);
	}
	if (emptyHint === undefined) return undefined;
	// The model cannot write an expression, so show it a value.
	const fix = isTool(node) ? emptyHint.replace('{{ $now }}', new Date().toISOString()) : emptyHint;
	const message = `${displayName}: the expression has no result. Return ${fix}`;
	// An option of the run is not the fault of one item.
	throw isShared ? new WorkflowError(message) : new InputError(message);
}

function lacksResult(entered: unknown, value: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=') && isEmptyValue(value);
	return Object.entries(Object(entered)).some(([key, part]) =>
		lacksResult(part, Object(value)[key]),
	);
}

/** Whether an AI Agent runs the node: n8n gives it a second type for that, with this ending. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/** Whether the node reviews the calls of an AI tool: n8n gives it a third type for that. */
export const isReview = ({ type }: INode): boolean => type.endsWith('HitlTool');
