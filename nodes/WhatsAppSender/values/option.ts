import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { WorkflowError } from '../errors/nodeErrors';
import { isEmptyValue } from './checks';
import type { ReadParameter } from './expressionError';
import { expressionsIn, refuseBraces, refuseItemExpression } from './fixedOrExpression';
import { isTool } from './tool';

/** An option of the form, and how the node reads its value. n8n ignores these properties. */
export interface Option<T = unknown> extends INodeProperties {
	/** What an expression must return, for the error if it has no result. If undefined, the default is used instead. */
	emptyHint: string | undefined;
	/**
	 * @param stored as the node stores it
	 * @throws InputError for a value that the option does not take
	 */
	read(value: unknown, source: OptionSource, stored: unknown): T;
	/** If set, an expression in a tool is refused, because an AI agent could change it. Says what to do instead. */
	toolHint?: string;
}

/** What options are read from: an item, or the first one for an option of the run. */
export interface OptionSource {
	node: INode;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	parameter: ReadParameter;
	/** Whether the values are for several items: their expressions must not read one of them. */
	isShared?: boolean;
}

/** The options as the node stores them: only those that have been added. */
const storedIn = ({ parameters }: INode) => Object(parameters.options ?? {}) as IDataObject;

export const hasOption = (node: INode, { name }: Option): boolean => name in storedIn(node);

/** Labels of the options that have been added. */
export const labelsOfOptions = (node: INode, options: INodeProperties[]): string[] =>
	options.filter(({ name }) => name in storedIn(node)).map(({ displayName }) => displayName);

/**
 * The value of one option, evaluated only if the option has been added.
 *
 * @returns nothing if it has not been added, or if its expression has no result and `emptyHint` is undefined
 * @throws WorkflowError if its expression fails, reads one of several items, or has no result (as after an
 * error inside it); InputError for a value that the option does not take
 */
export function readOption<T>(source: OptionSource, option: Option<T>): T | undefined {
	const { node, parameter, isShared } = source;
	const { name, displayName, emptyHint, toolHint } = option;
	const stored = storedIn(node)[name];
	if (stored === undefined) return undefined;
	if (emptyHint === undefined) refuseBraces(displayName, stored);
	const expressions = expressionsIn(stored);
	if (expressions.length > 0 && toolHint && isTool(node)) {
		throw new WorkflowError(
			`${displayName} is an expression, so an AI agent could change it: ${toolHint}`,
		);
	}
	if (isShared) refuseItemExpression(displayName, expressions, isTool(node));
	const value = parameter(displayName, `options.${name}`, '') ?? null;
	if (!lacksResult(stored, value)) return option.read(value, source, stored);
	if (emptyHint === undefined) return undefined;
	// The model cannot write an expression, so show it a value.
	const fix = isTool(node) ? emptyHint.replace('{{ $now }}', new Date().toISOString()) : emptyHint;
	throw new WorkflowError(`${displayName}: the expression has no result. Return ${fix}`);
}

function lacksResult(entered: unknown, value: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=') && isEmptyValue(value);
	if (typeof entered !== 'object' || entered === null) return false;
	return Object.entries(entered).some(([key, part]) =>
		lacksResult(part, (value as IDataObject | null)?.[key]),
	);
}
