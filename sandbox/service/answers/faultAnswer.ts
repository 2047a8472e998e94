import type { FastifyReply } from 'fastify';
import type { AnswerFault } from '../faults';

/** Answers as a fault says. */
export function answerFault(reply: FastifyReply, fault: AnswerFault): FastifyReply {
	const isText = typeof fault.body === 'string';
	const body = isText ? (fault.body as string) : JSON.stringify(fault.body ?? { error: 'A fault on demand' });
	const ownHeaders = Object.entries(fault.headers ?? {}).map(([name, value]) => [name, withPort(value, reply)]);
	return reply
		.code(fault.status)
		.type(fault.contentType ?? (isText ? 'text/plain; charset=utf-8' : 'application/json'))
		.headers(Object.fromEntries(ownHeaders) as Record<string, string>)
		.send(withPort(body, reply));
}

/** Ends the connection without a word. */
export function cutConnection(reply: FastifyReply): FastifyReply {
	reply.hijack();
	reply.raw.destroy();
	return reply;
}

function withPort(text: string, reply: FastifyReply): string {
	return text.replaceAll('{port}', String(reply.request.socket.localPort));
}
