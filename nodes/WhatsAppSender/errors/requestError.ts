/**
 * A request that failed: the other side rejected it, or the network did not get it through.
 * `message` is one sentence that suffices alone, because n8n keeps nothing else where On Error is
 * "Continue"; `description` says what to do.
 */
export class RequestError extends Error {
	override readonly name = 'RequestError';

	constructor(
		message: string,
		readonly description: string,
		/** HTTP status of the response; none where there was no response. */
		readonly status?: number,
		/** Whether the request may have been processed although nobody confirmed it. */
		readonly unconfirmed = false,
	) {
		super(message);
	}
}
