import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/**
 * Waits before an answer.
 *
 * @param ms milliseconds
 * @param closing ends the wait when the sandbox closes
 * @returns false where nobody is left to answer: the client hung up or the sandbox closes
 */
export async function pause(reply: FastifyReply, ms: number, closing: AbortSignal): Promise<boolean> {
	if (ms <= 0) return true;
	const hungUp = new AbortController();
	reply.raw.once('close', () => hungUp.abort());
	try {
		await sleep(ms, undefined, { signal: AbortSignal.any([hungUp.signal, closing]) });
		return true;
	} catch {
		return false;
	}
}
