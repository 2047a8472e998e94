import type { FastifyReply } from 'fastify';
import { answerJson } from './json';

/** The examples show an envelope (§2.1), but a live service may answer what is inside it: both are in use. */
export type Form = 'envelope' | 'bare';

const TEXT = 'text/plain; charset=utf-8';

/** Answers a successful send (§4.1). */
export function answerOk(reply: FastifyReply, form: Form): FastifyReply {
	return form === 'bare' ? reply.type(TEXT).send('OK') : answerEnvelope(reply, 'OK', 'OK', TEXT);
}

/** Answers with lists or contacts (§4.3, §4.4). */
export function answerArray(reply: FastifyReply, form: Form, data: unknown[]): FastifyReply {
	if (form === 'bare') return answerJson(reply, data);
	return answerEnvelope(reply, data, JSON.stringify(data), 'application/json');
}

function answerEnvelope(reply: FastifyReply, data: unknown, text: string, contentType: string): FastifyReply {
	const headers = { 'content-length': String(Buffer.byteLength(text)), 'content-type': contentType };
	return answerJson(reply, { status: 200, statusText: '', data, headers });
}
