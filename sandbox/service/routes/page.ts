import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { faultNumbers } from '../faults';
import { forgetMessages, type Service } from '../service';
import { withoutKeys } from '../sent/secrecy';
import { sentRequestOf } from '../sent/sentRequest';

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
		era: service.journal.era,
		counts: service.journal.counts,
		messages: service.journal.views.slice(-LOADED),
	}));
	// Another website cannot ask for this: a browser would first ask the sandbox, which allows none.
	app.delete('/messages', async (_request, reply) => {
		forgetMessages(service);
		return await reply.code(204).send();
	});
	app.get<{ Params: { seq: string } }>('/messages/:seq/request', async (request, reply) => {
		const { sandbox, journal } = service;
		const found = journal.requestOf(Number(request.params.seq));
		if (!found) return await reply.code(404).send({ error: 'The request is no longer kept' });
		return sentRequestOf(found, new URL(sandbox.url).origin, sandbox.apiKey);
	});
	app.get('/events', (_request, reply) => {
		reply.hijack();
		service.feed.attach(reply.raw);
	});
	app.get<{ Params: { id: string } }>('/files/:id', async (request, reply) => {
		const file = service.previews.get(request.params.id);
		if (!file) return await reply.code(404).send({ error: 'The file is no longer kept' });
		const isImage = SHOWN_IMAGES.test(file.mimetype);
		const disposition = `${isImage ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(withoutKeys(file.filename, [service.sandbox.apiKey]))}`;
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
