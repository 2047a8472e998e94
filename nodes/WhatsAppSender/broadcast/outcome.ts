import type { IDataObject } from 'n8n-workflow';
import { reasonOf } from '../errors/nodeErrors';
import type { Pending, Preview } from './sender';

/** Why an item is skipped: what the rule that skips it says. */
export interface Skip {
	/** The option's name in most cases. Workflows depend on it. */
	reason: string;
	/** For the hint of a run, behind a number: `on the list Unsubscribed`. */
	words: string;
	/** Sentence about the time, for the hint. */
	clock?: string;
	/** What a person has to check, for the output of the item. */
	warning?: string;
}

/** What a dry run keeps of a message that would be sent; not the message itself, which may hold a file. */
export interface Plan extends Partial<Preview> {
	/** When it would start, in Unix milliseconds. */
	start: number;
}

/** What becomes of an item. */
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
	/** None if the recipient cannot be read. */
	pending?: Pending;
}
