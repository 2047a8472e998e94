import type { FastifyError, FastifyInstance } from 'fastify';
import { reject } from '../responses';
import type { Service } from '../sandbox';
import { record } from './recordedRequest';

/** Browsers request these by themselves. */
const BROWSER_REQUESTS = /^\/(favicon\.ico|apple-touch-icon|\.well-known\/)/;

const UNKNOWN_BODY = 'header "content-type" must be application/json or multipart/form-data';

/** Records every request to the service when its headers have arrived, and the status of its response. */
export function recordRequests(app: FastifyInstance, service: Service): void {
	app.addHook('onRequest', async (request) => {
		request.recorded = record(request);
		service.journal.arrived(request.recorded);
	});
	app.addHook('onSend', async ({ recorded }, reply) => {
		// Just before the response leaves, so the sender's next request is never counted with this one.
		service.sending.delete(reply);
		recorded.status = reply.statusCode;
	});
	app.setErrorHandler<FastifyError>(async (error, request, reply) => {
		request.raw.resume();
		if (error.statusCode === 415) return reject(service, reply, 400, UNKNOWN_BODY);
		return reject(service, reply, error.statusCode ?? 500, error.message);
	});
}

/** Records and rejects what the interface does not have. */
export function recordUnknownRequests(app: FastifyInstance, service: Service): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', async () => undefined);
	app.setNotFoundHandler(async (request, reply) => {
		request.raw.resume();
		if (BROWSER_REQUESTS.test(request.url)) return reply.code(404).send();
		request.recorded = record(request);
		service.journal.arrived(request.recorded);
		const { method, path } = request.recorded;
		return reject(service, reply, 404, `The service has no ${method} ${path}`);
	});
}
