import { createHash } from 'crypto';
import type { Service } from '../service/requestService';

const KEPT_MS = 60_000;
const MOST_READS = 1000;

/** By a hash of the account and of what was read; the oldest first. */
const reads = new Map<string, { until: number; value: Promise<unknown> }>();

/**
 * Reads something from the service at most once a minute, because each letter that the user types
 * is a search. A failure is not kept.
 *
 * @param what tells it from anything else that is read from the same account
 */
export async function readRecently<T>(
	{ baseUrl, apiKey }: Service,
	what: string,
	read: () => Promise<T>,
): Promise<T> {
	const now = Date.now();
	for (const [key, { until }] of reads) if (until <= now) reads.delete(key);
	const account = JSON.stringify([baseUrl, apiKey, what]);
	const key = createHash('sha256').update(account).digest('base64');
	const known = reads.get(key);
	if (known) return (await known.value) as T;
	if (reads.size >= MOST_READS) reads.delete([...reads.keys()][0]);
	const value = read();
	reads.set(key, { until: now + KEPT_MS, value });
	value.catch(() => reads.delete(key));
	return await value;
}
