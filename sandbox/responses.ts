import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { AnswerFault } from './faults';
import type { Sandbox, Service } from './sandbox';

const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json';

/** Responds with success; `data` is the text OK, lists or contacts (service.md §4). */
export function respondWith(reply: FastifyReply, { form }: Sandbox, data: unknown): FastifyReply {
	if (form === 'bare') return respond(reply, { status: 200, body: data });
	const isText = typeof data === 'string';
	const length = Buffer.byteLength(isText ? data : JSON.stringify(data));
	const headers = { 'content-length': String(length), 'content-type': isText ? TEXT : JSON_TYPE };
	return respond(reply, { status: 200, body: { status: 200, statusText: '', data, headers } });
}

/** Records why a request is rejected, and responds with the fault. The default is a 400 (not shown, service.md §7). */
export function reject(
	{ journal }: Service,
	reply: FastifyReply,
	problem: string,
	fault: AnswerFault = { status: 400 },
): FastifyReply {
	journal.reject(reply.request.recorded, problem, fault.status);
	return respond(reply, { body: { error: problem }, ...fault });
}

/** Sends bytes, because Fastify adds a charset to the content type of text (service.md §2.1). */
export function respond(reply: FastifyReply, fault: AnswerFault): FastifyReply {
	const { status, body = { error: 'Test error' }, headers = {}, contentType } = fault;
	const port = String(reply.request.socket.localPort);
	for (const [name, value] of Object.entries(headers))
		reply.header(name, value.replaceAll('{port}', port));
	const isText = typeof body === 'string';
	const bytes = Buffer.from(isText ? body : JSON.stringify(body));
	return reply
		.code(status)
		.type(contentType ?? (isText ? TEXT : JSON_TYPE))
		.send(bytes);
}

export function cutConnection(reply: FastifyReply): FastifyReply {
	reply.hijack();
	reply.raw.destroy();
	return reply;
}

/** @param ms milliseconds @returns false if the client or the sandbox closed the connection meanwhile */
export async function delay(reply: FastifyReply, ms: number): Promise<boolean> {
	if (ms <= 0) return true;
	const disconnected = new AbortController();
	reply.raw.once('close', () => disconnected.abort());
	return await sleep(ms, true, { signal: disconnected.signal }).catch(() => false);
}
