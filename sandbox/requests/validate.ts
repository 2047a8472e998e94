import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAPIBackend, { type Document } from 'openapi-backend';
import { parse } from 'yaml';
import type { RecordedRequest } from './recordedRequest';

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

interface BrokenRule {
	keyword: string;
	schemaPath: string;
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
	parentSchema?: { description?: string };
}

/**
 * Validates a request against the interface.
 *
 * @param servicePath the path without the base path
 * @param body the JSON object; for a multipart body, an object with one property per part
 * @returns one reason per broken rule, without any value sent; undefined if the request is valid
 */
export function validateRequest(
	validators: Validators,
	operationId: 'sendMessage' | 'getLists' | 'getListContacts',
	{ method, query, headers, contentType }: RecordedRequest,
	servicePath: string,
	body?: unknown,
): string | undefined {
	const form = contentType?.startsWith('multipart/') ? 'multipart' : 'json';
	const { errors } = validators[form].validateRequest(
		{ method, path: servicePath, query: { ...query }, headers: headers as never, body },
		operationId,
	);
	if (!errors?.length) return undefined;
	return [...new Set((errors as BrokenRule[]).map(reason).filter(Boolean))].join('; ');
}

/** One sentence per rule of JSON Schema that the interface uses. */
const sentences: Record<string, (rule: BrokenRule) => string> = {
	required: ({ params }) => `"${params.missingProperty}" is missing`,
	additionalProperties: ({ params }) => `"${params.additionalProperty}" is not a documented field`,
	type: ({ params }) => `must be of type ${params.type}`,
	minLength: () => 'must not be empty',
	oneOf: () => 'exactly one of "phone" and "group_id" is expected',
};

const places: Record<string, string> = { requestBody: 'body', query: 'query parameter' };

function reason(rule: BrokenRule): string {
	// The branches of "phone or group_id" report their own missing field; the oneOf says it better.
	if (rule.keyword === 'required' && rule.schemaPath.includes('/oneOf/')) return '';
	const [, place, field] = rule.instancePath.split('/');
	const text =
		sentences[rule.keyword]?.(rule) ??
		rule.parentSchema?.description ??
		rule.message ??
		'is invalid';
	if (field) return `${places[place] ?? place} "${field}" ${text}`;
	return place ? `${places[place] ?? place}: ${text}` : text.replace('"requestBody"', 'the body');
}
