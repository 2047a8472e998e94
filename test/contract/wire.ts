import type { Received } from '../engine/receiver';

/** Headers that n8n's HTTP layer and the test's address decide, not the node. */
const NOT_THE_NODES = ['host', 'connection', 'user-agent', 'accept-encoding', 'transfer-encoding'];

/**
 * A request as it came over the wire, in the form of an .http file. Of the bytes only the boundary
 * of a form, which is drawn anew each time, and with it the length, are replaced.
 */
export function onTheWire({ method, url, headers, body }: Received): string {
	const boundary = /boundary=(\S+)/.exec(String(headers['content-type']))?.[1];
	const lines = Object.entries(headers)
		.filter(([name]) => !NOT_THE_NODES.includes(name))
		.filter(([name]) => !(boundary && name === 'content-length'))
		.map(([name, value]) => `${name}: ${String(value)}`)
		.sort();
	const all = [`${method} ${url} HTTP/1.1`, ...lines, '', body].join('\n');
	// Each n8n signs with a secret of its own.
	const text = all.replace(/signature=[\da-f]{64}/, `signature=${'0'.repeat(64)}`);
	return boundary ? text.replaceAll(boundary, 'BOUNDARY') : text;
}
