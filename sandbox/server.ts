import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { listRoutes } from './routes/lists';
import { pageRoutes } from './routes/page';
import { recordRequests, rejectUnknownRequests } from './routes/record';
import { sendRoute } from './routes/send';
import type { Service } from './sandbox';

/** Bytes of a JSON body. The interface has no limit (docs/service.md §8); this protects the memory. */
const LARGEST_JSON = 20_000_000;

/** Builds the service and its page, without listening. Nothing is logged: messages are private. */
export function buildServer(service: Service): FastifyInstance {
	const app = fastify({
		logger: false,
		bodyLimit: LARGEST_JSON,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2000 },
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'application/json',
		{ parseAs: 'buffer' },
		async (_: unknown, body: Buffer) => body,
	);
	app.addContentTypeParser('*', async () => undefined);
	void app.register(multipart);
	recordRequests(app, service);
	rejectUnknownRequests(app, service);
	const serviceRoutes = async (scope: FastifyInstance) => {
		sendRoute(scope, service);
		listRoutes(scope, service);
	};
	void app.register(serviceRoutes, { prefix: service.basePath });
	void app.register(async (scope) => pageRoutes(scope, service));
	return app;
}
