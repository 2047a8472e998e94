import { isMarkup } from '../../nodes/WhatsAppSender/errors/responseText';
import type { Exchange } from './client';

/**
 * A point that the interface (sandbox/service.md) leaves open, what was seen of it, and what that means for the
 * node: it works as it is; it works, with something to mind; this is not the interface; it could not be found out.
 */
export interface Finding {
	level: 'works' | 'mind' | 'other' | 'open';
	seen: string;
	means: string;
}

export interface Row extends Finding {
	point: string;
}

export const works = (seen: string, more?: string): Finding => {
	return { level: 'works', seen, means: more ? `works; ${more}` : 'works' };
};
export const mind = (seen: string, means: string): Finding => ({ level: 'mind', seen, means });
export const other = (seen: string, means: string): Finding => ({ level: 'other', seen, means });
export const open = (seen: string, means: string): Finding => ({ level: 'open', seen, means });

/** Names that say nothing about anybody; others could be a key, a name or a number. */
const USUAL = /^(status(Text|Code)?|data|headers|errors?|message|code|items|total|page)$/;

/** What a response holds, in words without any of its values. */
function shapeOf(body: unknown): string {
	if (body === undefined || body === null || body === '') return 'nothing';
	if (typeof body === 'string') return isMarkup(body) ? 'a web page' : 'text';
	if (Array.isArray(body)) return `an array of ${body.length}`;
	if (typeof body !== 'object') return `a ${typeof body}`;
	const names = Object.keys(body).map((name) => (USUAL.test(name) ? name : '…'));
	return `JSON { ${[...new Set(names)].slice(0, 5).join(', ')} }`;
}

export const seenOf = ({ wire }: Exchange): string =>
	wire ? `HTTP ${wire.statusCode}, ${shapeOf(wire.body)}` : 'no response';
