import type { FastifyRequest } from 'fastify';
import type { Previews } from '../messages/previews';
import { readJson } from './jsonBody';
import { readMultipart } from './multipartBody';

/** What reading a body gives. */
export interface ReadBody {
	/** For the record. */
	body?: unknown;
	/** The same as one flat object, to be checked against the description. */
	checked?: unknown;
	/** Why it cannot be read. */
	problem?: string;
}

/** What a request with any other type of body is told. */
export const UNKNOWN_BODY = 'header "content-type" must be application/json or multipart/form-data (§4.2)';

/** Reads a body in either form of §4.2, and lets any other flow away unread. */
export async function readBody(request: FastifyRequest, previews: Previews, rawBodies: boolean): Promise<ReadBody> {
	const mediaType = request.headers['content-type']?.split(';')[0].trim().toLowerCase();
	if (mediaType === 'application/json') {
		const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
		if (rawBodies) request.recorded.rawBody = bytes;
		return readJson(bytes);
	}
	if (mediaType === 'multipart/form-data') return await readMultipart(request, previews, rawBodies);
	request.raw.resume();
	return { problem: UNKNOWN_BODY };
}
