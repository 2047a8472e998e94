import type { FastifyError, FastifyInstance } from 'fastify';
import { UNKNOWN_BODY } from '../arrival/body';
import type { Service } from '../service';
import { refuse } from './refuse';

/** Everything the interface does not have, and everything that cannot even be read. */
export function unknownRoutes(app: FastifyInstance, service: Service): void {
	app.setNotFoundHandler(async (request, reply) => {
		request.raw.resume();
		if (!request.recorded) return reply.code(404).send({ error: 'There is nothing here' });
		const { method, path } = request.recorded;
		return refuse(service, reply, 404, `The service has no ${method} ${path}`);
	});
	app.setErrorHandler<FastifyError>(async (error, request, reply) => {
		const status = error.statusCode ?? 500;
		if (!request.recorded) return reply.code(status).send({ error: error.message });
		// A content type that is none at all is found before the body is read.
		if (status === 415) return refuse(service, reply, 400, UNKNOWN_BODY);
		return refuse(service, reply, status, error.message);
	});
}
