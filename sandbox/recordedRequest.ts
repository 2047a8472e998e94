import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { reject } from './responses';
import type { Service } from './sandbox';

/** Browsers request these by themselves. */
const BROWSER_REQUESTS = /^\/(favicon\.ico|apple-touch-icon|\.well-known\/)/;

const UNKNOWN_BODY = 'header "content-type" must be application/json or multipart/form-data';

/** A file part of a multipart body. The bytes are hashed as they arrive and not kept. */
export interface UploadedFile {
	field: string;
	filename: string;
	mimetype: string;
	/** Bytes. */
	size: number;
	/** Hexadecimal. */
	sha256: string;
}

/** `RecordedRequest.body` of a multipart request. */
export interface MultipartBody {
	fields: Record<string, string>;
	files: UploadedFile[];
	/** The names of all parts, fields and files, in the order they arrived. */
	parts: string[];
}

/** One request as it arrived, and its outcome. */
export interface RecordedRequest {
	method: string;
	/** As sent, still encoded, with the query. */
	url: string;
	/** The same without the query. */
	path: string;
	query: Record<string, string | string[]>;
	headers: IncomingHttpHeaders;
	/** The `Content-Type` header, parameters included. */
	contentType?: string;
	/** The parsed JSON or a `MultipartBody`; undefined if there is none or it cannot be parsed. */
	body?: unknown;
	/** The bytes of the body, if the sandbox was started with `rawBodies`. */
	rawBody?: Buffer;
	/** Unix time in milliseconds. */
	arrivedAt: number;
	/** The HTTP status of the response. */
	status?: number;
	/** Sends being handled when this one arrived, itself included; 0 for other requests. */
	inFlight: number;
	/** Matches the interface and carries the API key. */
	valid: boolean;
	/** The message counts as sent, or the list was returned. */
	accepted: boolean;
	/** Why it was rejected. */
	problem?: string;
	/** Its number on the page, which shows messages and rejected requests. */
	seq?: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		recorded: RecordedRequest;
	}
}

/** Records a request whose body has not been read yet. */
function record(request: FastifyRequest, { journal }: Service): void {
	const { method, url, headers } = request;
	request.recorded = {
		method,
		url,
		headers,
		path: url.split('?')[0],
		contentType: headers['content-type'],
		query: { ...(request.query as Record<string, string | string[]>) },
		arrivedAt: Date.now(),
		inFlight: 0,
		valid: false,
		accepted: false,
	};
	journal.arrived(request.recorded);
}

/** Records every request to the service when its headers have arrived, and the status of its response. */
export function recordRequests(app: FastifyInstance, service: Service): void {
	app.addHook('onRequest', async (request) => record(request, service));
	app.addHook('onSend', async ({ recorded }, reply) => {
		// Just before the response leaves, so the sender's next request is never counted with this one.
		service.sending.delete(reply);
		recorded.status = reply.statusCode;
	});
	app.setErrorHandler<FastifyError>(async (error, request, reply) => {
		request.raw.resume();
		if (error.statusCode === 415) return reject(service, reply, UNKNOWN_BODY);
		return reject(service, reply, error.message, { status: error.statusCode ?? 500 });
	});
}

/** Records and rejects what the interface does not have. */
export function recordUnknownRequests(app: FastifyInstance, service: Service): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', async () => undefined);
	app.setNotFoundHandler(async (request, reply) => {
		request.raw.resume();
		if (BROWSER_REQUESTS.test(request.url)) return reply.code(404).send();
		record(request, service);
		const { method, path } = request.recorded;
		return reject(service, reply, `The service has no ${method} ${path}`, { status: 404 });
	});
}

/** A form, and not JSON that looks like one. */
export function formOf({ contentType, body }: RecordedRequest): MultipartBody | undefined {
	return body && contentType?.startsWith('multipart/') ? (body as MultipartBody) : undefined;
}

/** The fields of a send request, in either form. */
export function fieldsOf(request: RecordedRequest): Record<string, unknown> {
	return formOf(request)?.fields ?? (request.body as Record<string, unknown> | undefined) ?? {};
}
