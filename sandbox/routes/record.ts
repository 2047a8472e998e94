import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { UNKNOWN_BODY } from '../requests/parseBody';
import { record } from '../requests/recordedRequest';
import { reject } from '../responses/respond';
import type { Service } from '../sandbox';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** A route of the page, not of the service: not recorded. */
		page?: boolean;
		/** A send: counted while it is handled. */
		send?: boolean;
	}
	interface FastifyReply {
		endSend?: () => void;
	}
}

/** Browsers request these by themselves. */
const BROWSER_REQUESTS = /^\/(favicon\.ico|apple-touch-icon|\.well-known\/)/;

/** Records every request to the service when its headers have arrived, and the status of its response. */
export function recordRequests(app: FastifyInstance, service: Service): void {
	app.addHook('onRequest', async (request, reply) => {
		const { config } = request.routeOptions;
		if (config?.page || BROWSER_REQUESTS.test(request.url)) return;
		if (config?.send) countSend(reply, service);
		request.recorded = record(request, service.sending);
		service.journal.arrived(request.recorded);
	});
	app.addHook('onSend', async ({ recorded }, reply) => {
		// Just before the response leaves, so the sender's next request is never counted with this one.
		reply.endSend?.();
		if (recorded) recorded.status = reply.statusCode;
	});
}

/** Rejects what the interface does not have, and what cannot be parsed. */
export function rejectUnknownRequests(app: FastifyInstance, service: Service): void {
	app.setNotFoundHandler(async (request, reply) => {
		request.raw.resume();
		if (!request.recorded) return reply.code(404).send({ error: 'Not found' });
		const { method, path } = request.recorded;
		return reject(service, reply, 404, `The service has no ${method} ${path}`);
	});
	app.setErrorHandler<FastifyError>(async (error, request, reply) => {
		const status = error.statusCode ?? 500;
		if (!request.recorded) return reply.code(status).send({ error: error.message });
		// A malformed content type fails before the body is read.
		if (status === 415) return reject(service, reply, 400, UNKNOWN_BODY);
		return reject(service, reply, status, error.message);
	});
}

function countSend(reply: FastifyReply, service: Service): void {
	let counted = true;
	service.sending += 1;
	reply.endSend = () => {
		if (counted) service.sending -= 1;
		counted = false;
	};
	// A cut connection has no response.
	reply.raw.once('close', reply.endSend);
}
