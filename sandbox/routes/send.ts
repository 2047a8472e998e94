import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { faultNumbers, faultOf, type Fault } from '../faults';
import { apiKeyOf, messageOf, type Message } from '../message';
import { parseMultipart } from '../requests/parseBody';
import { validateRequest } from '../requests/validate';
import { cutConnection, delay, reject, respondOk, respondWithFault } from '../responses';
import type { Service } from '../sandbox';

/** POST /send in both forms (docs/service.md §4.1, §4.2). */
export function sendRoute(app: FastifyInstance, service: Service): void {
	const { sandbox, journal } = service;
	const onRequest = async ({ recorded }: FastifyRequest, reply: FastifyReply) => {
		recorded.inFlight = service.sending.add(reply).size;
		// A cut connection has no response.
		reply.raw.once('close', () => service.sending.delete(reply));
		if (sandbox.onArrival?.(recorded) !== 'cut-before') return;
		journal.reject(recorded, 'The connection was cut before the body was read');
		cutConnection(reply);
	};
	app.post('/send', { onRequest }, async (request, reply) => {
		const { recorded } = request;
		const problem = await parse(request, service);
		if (problem) return reject(service, reply, 400, problem);
		const { body } = recorded;
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

/** Records the body. @returns what is wrong with it */
async function parse(request: FastifyRequest, service: Service): Promise<string | undefined> {
	const { recorded } = request;
	const validate = (fields: unknown) =>
		validateRequest(service.validators, 'sendMessage', recorded, '/send', fields);
	if (!request.isMultipart()) return validate((recorded.body = request.body));
	const { body, problems } = await parseMultipart(request, service);
	recorded.body = body;
	const files = Object.fromEntries(body.files.map(({ field }) => [field, '']));
	return problems.join('; ') || validate({ ...body.fields, ...files });
}

async function respond(service: Service, reply: FastifyReply, message: Message, fault?: Fault) {
	const { journal, sandbox } = service;
	const { recorded } = reply.request;
	if (fault === 'cut-before') {
		journal.reject(recorded, 'The connection was cut before the message was accepted');
		return cutConnection(reply);
	}
	const isResponse = typeof fault === 'object' && 'status' in fault;
	if (!isResponse || fault.accepted) journal.accept(recorded, message);
	else journal.reject(recorded, reasonOf(message), fault.status);
	if (fault === 'cut-after') return cutConnection(reply);

	const ms = typeof fault === 'object' && 'delay' in fault ? fault.delay : sandbox.latency;
	if (!(await delay(reply, ms))) return cutConnection(reply);
	return isResponse ? respondWithFault(reply, fault) : respondOk(reply, sandbox.form);
}

function reasonOf({ recipient }: Message): string {
	const number = faultNumbers.find(({ phone }) => phone === recipient);
	return number ? `Test number: ${number.does}` : 'Test error';
}
