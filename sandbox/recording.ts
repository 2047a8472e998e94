import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { RecordedRequest } from './request';
import { reject } from './responses';
import type { Sandbox, Service } from './sandbox';

const UNKNOWN_ADDRESS = 'The service has no such address: check the Base URL';
const UNKNOWN_BODY = 'header "content-type" must be application/json or multipart/form-data';

declare module 'fastify' {
	interface FastifyRequest {
		recorded: RecordedRequest;
	}
}

/** Records a request whose body has not been read yet. */
function record(request: FastifyRequest, { journal }: Service): void {
	const { method, url, headers } = request;
	request.recorded = {
		method,
		url,
		headers,
		path: url.split('?')[0],
		query: { ...(request.query as Record<string, string | string[]>) },
		arrivedAt: Date.now(),
		inFlight: 0,
		isMessage: false,
		valid: false,
		accepted: false,
	};
	journal.requests.push(request.recorded);
}

/**
 * Records the shop of an account's API key.
 *
 * @returns whether the key is one of the sandbox
 */
export function recordAccount(
	request: RecordedRequest,
	{ apiKey, shopKeys }: Sandbox,
	key: unknown,
): boolean {
	request.shop = Object.keys(shopKeys).find((shop) => shopKeys[shop] === key);
	return key === apiKey || request.shop !== undefined;
}

/** Records every request to the service as soon as its headers have arrived, and the status of its response. */
export function recordRequests(app: FastifyInstance, service: Service): void {
	app.addHook('onRequest', async (request) => record(request, service));
	app.addHook('onSend', async ({ recorded }, reply) => {
		// Before the response is sent, so that the sender's next request is not counted together with this one.
		service.sending.delete(reply);
		recorded.status = reply.statusCode;
	});
	app.setErrorHandler<FastifyError>(async (error, request, reply) => {
		request.raw.resume();
		if (error.statusCode === 415) return reject(service, reply, UNKNOWN_BODY);
		return reject(service, reply, error.message, { status: error.statusCode ?? 400 });
	});
}

/** Records and rejects requests that the interface does not have. */
export function recordUnknownRequests(app: FastifyInstance, service: Service): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', async () => undefined);
	app.setNotFoundHandler(async (request, reply) => {
		request.raw.resume();
		record(request, service);
		return reject(service, reply, UNKNOWN_ADDRESS, { status: 404 });
	});
}
