import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MultipartBody, UploadedFile } from './request';
import type { Service } from './sandbox';

// The interface has no limits (service.md §8). These protect the memory from broken requests; files are streamed.
const LIMITS = { fileSize: Infinity, fieldSize: 5_000_000, fields: 100, files: 20, parts: 100 };

/** Parses JSON. Fastify itself responds to other types with 415. */
export function addJsonParser(app: FastifyInstance, { rawBodies }: Service): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<Buffer>(
		'application/json',
		{ parseAs: 'buffer' },
		async ({ recorded }: FastifyRequest, bytes: Buffer) => {
			if (rawBodies) recorded.rawBody = bytes;
			return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
		},
	);
}

/** Parses a multipart body as it streams in. @returns the body and what is wrong with its parts */
export async function parseMultipart(
	request: FastifyRequest,
	{ rawBodies }: Service,
): Promise<{ body: MultipartBody; problems: string[] }> {
	const body: MultipartBody = { fields: {}, files: [], parts: [] };
	const problems: string[] = [];
	const chunks: Buffer[] = [];
	// Listening and piping start in the same turn of the event loop, so neither misses a chunk.
	if (rawBodies) request.raw.on('data', (chunk: Buffer) => chunks.push(chunk));
	try {
		for await (const part of request.parts({ limits: LIMITS })) {
			const { fieldname } = part;
			if (body.parts.includes(fieldname)) problems.push(`body "${fieldname}" is given twice`);
			body.parts.push(fieldname);
			if (part.type === 'file') {
				body.files.push(await hash(part));
				if (fieldname !== 'file') problems.push(`body "${fieldname}" must not be a file`);
			} else {
				body.fields[fieldname] = part.value as string;
				if (part.valueTruncated) problems.push(`body "${fieldname}" is too long for the sandbox`);
				if (fieldname === 'file') problems.push('body "file" must be a file with a filename');
			}
		}
	} catch (error) {
		request.raw.resume();
		problems.push(`body: is not readable as multipart/form-data (${(error as Error).message})`);
	}
	if (rawBodies) request.recorded.rawBody = Buffer.concat(chunks);
	return { body, problems };
}

async function hash(part: MultipartFile): Promise<UploadedFile> {
	const { fieldname: field, filename = '', mimetype } = part;
	const sha256 = createHash('sha256');
	let size = 0;
	for await (const chunk of part.file as AsyncIterable<Buffer>) {
		sha256.update(chunk);
		size += chunk.length;
	}
	return { field, filename, mimetype, size, sha256: sha256.digest('hex') };
}
