import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { KEPT_FILE_SIZE, type KeptFiles } from '../messages/keptFiles';
import type { ParsedBody } from './parseBody';
import type { MultipartBody, UploadedFile } from './recordedRequest';

// The interface has no limits (docs/service.md §8). These keep a broken request from filling the memory;
// files are streamed, so their size needs none.
const LIMITS = { fileSize: Infinity, fieldSize: 5_000_000, fields: 100, files: 20, parts: 100 };

/** Parses a multipart body as it streams in: files are hashed, and small ones kept for the page. */
export async function parseMultipart(
	request: FastifyRequest,
	keptFiles: KeptFiles,
	keepRaw: boolean,
): Promise<ParsedBody> {
	const body: MultipartBody = { fields: {}, files: [], parts: [] };
	const problems: string[] = [];
	const chunks: Buffer[] = [];
	// Listening and piping start in the same turn of the event loop, so neither misses a chunk.
	if (keepRaw) request.raw.on('data', (chunk: Buffer) => chunks.push(chunk));
	try {
		for await (const part of request.parts({ limits: LIMITS })) {
			const { fieldname } = part;
			if (body.parts.includes(fieldname)) problems.push(`body "${fieldname}" is given twice`);
			body.parts.push(fieldname);
			if (part.type === 'file') {
				body.files.push(await hash(part, keptFiles));
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
	if (keepRaw) request.recorded.rawBody = Buffer.concat(chunks);
	const files = Object.fromEntries(body.files.map(({ field }) => [field, '']));
	return { body, fields: { ...body.fields, ...files }, problem: problems.join('; ') || undefined };
}

async function hash(part: MultipartFile, keptFiles: KeptFiles): Promise<UploadedFile> {
	const { fieldname: field, filename = '', mimetype } = part;
	const sha256 = createHash('sha256');
	let size = 0;
	let kept: Buffer[] | undefined = [];
	for await (const chunk of part.file as AsyncIterable<Buffer>) {
		sha256.update(chunk);
		size += chunk.length;
		if (size > KEPT_FILE_SIZE) kept = undefined;
		kept?.push(chunk);
	}
	const previewId = kept && keptFiles.keep({ bytes: Buffer.concat(kept), filename, mimetype });
	return { field, filename, mimetype, size, sha256: sha256.digest('hex'), previewId };
}
