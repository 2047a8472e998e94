import type { IDataObject } from 'n8n-workflow';

/** What has been read: `by` is the context of the try that has read it, `at` in Unix milliseconds. */
type Read = { by: object; at: number; value: Promise<unknown>; failed: boolean };

/** Values that are kept: each item may have its own. */
export const MOST_KEPT = 50;

/** By the node's context, which is one object through all runs of the node in a process. */
const reads = new WeakMap<object, Map<string, Read>>();

/**
 * What `read` returns, read once per execution; where it fails, the next try reads it again.
 *
 * @param context of the try
 * @param since Unix milliseconds: what was read before is read again
 */
export async function readOnce<V>(
	context: { getContext(type: 'node'): IDataObject },
	key: string,
	read: () => Promise<V>,
	since = -Infinity,
): Promise<V> {
	const execution = context.getContext('node');
	const kept = reads.get(execution) ?? new Map<string, Read>();
	reads.set(execution, kept);
	const earlier = kept.get(key);
	const isCurrent = earlier?.failed ? earlier.by === context : earlier && earlier.at >= since;
	if (earlier && isCurrent) return (await earlier.value) as V;
	const entry: Read = { by: context, at: Date.now(), value: read(), failed: false };
	if (kept.size >= MOST_KEPT) kept.delete([...kept.keys()][0]);
	kept.set(key, entry);
	entry.value.catch(() => (entry.failed = true));
	return (await entry.value) as V;
}
