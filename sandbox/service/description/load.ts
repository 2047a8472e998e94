import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAPIBackend, { type Document } from 'openapi-backend';
import { parse } from 'yaml';

const FILE = join(__dirname, '..', '..', 'service.openapi.yaml');

/** The description compiled once for each form a body may have; the operations are the same in both. */
export interface Description {
	json: OpenAPIBackend;
	multipart: OpenAPIBackend;
}

let loaded: Promise<Description> | undefined;

/** Reads `service.openapi.yaml` and compiles its rules, once for the life of the process. */
export function loadDescription(): Promise<Description> {
	loaded ??= compile();
	return loaded;
}

async function compile(): Promise<Description> {
	const text = await readFile(FILE, 'utf8');
	// openapi-backend checks a body against one media type of an operation only, JSON where it is described.
	// So the multipart form gets a copy of the same description without the JSON form.
	const multipart = parse(text) as { paths: { '/send': { post: { requestBody: { content: object } } } } };
	Reflect.deleteProperty(multipart.paths['/send'].post.requestBody.content, 'application/json');
	return {
		json: await backendOf(parse(text) as Document),
		multipart: await backendOf(multipart as unknown as Document),
	};
}

async function backendOf(definition: Document): Promise<OpenAPIBackend> {
	const backend = new OpenAPIBackend({
		definition,
		strict: true,
		ajvOpts: { allErrors: true, verbose: true },
	});
	await backend.init();
	return backend;
}
