import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerFault, cutConnection } from '../answers/faultAnswer';
import { answerOk } from '../answers/envelope';
import { pause } from '../answers/pause';
import { readBody } from '../arrival/body';
import { refusalOf } from '../description/refusal';
import { faultNumbers, faultOf, SLOW_ANSWER, type Fault } from '../faults';
import { apiKeyOf, messageOf, type Message } from '../messages/message';
import type { Service } from '../service';
import { refuse } from './refuse';

/** POST /send in both forms (§4.1, §4.2). */
export function sendRoute(app: FastifyInstance, service: Service): void {
	app.post('/send', { config: { send: true } }, async (request, reply) => await handle(service, request, reply));
	app.addHook('onRequest', async (request, reply) => {
		if (!request.routeOptions.config.send || service.sandbox.onArrival?.(request.recorded) !== 'cut-before') return;
		service.journal.refuse(request.recorded, 'The connection was cut before the body was read');
		cutConnection(reply);
	});
}

async function handle(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
	const { recorded } = request;
	const read = await readBody(request, service.previews, service.rawBodies);
	recorded.body = read.body;
	const problem = read.problem ?? refusalOf(service.description, 'sendMessage', recorded, '/send', read.checked);
	if (problem) return refuse(service, reply, 400, problem);
	if (apiKeyOf(recorded.body) !== service.sandbox.apiKey) return refuseKey(service, reply);
	recorded.valid = true;
	// The description has made sure that nothing required is missing.
	const message = messageOf(recorded.body) as Message;
	const attempt = service.attempts.next(message.recipient, message.text);
	const fault = service.sandbox.onSend?.(recorded, attempt) ?? faultOf(message.recipient, attempt);
	return await act(service, reply, message, fault);
}

/** What an invalid key gets is not documented for POST /send, only that errors are 500 with a message (§7). */
function refuseKey(service: Service, reply: FastifyReply): FastifyReply {
	service.journal.refuse(reply.request.recorded, 'The API key is not valid', 500);
	return reply.code(500).type('text/plain; charset=utf-8').send('The API key is not valid');
}

async function act(service: Service, reply: FastifyReply, message: Message, fault?: Fault): Promise<FastifyReply> {
	const { journal, sandbox, closing } = service;
	const { recorded } = reply.request;
	if (fault === 'cut-before') {
		journal.refuse(recorded, 'The connection was cut before the message was taken');
		return cutConnection(reply);
	}
	const isAnswer = typeof fault === 'object' && 'status' in fault;
	if (!isAnswer || fault.accepted) journal.accept(recorded, message);
	else journal.refuse(recorded, onDemand(message.recipient), fault.status);
	if (fault === 'cut-after') return cutConnection(reply);

	const stillThere = await pause(reply, delayOf(fault) ?? sandbox.latency, closing);
	if (!stillThere) return cutConnection(reply);
	return isAnswer ? answerFault(reply, fault) : answerOk(reply, sandbox.form);
}

function onDemand(recipient: string): string {
	const number = faultNumbers.find(({ phone }) => phone === recipient);
	return number ? `This number fails on demand: ${number.does}` : 'A fault on demand';
}

function delayOf(fault?: Fault): number | undefined {
	if (fault === 'slow') return SLOW_ANSWER;
	return typeof fault === 'object' && 'delay' in fault ? fault.delay : undefined;
}
