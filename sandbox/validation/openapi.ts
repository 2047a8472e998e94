import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAPIBackend, { type Document } from 'openapi-backend';
import { parse } from 'yaml';

const FILE = join(__dirname, '..', 'service.openapi.yaml');

/** The interface compiled once per form of a body; the operations are the same in both. */
export interface Validators {
	json: OpenAPIBackend;
	multipart: OpenAPIBackend;
}

let loaded: Promise<Validators> | undefined;

/** Compiles `service.openapi.yaml`, once per process. */
export function loadValidators(): Promise<Validators> {
	loaded ??= compile();
	return loaded;
}

async function compile(): Promise<Validators> {
	const text = await readFile(FILE, 'utf8');
	// openapi-backend validates one media type per operation, JSON if there is one:
	// the multipart form gets a copy without it.
	const multipart = parse(text) as {
		paths: { '/send': { post: { requestBody: { content: object } } } };
	};
	Reflect.deleteProperty(multipart.paths['/send'].post.requestBody.content, 'application/json');
	return {
		json: await validator(parse(text) as Document),
		multipart: await validator(multipart as unknown as Document),
	};
}

async function validator(definition: Document): Promise<OpenAPIBackend> {
	const ajvOpts = { allErrors: true, verbose: true };
	return await new OpenAPIBackend({ definition, strict: true, ajvOpts }).init();
}
