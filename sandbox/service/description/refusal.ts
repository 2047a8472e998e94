import type { RecordedRequest } from '../arrival/recordedRequest';
import type { Description } from './load';

type OperationId = 'sendMessage' | 'getLists' | 'getListContacts';

interface BrokenRule {
	keyword: string;
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
	parentSchema?: { description?: string };
}

/**
 * Checks a request against the description.
 *
 * @param body the JSON object, or for a multipart body an object with one property a part
 * @returns what does not fit, field by field in plain words without any value sent; undefined where all fits
 */
export function refusalOf(
	description: Description,
	operationId: OperationId,
	request: Pick<RecordedRequest, 'method' | 'path' | 'query' | 'headers' | 'contentType'>,
	servicePath: string,
	body?: unknown,
): string | undefined {
	const backend = request.contentType?.startsWith('multipart/') ? description.multipart : description.json;
	const result = backend.validateRequest(
		{
			method: request.method,
			path: servicePath,
			query: { ...request.query },
			headers: request.headers as Record<string, string>,
			body,
		},
		operationId,
	);
	const reasons = ((result.errors ?? []) as BrokenRule[]).map(reasonOf);
	return reasons.length ? [...new Set(reasons.filter(Boolean))].join('; ') : undefined;
}

/** One sentence for each rule of JSON Schema that the description uses. */
const sentences: Record<string, (rule: BrokenRule) => string> = {
	required: ({ params }) => `"${params.missingProperty}" is missing`,
	additionalProperties: ({ params }) => `"${params.additionalProperty}" is not a documented field`,
	type: ({ params }) => `must be of type ${params.type}`,
	minLength: () => 'must not be empty',
	oneOf: () => 'exactly one of "phone" and "group_id" is expected (§2.2)',
};

function reasonOf(rule: BrokenRule): string {
	// The branches of "phone or group_id" report their own missing field; the oneOf above them says it better.
	if (rule.keyword === 'required' && /^(phone|group_id)$/.test(String(rule.params.missingProperty)) && isBranch(rule)) {
		return '';
	}
	const [, place, field] = rule.instancePath.split('/');
	const reason = sentences[rule.keyword]?.(rule) ?? rule.parentSchema?.description ?? rule.message ?? 'does not fit';
	if (field) return `${placeNames[place] ?? place} "${field}" ${reason}`;
	return place ? `${placeNames[place] ?? place}: ${reason}` : reason.replace('"requestBody"', 'the body');
}

function isBranch(rule: BrokenRule): boolean {
	return (rule as { schemaPath?: string }).schemaPath?.includes('/oneOf/') ?? false;
}

const placeNames: Record<string, string> = {
	requestBody: 'body',
	query: 'query parameter',
	header: 'header',
	path: 'path',
};
