import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { faultNumbers } from '../faults';
import type { Service } from '../sandbox';
import { redact } from '../views/redact';
import { viewMessage, viewRequest } from '../views/view';

/** Only files of the page itself. */
const PAGE_POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** Uploads that a browser may show. Any other could contain a script and is only downloaded. */
const SHOWN_IMAGES = /^image\/(png|jpeg|gif|webp|avif)$/;

/** The most messages that a page loads when it opens. */
const LOADED = 10_000;

/** The page and its data. None of it is part of the service. */
export function pageRoutes(app: FastifyInstance, { sandbox, basePath, journal }: Service): void {
	void app.register(fastifyStatic, {
		root: join(__dirname, '..', 'page'),
		wildcard: false,
		cacheControl: false,
		setHeaders: (reply) => {
			void reply.headers({
				'content-security-policy': PAGE_POLICY,
				'x-content-type-options': 'nosniff',
			});
		},
	});
	app.get('/preact.js', async (_request, reply) => {
		return await reply.sendFile('preact.mjs', dirname(require.resolve('preact')));
	});
	app.get('/setup', async () => {
		const numbers = faultNumbers.map(({ phone, does }) => ({ phone, does }));
		return { basePath, apiKey: sandbox.apiKey, faultNumbers: numbers };
	});
	app.get<{ Querystring: { era?: string; after?: string } }>('/messages', async ({ query }) => {
		const { era, counts, shown } = journal;
		const after = query.era === era ? Number(query.after) : 0;
		const latest = shown.filter(({ seq }) => seq > after).slice(-LOADED);
		const messages = latest.map(({ seq, request }) => ({
			seq,
			...viewMessage(request, sandbox.apiKey),
		}));
		return { era, counts, messages };
	});
	// Not possible from another website: a browser asks for permission first, and the sandbox gives none.
	app.delete('/messages', async (_request, reply) => {
		journal.clear();
		return await reply.code(204).send();
	});
	app.get<{ Params: { seq: string } }>('/messages/:seq/request', async ({ params }, reply) => {
		const kept = journal.shown.find(({ seq }) => seq === Number(params.seq));
		if (!kept) return await reply.code(404).send({ error: 'The request is no longer kept' });
		return viewRequest(kept.request, new URL(sandbox.url).origin, sandbox.apiKey);
	});
	app.get<{ Params: { id: string } }>('/files/:id', async ({ params }, reply) => {
		const file = journal.files.get(params.id);
		if (!file) return await reply.code(404).send({ error: 'The file is no longer kept' });
		const isImage = SHOWN_IMAGES.test(file.mimetype);
		const name = encodeURIComponent(redact(file.filename, [sandbox.apiKey]));
		return await reply
			.type(isImage ? file.mimetype : 'application/octet-stream')
			.headers({
				'content-disposition': `${isImage ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
				'content-security-policy': "default-src 'none'; sandbox",
				'x-content-type-options': 'nosniff',
			})
			.send(file.bytes);
	});
}
