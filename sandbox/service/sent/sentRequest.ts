import type { MultipartBody, RecordedRequest } from '../arrival/recordedRequest';
import { isMultipart } from '../messages/message';
import { curlOf, queryOf } from './curl';
import { keysOf, pathWithoutKeys, withoutKeys } from './secrecy';

/** A request as the page shows it beside its message, without any API key. */
export interface SentRequest {
	method: string;
	/** With the query. */
	path: string;
	headers: Array<{ name: string; value: string }>;
	/** JSON, indented. */
	body?: string;
	/** The parts of a form, in the order in which they came. */
	parts?: Array<{ name: string; value?: string; file?: { name: string; type: string; size: number } }>;
	/** The HTTP status of the answer. */
	status?: number;
	/** For bash, with `$API_KEY` for the key. */
	curl?: string;
}

/** Those that make a difference to the service. Any other could carry a secret of somebody else. */
const SHOWN_HEADERS = ['content-type', 'content-length', 'transfer-encoding', 'api-key', 'accept', 'user-agent'];

/** Characters. */
const LONGEST_TEXT = 100_000;

/**
 * @param origin of the sandbox, e.g. `http://127.0.0.1:8089`
 * @param apiKey the sandbox's own
 */
export function sentRequestOf(request: RecordedRequest, origin: string, apiKey: string): SentRequest {
	const keys = keysOf(request, apiKey);
	const { method, headers, query, body } = withoutKeys({ ...request, rawBody: undefined }, keys);
	return {
		method,
		path: pathWithoutKeys(request.path, keys) + queryOf(query),
		headers: SHOWN_HEADERS.filter((name) => headers[name] !== undefined).map((name) => ({
			name,
			value: String(headers[name]),
		})),
		body: body === undefined || isMultipart(body) ? undefined : shortened(JSON.stringify(body, null, 2)),
		parts: isMultipart(body) ? partsOf(body) : undefined,
		status: request.status,
		curl: curlOf(request, origin, keys),
	};
}

function partsOf({ fields, files, parts }: MultipartBody): SentRequest['parts'] {
	const left = [...files];
	return parts.map((name) => {
		const place = left.findIndex(({ field }) => field === name);
		if (place < 0) return { name, value: shortened(fields[name] ?? '') };
		const [{ filename, mimetype, size }] = left.splice(place, 1);
		return { name, file: { name: filename, type: mimetype, size } };
	});
}

function shortened(text: string): string {
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}
