import type { FastifyInstance, FastifyReply } from 'fastify';
import { delayOf, faultNumbers, faultOf, type Fault } from '../faults';
import { apiKeyOf, messageOf, type Message } from '../messages/message';
import { parseBody } from '../requests/parseBody';
import { cutConnection, delay, respondWithFault } from '../responses/fault';
import { reject, respondOk } from '../responses/respond';
import type { Service } from '../sandbox';
import { validateRequest } from '../validation/validateRequest';

/** POST /send in both forms (docs/service.md §4.1, §4.2). */
export function sendRoute(app: FastifyInstance, service: Service): void {
	const { sandbox, journal, validators } = service;
	app.addHook('onRequest', async ({ routeOptions, recorded }, reply) => {
		if (!routeOptions.config.send || sandbox.onArrival?.(recorded) !== 'cut-before') return;
		journal.reject(recorded, 'The connection was cut before the body was read');
		cutConnection(reply);
	});
	app.post('/send', { config: { send: true } }, async (request, reply) => {
		const { recorded } = request;
		const { body, fields, problem } = await parseBody(request, journal.files, service.rawBodies);
		recorded.body = body;
		const broken = problem ?? validateRequest(validators, 'sendMessage', recorded, '/send', fields);
		if (broken) return reject(service, reply, 400, broken);
		if (apiKeyOf(body) !== sandbox.apiKey) {
			// The status for an invalid key is not shown (docs/service.md §7); other errors are 500.
			journal.reject(recorded, 'The API key is not valid', 500);
			return respondWithFault(reply, { status: 500, body: 'The API key is not valid' });
		}
		recorded.valid = true;
		// Valid, so nothing required is missing.
		const message = messageOf(body) as Message;
		const attempt = journal.attempt(message);
		const fault = sandbox.onSend?.(recorded, attempt) ?? faultOf(message.recipient, attempt);
		return await respond(service, reply, message, fault);
	});
}

async function respond(service: Service, reply: FastifyReply, message: Message, fault?: Fault) {
	const { journal, sandbox, closing } = service;
	const { recorded } = reply.request;
	if (fault === 'cut-before') {
		journal.reject(recorded, 'The connection was cut before the message was accepted');
		return cutConnection(reply);
	}
	const isResponse = typeof fault === 'object' && 'status' in fault;
	if (!isResponse || fault.accepted) journal.accept(recorded, message);
	else journal.reject(recorded, reasonOf(message), fault.status);
	if (fault === 'cut-after') return cutConnection(reply);

	const isConnected = await delay(reply, delayOf(fault) ?? sandbox.latency, closing);
	if (!isConnected) return cutConnection(reply);
	return isResponse ? respondWithFault(reply, fault) : respondOk(reply, sandbox.form);
}

function reasonOf({ recipient }: Message): string {
	const number = faultNumbers.find(({ phone }) => phone === recipient);
	return number ? `Test number: ${number.does}` : 'Test error';
}
