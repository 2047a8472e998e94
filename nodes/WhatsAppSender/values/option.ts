import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { WorkflowError } from '../errors/nodeErrors';
import { isNothing } from './checks';
import { locatorOf, refuseBraces } from './fixedOrExpression';
import { isTool } from './tool';

/** An option of the form, with the rule for its value. n8n ignores what is ours. */
export interface Option<T = unknown> extends INodeProperties {
	/**
	 * What its expression may return instead of nothing, for the error: the option may protect somebody, so
	 * its item is refused then. An option of words has its default instead.
	 */
	instead: string | undefined;
	/**
	 * @param stored as the node stores it
	 * @throws InputError for a value that the option does not take
	 */
	read(value: unknown, source: OptionSource, stored: unknown): T;
	/** Of an option that takes no expression in a tool, because an AI agent could pass anything to it: what to do instead. */
	insteadInTool?: string;
}

/** What the options of an item are read from. */
export interface OptionSource {
	node: INode;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	/** @throws where its expression fails */
	parameter: (name: string, fallback: unknown) => unknown;
}

/** The values of options by their names, of those that have one. */
export type ValuesOf<O> = { [N in keyof O]?: O[N] extends Option<infer T> ? T : never };

/** The options as the node stores them: only those that have been added. */
const storedIn = ({ parameters }: INode) => Object(parameters.options ?? {}) as IDataObject;

export const hasOption = (node: INode, { name }: Option): boolean => name in storedIn(node);

/**
 * The values of these options for an item. Only an option that has been added is evaluated, because n8n takes
 * time for each.
 *
 * @param options by their names
 * @returns nothing of those that have not been added, and of words that an expression does not give
 * @throws as `readOption` does
 */
export function readOptions<O extends Record<string, Option>>(
	source: OptionSource,
	options: O,
): ValuesOf<O> {
	const values: IDataObject = {};
	const stored = storedIn(source.node);
	for (const name in options) {
		if (stored[name] !== undefined) values[name] = readOption(source, options[name]) as never;
	}
	return values as ValuesOf<O>;
}

/**
 * The value of one option, as `readOptions` returns it.
 *
 * @throws WorkflowError where its expression fails or has no result, which n8n makes of an error inside an
 * expression, too, and InputError for a value that the option does not take
 */
export function readOption<T>(source: OptionSource, option: Option<T>): T | undefined {
	const { node, parameter } = source;
	const { name, displayName, instead, insteadInTool } = option;
	const stored = storedIn(node)[name];
	if (stored === undefined) return undefined;
	if (instead === undefined) refuseBraces(displayName, stored);
	if (insteadInTool && isTool(node) && hasExpression(stored)) {
		throw new WorkflowError(
			`${displayName} is an expression, which an AI agent could set: ${insteadInTool}`,
		);
	}
	let value: unknown;
	try {
		value = parameter(`options.${name}`, '') ?? null;
	} catch (error) {
		throw notRun(displayName, error as Error);
	}
	if (!lacksResult(stored, value)) return option.read(value, source, stored);
	if (instead === undefined) return undefined;
	// A model knows no expressions.
	const fix = isTool(node) ? instead.replace('{{ $now }}', new Date().toISOString()) : instead;
	throw new WorkflowError(`${displayName}: the expression has no result. Return ${fix}`);
}

/** Of a field with several modes: not in the title that its drop-down has shown, which may begin with "=". */
function hasExpression(stored: unknown): boolean {
	const { mode, value } = locatorOf(stored);
	return [mode, value].some((part) => Array.isArray(part) || String(part).startsWith('='));
}

/** n8n's own error names neither the option nor what to do. */
function notRun(field: string, error: Error): Error {
	const [, node] = /^Node '(.+)' hasn't been executed/.exec(error.message) ?? [];
	if (!node) return error;
	return new WorkflowError(
		`${field} reads ${node}, which has not run: place it before this node, then click Execute workflow`,
	);
}

function lacksResult(entered: unknown, value: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=') && isNothing(value);
	if (typeof entered !== 'object' || entered === null) return false;
	return Object.entries(entered).some(([key, part]) =>
		lacksResult(part, (value as IDataObject | null)?.[key]),
	);
}
