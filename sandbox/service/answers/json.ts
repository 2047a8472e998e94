import type { FastifyReply } from 'fastify';

/** Answers with JSON as bytes: to text Fastify adds a charset, which the service's content type does not have (§2.1). */
export function answerJson(reply: FastifyReply, value: unknown): FastifyReply {
	return reply.type('application/json').send(Buffer.from(JSON.stringify(value)));
}
