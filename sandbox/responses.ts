import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { AnswerFault } from './faults';
import type { Form, Service } from './sandbox';

const TEXT = 'text/plain; charset=utf-8';

/** A successful send (docs/service.md §4.1). */
export function respondOk(reply: FastifyReply, form: Form): FastifyReply {
	if (form === 'bare') return reply.type(TEXT).send('OK');
	return respondJson(reply, envelope('OK', 'OK', TEXT));
}

/** Lists or contacts (docs/service.md §4.3, §4.4). */
export function respondArray(reply: FastifyReply, form: Form, data: unknown[]): FastifyReply {
	if (form === 'bare') return respondJson(reply, data);
	return respondJson(reply, envelope(data, JSON.stringify(data), 'application/json'));
}

function envelope(data: unknown, text: string, contentType: string): object {
	const length = String(Buffer.byteLength(text));
	const headers = { 'content-length': length, 'content-type': contentType };
	return { status: 200, statusText: '', data, headers };
}

/** Records why a request is rejected and responds with `{ "error": … }`: no shape is shown (docs/service.md §7). */
export function reject({ journal }: Service, reply: FastifyReply, status: number, problem: string) {
	journal.reject(reply.request.recorded, problem, status);
	return respondJson(reply.code(status), { error: problem });
}

/** As bytes: Fastify adds a charset to text, which the service's content type does not have (docs/service.md §2.1). */
function respondJson(reply: FastifyReply, value: unknown): FastifyReply {
	return reply.type('application/json').send(Buffer.from(JSON.stringify(value)));
}

export function respondWithFault(reply: FastifyReply, fault: AnswerFault): FastifyReply {
	const isText = typeof fault.body === 'string';
	const body = isText ? fault.body : JSON.stringify(fault.body ?? { error: 'Test error' });
	const withPort = (text: unknown) =>
		String(text).replaceAll('{port}', String(reply.request.socket.localPort));
	for (const [name, value] of Object.entries(fault.headers ?? {}))
		reply.header(name, withPort(value));
	return reply
		.code(fault.status)
		.type(fault.contentType ?? (isText ? TEXT : 'application/json'))
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
 * @returns false if the client or the sandbox has closed the connection
 */
export async function delay(reply: FastifyReply, ms: number): Promise<boolean> {
	if (ms <= 0) return true;
	const disconnected = new AbortController();
	reply.raw.once('close', () => disconnected.abort());
	return await sleep(ms, true, { signal: disconnected.signal }).catch(() => false);
}
