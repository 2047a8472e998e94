import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { faultNumbers } from '../faults';
import type { Service } from '../service';

const ONLY_FROM_HERE = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** Uploads a browser may show in place. Any other could carry a script and is only offered for download. */
const SHOWN_IMAGES = /^image\/(png|jpeg|gif|webp|avif)$/;

/** How many messages a page loads when it opens, and at most. */
const LOADED = 10_000;

/** The page that shows what arrived, and what it reads from. None of it is part of the service. */
export function pageRoutes(app: FastifyInstance, service: Service): void {
	const config = { page: true };
	app.addHook('onRoute', (route) => {
		route.config = { ...route.config, ...config };
	});
	void app.register(fastifyStatic, {
		root: join(__dirname, '..', 'page'),
		wildcard: false,
		cacheControl: false,
		setHeaders: (reply) => {
			void reply.headers({ 'content-security-policy': ONLY_FROM_HERE, 'x-content-type-options': 'nosniff' });
		},
	});
	app.get('/about', async () => ({
		basePath: service.basePath,
		apiKey: service.sandbox.apiKey,
		faultNumbers: faultNumbers.map(({ phone, does }) => ({ phone, does })),
	}));
	app.get('/messages', async () => ({
		counts: service.journal.counts,
		messages: service.journal.views.slice(-LOADED),
	}));
	app.get('/events', (_request, reply) => {
		reply.hijack();
		service.feed.attach(reply.raw);
	});
	app.get<{ Params: { id: string } }>('/files/:id', async (request, reply) => {
		const file = service.previews.get(request.params.id);
		if (!file) return await reply.code(404).send({ error: 'The file is no longer kept' });
		const isImage = SHOWN_IMAGES.test(file.mimetype);
		const disposition = `${isImage ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.filename)}`;
		return await reply
			.type(isImage ? file.mimetype : 'application/octet-stream')
			.headers({
				'content-disposition': disposition,
				'content-security-policy': "default-src 'none'; sandbox",
				'x-content-type-options': 'nosniff',
			})
			.send(file.bytes);
	});
}
