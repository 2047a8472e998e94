import type { IDataObject } from 'n8n-workflow';
import { reasonOf } from '../errors/nodeErrors';
import type { Pending, Preview } from './sender';

/** Why a rule skips an item. */
export interface Skip {
	/** In the output; usually the name of the option. Workflows depend on it, so it never changes. */
	reason: string;
	/** In the hint, after a count: `on the list Unsubscribed`. */
	words: string;
	/** Sentence about the time, for the hint. */
	clock?: string;
	/** In the output: what the user has to check. */
	warning?: string;
}

/** A message that a dry run would send, without its content, which may contain a file. */
export interface Plan extends Partial<Preview> {
	/** When it would start, in Unix milliseconds. */
	start: number;
}

/** The result of an item. */
export type Outcome =
	| { is: 'accepted'; output: IDataObject[] }
	| { is: 'skipped'; skip: Skip }
	/** In a dry run. */
	| { is: 'planned'; plan: Plan }
	| { is: 'failed' | 'unconfirmed'; error: unknown };

export const failure = (error: unknown): Outcome => ({
	is: reasonOf(error) === 'unconfirmed' ? 'unconfirmed' : 'failed',
	error,
});

export const skipped = (skip: Skip): Outcome => ({ is: 'skipped', skip });

export const errorOf = (outcome: Outcome): unknown =>
	'error' in outcome ? outcome.error : undefined;

export const planOf = (outcome: Outcome): Plan | undefined =>
	outcome.is === 'planned' ? outcome.plan : undefined;

export const skipOf = (outcome: Outcome): Skip | undefined =>
	outcome.is === 'skipped' ? outcome.skip : undefined;

/** An item with its outcome. */
export interface Entry {
	outcome: Outcome;
	/** Missing if the recipient cannot be read. */
	pending?: Pending;
}
