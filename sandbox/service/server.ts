import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { recordArrivals } from './routes/arrival';
import { listRoutes } from './routes/lists';
import { pageRoutes } from './routes/page';
import { sendRoute } from './routes/send';
import { unknownRoutes } from './routes/unknown';
import type { Service } from './service';

/** Bytes of a JSON body. The interface shows no limit (§8); this one only protects the memory. */
const LARGEST_JSON = 20_000_000;

/** Puts the service and its page together, without listening yet. Nothing is logged: messages are private. */
export function buildServer(service: Service): FastifyInstance {
	const app = fastify({
		logger: false,
		bodyLimit: LARGEST_JSON,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2000 },
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	app.addContentTypeParser('*', (_request, _payload, done) => done(null));
	void app.register(multipart);
	recordArrivals(app, service);
	unknownRoutes(app, service);
	void app.register(
		async (scope) => {
			sendRoute(scope, service);
			listRoutes(scope, service);
		},
		{ prefix: service.basePath },
	);
	void app.register(async (scope) => pageRoutes(scope, service));
	return app;
}
