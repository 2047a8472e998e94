import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { faultNumbers } from '../faults';
import { formOf, messageOf, type MultipartBody, type RecordedRequest } from '../request';
import type { Service } from '../sandbox';

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

/** The headers that the service reads. Any other could contain someone else's secret. */
const SHOWN_HEADERS = ['content-type', 'content-length', 'transfer-encoding', 'api-key'];

const KEY_NAME = /^api[-_]?key$/i;

/** A message, or a rejected request for something else, as the page shows it. */
export function viewMessage(request: RecordedRequest) {
	const { seq, arrivedAt, accepted, problem, status, isMessage } = request;
	const { recipient = 'No recipient', ...message } = messageOf(request);
	// Phone numbers start with a plus sign.
	const to = recipient.replace(/^(?=[1-9]\d+$)/, '+') || 'Empty recipient';
	return {
		...message,
		seq,
		arrivedAt,
		accepted,
		problem,
		status,
		to: isMessage ? to : 'Other requests',
		request: rawRequest(request),
	};
}

/** A request as text, with its API keys masked. */
function rawRequest(request: RecordedRequest): string {
	const { method, url, headers, body } = request;
	const shown = SHOWN_HEADERS.filter((name) => headers[name] !== undefined);
	const form = formOf(request);
	return [
		`${method} ${url.replace(/([?&]api[-_]?key=)[^&]*/gi, '$1••••••')}`,
		...shown.map((name) => `${name}: ${masked(name, headers[name])}`),
		'',
		...(form ? formLines(form) : [JSON.stringify(body, masked, 2)]),
	].join('\n');
}

/** One line for each part, in the order in which they arrived. */
function formLines({ fields, files, parts }: MultipartBody): string[] {
	return parts.map((name) => {
		const file = files.find(({ field }) => field === name);
		if (!file) return `${name}: ${masked(name, fields[name])}`;
		return `${name}: ${file.filename} (${file.mimetype}, ${file.size} bytes)`;
	});
}

const masked = (name: string, value: unknown) => (KEY_NAME.test(name) ? '••••••' : value);
