import type { ReadBody } from './body';

/** Reads a JSON body. Only an object in UTF-8 is a message (§4.1). */
export function readJson(bytes: Buffer): ReadBody {
	let body: unknown;
	try {
		body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch {
		return { problem: 'body: is not valid JSON in UTF-8' };
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		return { body, problem: 'body: must be a JSON object (§4.1)' };
	}
	return { body, checked: body };
}
