import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAPIBackend, { type Document } from 'openapi-backend';
import { parse } from 'yaml';
import type { RecordedRequest } from './request';

/** The compiled interface, once for each form of a body. */
export interface Validators {
	json: OpenAPIBackend;
	multipart: OpenAPIBackend;
}

let loaded: Promise<Validators> | undefined;

/** Compiles `service.openapi.yaml`, once per process. */
export const loadValidators = async (): Promise<Validators> => await (loaded ??= compile());

async function compile(): Promise<Validators> {
	const text = await readFile(join(__dirname, 'service.openapi.yaml'), 'utf8');
	// openapi-backend validates one media type per operation, JSON if there is one:
	// the multipart form gets a copy without it.
	const multipart = parse(text);
	delete multipart.paths['/send'].post.requestBody.content['application/json'];
	return { json: await validator(parse(text)), multipart: await validator(multipart) };
}

async function validator(definition: Document): Promise<OpenAPIBackend> {
	const ajvOpts = { allErrors: true, verbose: true };
	return await new OpenAPIBackend({ definition, strict: true, ajvOpts }).init();
}

type BrokenRule = NonNullable<ReturnType<OpenAPIBackend['validateRequest']>['errors']>[number];

/**
 * Validates a request against the interface.
 *
 * @param path of the service, without the base path
 * @param body the JSON object; for a multipart body, an object with one property per part
 * @returns one reason per broken rule, without any value sent; undefined if the request is valid
 */
export function validateRequest(
	validators: Validators,
	operationId: 'sendMessage' | 'getLists' | 'getListContacts',
	{ method, query, headers }: RecordedRequest,
	path: string,
	body?: unknown,
): string | undefined {
	const form = headers['content-type']?.startsWith('multipart/') ? 'multipart' : 'json';
	const request = { method, path, query: { ...query }, headers: headers as never, body };
	const { errors } = validators[form].validateRequest(request, operationId);
	const reasons = (errors ?? []).map(reason).filter(Boolean);
	return [...new Set(reasons)].join('; ') || undefined;
}

/** Clearer than ajv's own messages. */
const sentences: Record<string, (params: BrokenRule['params']) => string> = {
	required: ({ missingProperty }) => `"${missingProperty}" is missing`,
	additionalProperties: (params) => `"${params.additionalProperty}" is not a documented field`,
	oneOf: () => 'exactly one of "phone" and "group_id" is expected',
};

const places: Record<string, string> = { requestBody: 'body', query: 'query parameter' };

function reason({ keyword, params, parentSchema, message, ...rule }: BrokenRule): string {
	// The branches of "phone or group_id" report their own missing field; the oneOf says it better.
	if (keyword === 'required' && rule.schemaPath.includes('/oneOf/')) return '';
	const text = sentences[keyword]?.(params) ?? parentSchema?.description ?? message;
	const [, place, field] = rule.instancePath.split('/');
	if (!place) return `${text}`;
	return `${places[place] ?? place}${field ? ` "${field}"` : ':'} ${text}`;
}
