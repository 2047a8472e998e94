import type { FastifyRequest } from 'fastify';
import type { KeptFiles } from '../messages/keptFiles';
import { parseMultipart } from './parseMultipart';

export interface ParsedBody {
	/** For the record. */
	body?: unknown;
	/** The same as one flat object, for validation. */
	fields?: unknown;
	/** Why it cannot be parsed. */
	problem?: string;
}

export const UNKNOWN_BODY = 'header "content-type" must be application/json or multipart/form-data';

/** Parses a body in either form (docs/service.md §4.2) and discards any other. */
export async function parseBody(
	request: FastifyRequest,
	keptFiles: KeptFiles,
	keepRaw: boolean,
): Promise<ParsedBody> {
	const mediaType = request.headers['content-type']?.split(';')[0].trim().toLowerCase();
	if (mediaType === 'application/json') {
		const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
		if (keepRaw) request.recorded.rawBody = bytes;
		return parseJson(bytes);
	}
	if (mediaType === 'multipart/form-data') return await parseMultipart(request, keptFiles, keepRaw);
	request.raw.resume();
	return { problem: UNKNOWN_BODY };
}

function parseJson(bytes: Buffer): ParsedBody {
	let body: unknown;
	try {
		body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch {
		return { problem: 'body: is not valid JSON in UTF-8' };
	}
	const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
	return isObject ? { body, fields: body } : { body, problem: 'body: must be a JSON object' };
}
