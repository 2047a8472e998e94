import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { AnswerFault } from '../faults';

export function respondWithFault(reply: FastifyReply, fault: AnswerFault): FastifyReply {
	const isText = typeof fault.body === 'string';
	const body = isText ? fault.body : JSON.stringify(fault.body ?? { error: 'Test error' });
	const withPort = (text: unknown) =>
		String(text).replaceAll('{port}', String(reply.request.socket.localPort));
	for (const [name, value] of Object.entries(fault.headers ?? {}))
		reply.header(name, withPort(value));
	return reply
		.code(fault.status)
		.type(fault.contentType ?? (isText ? 'text/plain; charset=utf-8' : 'application/json'))
		.send(withPort(body));
}

/** Closes the connection without a response. */
export function cutConnection(reply: FastifyReply): FastifyReply {
	reply.hijack();
	reply.raw.destroy();
	return reply;
}

/**
 * Delays a response.
 *
 * @param ms milliseconds
 * @param closing ends the delay when the sandbox closes
 * @returns false if the client or the sandbox has closed the connection
 */
export async function delay(
	reply: FastifyReply,
	ms: number,
	closing: AbortSignal,
): Promise<boolean> {
	if (ms <= 0) return true;
	const disconnected = new AbortController();
	reply.raw.once('close', () => disconnected.abort());
	try {
		await sleep(ms, undefined, { signal: AbortSignal.any([disconnected.signal, closing]) });
		return true;
	} catch {
		return false;
	}
}
