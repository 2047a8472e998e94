import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { faultNumbers } from '../faults';
import type { Service } from '../sandbox';
import { viewMessage } from './view';

/** Only files of the page itself. */
const PAGE_POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** The most messages that a page loads when it opens. */
const LOADED = 2000;

/** The page and its data. None of it is part of the service. */
export function pageRoutes(app: FastifyInstance, { sandbox, basePath, journal }: Service): void {
	void app.register(fastifyStatic, {
		root: join(__dirname, 'public'),
		wildcard: false,
		cacheControl: false,
		setHeaders: (reply) => void reply.header('content-security-policy', PAGE_POLICY),
	});
	app.get('/setup', async () => {
		const numbers = faultNumbers.map(({ phone, does }) => ({ phone, does }));
		return { basePath, apiKey: sandbox.apiKey, faultNumbers: numbers };
	});
	app.get<{ Querystring: { era?: string; after?: string } }>('/messages', async ({ query }) => {
		const { era, counts, shown } = journal;
		const after = query.era === era ? Number(query.after) : 0;
		const latest = shown.filter(({ seq }) => seq! > after).slice(-LOADED);
		return { era, counts, messages: latest.map(viewMessage) };
	});
}
