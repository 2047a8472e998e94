import type { FastifyReply } from 'fastify';
import type { Service } from '../sandbox';

/** The examples show an envelope (docs/service.md §2.1); live services also send only its `data`. */
export type Form = 'envelope' | 'bare';

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

/** Records why a request is rejected and responds with `{ "error": … }`: no shape is shown (docs/service.md §7). */
export function reject(service: Service, reply: FastifyReply, status: number, problem: string) {
	service.journal.reject(reply.request.recorded, problem, status);
	return respondJson(reply.code(status), { error: problem });
}

function envelope(data: unknown, text: string, contentType: string): object {
	const length = String(Buffer.byteLength(text));
	const headers = { 'content-length': length, 'content-type': contentType };
	return { status: 200, statusText: '', data, headers };
}

/** As bytes: Fastify adds a charset to text, which the service's content type does not have (docs/service.md §2.1). */
function respondJson(reply: FastifyReply, value: unknown): FastifyReply {
	return reply.type('application/json').send(Buffer.from(JSON.stringify(value)));
}
