import type { FastifyInstance, FastifyReply } from 'fastify';
import { recordOf } from '../arrival/recordedRequest';
import type { Service } from '../service';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** A route of the page, not of the service: not recorded. */
		page?: boolean;
		/** A send: counted among those being handled. */
		send?: boolean;
	}
	interface FastifyReply {
		endSend?: () => void;
	}
}

/** Browsers ask for these by themselves; they say nothing about a workflow. */
const BROWSER_CHATTER = /^\/(favicon\.ico|apple-touch-icon|\.well-known\/)/;

/** Records every request to the service as soon as its head is there, and the time of its answer. */
export function recordArrivals(app: FastifyInstance, service: Service): void {
	app.addHook('onRequest', async (request, reply) => {
		const { config } = request.routeOptions;
		if (config?.page || BROWSER_CHATTER.test(request.url)) return;
		if (config?.send) countUntilAnswered(reply, service);
		request.recorded = recordOf(request, service.sending);
		service.journal.arrived(request.recorded);
	});
	app.addHook('onSend', async (request, reply) => {
		// Just before the answer leaves: the sender's next request is then never counted beside this one.
		reply.endSend?.();
		if (!request.recorded) return;
		request.recorded.status = reply.statusCode;
		request.recorded.answeredAt = Date.now();
	});
}

function countUntilAnswered(reply: FastifyReply, service: Service): void {
	let counted = true;
	service.sending += 1;
	reply.endSend = () => {
		if (counted) service.sending -= 1;
		counted = false;
	};
	// A cut connection never comes to its answer.
	reply.raw.once('close', reply.endSend);
}
