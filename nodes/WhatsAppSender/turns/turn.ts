import type { INodeExecutionData } from 'n8n-workflow';

/** An item whose turn has come. */
export interface Turn {
	/** Who receives the item: a retry sends an accepted item again only to somebody else. */
	recipient: string;
	/** Who must not be reached; without it, no item is skipped. */
	limits?: Limits;
	/** Builds and validates the request; nothing is sent yet. */
	build: () => Promise<BuiltRequest>;
}

export interface BuiltRequest {
	/** Milliseconds between the last message and this one. */
	delay: number;
	/**
	 * Sends the request, once.
	 *
	 * @param warning for the output, where an earlier attempt may already have been sent
	 */
	send: (warning?: string) => Promise<INodeExecutionData[]>;
}

/** Why an item is skipped: its recipient must never be sent to, or has been sent to. */
export type SkipReason = 'neverSendTo' | 'duplicate';

/** Whom an item must not reach. */
export interface Limits {
	/** @throws where that cannot be known: nothing is sent then */
	isExcluded: () => Promise<boolean>;
	/** What distinguishes recipients, where each is sent to once per execution. */
	once?: string;
	/** The item's output where it is skipped. */
	skipped: (reason: SkipReason) => INodeExecutionData[];
}
