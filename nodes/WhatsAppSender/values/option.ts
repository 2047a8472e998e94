import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { WorkflowError } from '../errors/nodeErrors';
import { isNothing } from './checks';

/** An option that is refused where its expression gives nothing: it may protect somebody. n8n ignores what is ours. */
export interface Option extends INodeProperties {
	/** What the expression may return instead, for the error; an option of words has its default instead. */
	instead: string | undefined;
}

/** Of a switch. */
export const TURN_OFF = 'false to turn it off';

/**
 * The value of an option.
 *
 * @param entered as the node stores it
 * @param isForModel whether a model reads the error: it knows no expressions
 * @returns `undefined` for words that an expression does not give
 * @throws WorkflowError where the expression of any other option has no result: n8n makes nothing of an
 * error inside an expression
 */
export function requireResult(
	{ displayName, instead }: Option,
	entered: unknown,
	value: unknown,
	isForModel: boolean,
): unknown {
	if (!lacksResult(entered, value)) return value;
	if (instead === undefined) return undefined;
	const fix = isForModel ? instead.replace('{{ $now }}', new Date().toISOString()) : instead;
	throw new WorkflowError(`${displayName}: the expression has no result. Return ${fix}`);
}

function lacksResult(entered: unknown, value: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=') && isNothing(value);
	if (typeof entered !== 'object' || entered === null) return false;
	return Object.entries(entered).some(([key, part]) =>
		lacksResult(part, (value as IDataObject | null)?.[key]),
	);
}
