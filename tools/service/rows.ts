import { isMarkup } from '../../nodes/WhatsAppSender/errors/responseText';
import type { Exchange } from './client';

/**
 * What a point means for the node: it works as it is; it works with the setting or the limit that is
 * named; this is not the interface; it could not be found out.
 */
export type Level = 'works' | 'mind' | 'other' | 'open';

/** What was seen at a point, and what that means for the node. */
export type Finding = [level: Level, seen: string, means: string];

export interface Row {
	/** What the document leaves open or says, and where (docs/service.md). */
	point: string;
	documented: string;
	level: Level;
	seen: string;
	means: string;
}

/** A point of the document; without a finding where nothing was requested for it. */
export type Point<Findings> = [
	point: string,
	documented: string,
	find: (findings: Findings) => Finding | undefined,
];

export function rowsOf<Findings>(points: Array<Point<Findings>>, findings: Findings): Row[] {
	return points.flatMap(([point, documented, find]) => {
		const finding = find(findings);
		if (!finding) return [];
		const [level, seen, means] = finding;
		return [{ point, documented, level, seen, means }];
	});
}

/** Names that say nothing about anybody; others could be a key, a name or a number. */
const USUAL =
	/^(status(Text|Code)?|data|headers|errors?|(error_)?(message|code|type|description)|title|details?|reason|success|ok|results?|items|records|contacts|lists|meta|links|pagination|page|total|count|next)$/;

/** What a response holds, in words without any of its values. */
export function shapeOf(body: unknown): string {
	if (body === undefined || body === null || body === '') return 'nothing';
	if (typeof body === 'string') return isMarkup(body) ? 'a web page' : 'text';
	if (Array.isArray(body)) return `an array of ${body.length}`;
	if (typeof body !== 'object') return `a ${typeof body}`;
	const names = Object.keys(body).map((name) => (USUAL.test(name) ? name : '…'));
	const shown = [...new Set(names)].slice(0, 5);
	return `JSON { ${shown.join(', ')} }`;
}

export const seenOf = ({ wire }: Exchange): string =>
	wire ? `HTTP ${wire.statusCode}, ${shapeOf(wire.body)}` : 'no response';
