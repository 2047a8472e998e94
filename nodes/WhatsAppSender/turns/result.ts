import type { IDataObject } from 'n8n-workflow';
import { reasonOf } from '../errors/nodeErrors';
import type { Plan } from './dryRun';
import type { PendingMessage } from './sender';
import type { Skip } from './skip';

/** What becomes of an item. */
export type Result =
	| { is: 'accepted'; output: IDataObject[] }
	| { is: 'skipped'; skip: Skip }
	/** In a dry run. */
	| { is: 'planned'; plan: Plan }
	| { is: 'failed' | 'unconfirmed'; error: unknown };

export const failure = (error: unknown): Result => ({
	is: reasonOf(error) === 'unconfirmed' ? 'unconfirmed' : 'failed',
	error,
});

export const errorOf = (result: Result): unknown => ('error' in result ? result.error : undefined);

/** An item with its result. */
export interface ItemResult {
	result: Result;
	/** None where not even its recipient is known. */
	pending?: PendingMessage;
}
