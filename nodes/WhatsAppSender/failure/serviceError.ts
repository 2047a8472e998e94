/**
 * A request that failed: the other side said no, or the network did.
 * `message` is one sentence that suffices alone, because n8n keeps nothing else where On Error is
 * "Continue"; `description` says what to do.
 */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';

	constructor(
		message: string,
		readonly description: string,
		/** HTTP status of the answer; none where there was no answer. */
		readonly status?: number,
		/** Whom a message may have reached all the same, where the answer was lost or says nothing. */
		readonly maybeSentTo?: string,
	) {
		super(message);
	}
}
