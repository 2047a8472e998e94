import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { faultOf } from './faults';
import { parseMultipart } from './parseBody';
import { recordAccount } from './recording';
import { fieldsOf, messageOf } from './request';
import { cutConnection, delay, reject, respond, respondWith } from './responses';
import type { Service } from './sandbox';
import { validateRequest } from './validate';

/** POST /send in both forms (service.md §4.1, §4.2). */
export function sendRoute(app: FastifyInstance, service: Service): void {
	const { sandbox, journal } = service;
	const onRequest = async ({ recorded }: FastifyRequest, reply: FastifyReply) => {
		recorded.isMessage = true;
		recorded.inFlight = service.sending.add(reply).size;
		// Also if the connection is cut.
		reply.raw.once('close', () => service.sending.delete(reply));
	};
	app.post('/send', { onRequest }, async (request, reply) => {
		const { recorded } = request;
		const problem = await parse(request, service);
		const isKnown = recordAccount(recorded, sandbox, fieldsOf(recorded).api_key);
		if (problem) return reject(service, reply, problem);
		if (!isKnown) {
			// The status for an invalid key is not shown (service.md §7); other errors are 500.
			const body = 'The API key is not valid';
			return reject(service, reply, body, { status: 500, body });
		}
		recorded.valid = true;
		const message = messageOf(recorded);
		const attempt = journal.attempt(message);
		const known = faultOf(message.recipient, attempt);
		const fault = sandbox.onSend?.(recorded, attempt) ?? known?.fault;
		const response = typeof fault === 'object' && 'status' in fault ? fault : undefined;
		const isRejected = fault === 'cut-before' || (response && !response.accepted);
		const reason = known ? 'Test number' : 'Test error';
		if (isRejected) journal.reject(recorded, reason, response?.status);
		else journal.accept(recorded, message);
		if (typeof fault === 'string') return cutConnection(reply);
		const ms = fault && 'delay' in fault ? fault.delay : sandbox.latency;
		if (!(await delay(reply, ms))) return cutConnection(reply);
		return response ? respond(reply, response) : respondWith(reply, sandbox, 'OK');
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
