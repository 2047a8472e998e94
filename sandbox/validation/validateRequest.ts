import type { RecordedRequest } from '../requests/recordedRequest';
import type { Validators } from './openapi';

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
	request: RecordedRequest,
	servicePath: string,
	body?: unknown,
): string | undefined {
	const form = request.contentType?.startsWith('multipart/') ? 'multipart' : 'json';
	const { method, query } = request;
	const headers = request.headers as Record<string, string>;
	const validated = { method, path: servicePath, query: { ...query }, headers, body };
	const { errors } = validators[form].validateRequest(validated, operationId);
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
