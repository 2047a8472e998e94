import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** A file part of a multipart body. The bytes are hashed as they pass and not kept. */
export interface UploadedFile {
	field: string;
	filename: string;
	mimetype: string;
	/** Bytes. */
	size: number;
	/** Hexadecimal. */
	sha256: string;
	/** Names the copy under `/files/:id` where the file is small enough to be kept for the page. */
	previewId?: string;
}

/** What `RecordedRequest.body` holds for a multipart request. */
export interface MultipartBody {
	fields: Record<string, string>;
	files: UploadedFile[];
	/** The names of all parts, fields and files, in the order in which they came. */
	parts: string[];
}

/** One request as it arrived, and what became of it. */
export interface RecordedRequest {
	method: string;
	/** As sent, still encoded, without the query. */
	path: string;
	query: Record<string, string | string[]>;
	headers: IncomingHttpHeaders;
	/** The `Content-Type` header, parameters included. */
	contentType?: string;
	/** The parsed JSON, or a `MultipartBody`; undefined where there is none or it cannot be read. */
	body?: unknown;
	/** The bytes of the body, where the sandbox was started with `rawBodies`. */
	rawBody?: Buffer;
	/** Unix time in milliseconds. */
	arrivedAt: number;
	/** Unix time in milliseconds; undefined while unanswered, and for a connection that was cut. */
	answeredAt?: number;
	/** The HTTP status of the answer. */
	status?: number;
	/** Sends being handled when this one arrived, itself included. */
	inFlight: number;
	/** Fits the description and carries the API key. */
	valid: boolean;
	/** Taken: the message counts as sent, or the list was given out. */
	accepted: boolean;
	/** Why it was refused. */
	problem?: string;
}

declare module 'fastify' {
	interface FastifyRequest {
		recorded: RecordedRequest;
	}
}

/** The record of a request whose head has arrived and whose body has not been read. */
export function recordOf(request: FastifyRequest, inFlight: number): RecordedRequest {
	return {
		method: request.method,
		path: request.url.split('?')[0],
		query: { ...(request.query as Record<string, string | string[]>) },
		headers: request.headers,
		contentType: request.headers['content-type'],
		arrivedAt: Date.now(),
		inFlight,
		valid: false,
		accepted: false,
	};
}
