const LONGEST_WAIT = 15 * 60_000;
/** Statuses of a server that wants fewer requests. */
const BUSY_STATUSES = [429, 503];

/**
 * How long a response asks to wait before the next request (`Retry-After`: seconds, or a date).
 *
 * @returns milliseconds, at most 15 minutes; `undefined` if there is nothing to wait for
 */
export function retryAfterOf(status: number, headers: unknown): number | undefined {
	if (!BUSY_STATUSES.includes(status)) return undefined;
	const all = Object.entries((headers ?? {}) as Record<string, unknown>);
	const value = all.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
	const text = String(Array.isArray(value) ? value[0] : (value ?? '')).trim();
	const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : dateOf(text) - Date.now();
	return wait > 0 ? Math.min(wait, LONGEST_WAIT) : undefined;
}

/** Unix milliseconds of a date; GMT if it has no zone, as in one of HTTP's three formats. */
function dateOf(text: string): number {
	if (!/\d:\d\d/.test(text)) return NaN;
	return Date.parse(/(GMT|Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text} GMT`);
}
