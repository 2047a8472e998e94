import type { FastifyReply } from 'fastify';
import { answerJson } from '../answers/json';
import type { Service } from '../service';

/** Answers with `{ "error": … }` and records why. The shape of an error body is not shown (§7). */
export function refuse(service: Service, reply: FastifyReply, status: number, problem: string): FastifyReply {
	service.journal.refuse(reply.request.recorded, problem, status);
	return answerJson(reply.code(status), { error: problem });
}
