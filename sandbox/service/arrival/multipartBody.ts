import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { KEPT_FILE_SIZE, type Previews } from '../messages/previews';
import type { ReadBody } from './body';
import type { MultipartBody, UploadedFile } from './recordedRequest';

// The interface shows no limits (§8). These only keep a broken request from filling the memory;
// a file passes through in pieces, so its size needs none.
const LIMITS = { fileSize: Infinity, fieldSize: 5_000_000, fields: 100, files: 20, parts: 100 };

/** Reads a multipart body as it streams in: files are hashed piece by piece and small ones kept for the page. */
export async function readMultipart(
	request: FastifyRequest,
	previews: Previews,
	rawBodies: boolean,
): Promise<ReadBody> {
	const body: MultipartBody = { fields: {}, files: [], parts: [] };
	const problems: string[] = [];
	const pieces: Buffer[] = [];
	// Listening and piping begin in the same turn of the event loop, so no piece is missed by either.
	if (rawBodies) request.raw.on('data', (piece: Buffer) => pieces.push(piece));
	try {
		for await (const part of request.parts({ limits: LIMITS })) {
			if (body.parts.includes(part.fieldname)) problems.push(`body "${part.fieldname}" is given twice`);
			body.parts.push(part.fieldname);
			if (part.type === 'file') {
				body.files.push(await hashed(part, previews));
			} else {
				if (part.valueTruncated) problems.push(`body "${part.fieldname}" is too long for the sandbox`);
				body.fields[part.fieldname] = part.value as string;
			}
		}
	} catch (error) {
		request.raw.resume();
		problems.push(`body: is not readable as multipart/form-data (${(error as Error).message})`);
	}
	if (rawBodies) request.recorded.rawBody = Buffer.concat(pieces);
	problems.push(...wrongKinds(body));
	return { body, checked: flat(body), problem: problems.length ? problems.join('; ') : undefined };
}

async function hashed(part: MultipartFile, previews: Previews): Promise<UploadedFile> {
	const hash = createHash('sha256');
	let size = 0;
	let kept: Buffer[] | undefined = [];
	for await (const piece of part.file as AsyncIterable<Buffer>) {
		hash.update(piece);
		size += piece.length;
		if (size > KEPT_FILE_SIZE) kept = undefined;
		kept?.push(piece);
	}
	const file = { field: part.fieldname, filename: part.filename ?? '', mimetype: part.mimetype, size };
	return {
		...file,
		sha256: hash.digest('hex'),
		previewId: kept && previews.keep(Buffer.concat(kept), file.filename, file.mimetype),
	};
}

/** A description cannot say that a part must be a file, or must not be one. */
function wrongKinds(body: MultipartBody): string[] {
	const texts = body.files.map(({ field }) => field).filter((field) => field !== 'file');
	return [
		...('file' in body.fields ? ['body "file" must be a file with a filename (§2.3)'] : []),
		...texts.map((field) => `body "${field}" must not be a file (§2.3)`),
	];
}

function flat(body: MultipartBody): Record<string, string> {
	return { ...body.fields, ...Object.fromEntries(body.files.map(({ field }) => [field, ''])) };
}
