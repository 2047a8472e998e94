import type { IDataObject } from 'n8n-workflow';

/** What has been read: `by` is the context of the try that has read it, `at` in Unix milliseconds. */
type Read = { key: unknown[]; by: object; at: number; value: Promise<unknown>; failed: boolean };

/** Values that are kept, the last ones asked for: each item may have its own. */
const MOST_KEPT = 50;

/** By the node's context, which is one object through all runs of the node in a process. */
const reads = new WeakMap<object, Read[]>();

/**
 * What `read` returns, read once per execution; where it fails, the next try reads it again.
 *
 * @param context of the try
 * @param key equal, element by element, for the same value
 * @param since Unix milliseconds: what was read before is read again
 */
export async function readOnce<V>(
	context: { getContext(type: 'node'): IDataObject },
	key: unknown[],
	read: () => Promise<V>,
	since = -Infinity,
): Promise<V> {
	const execution = context.getContext('node');
	const kept = reads.get(execution) ?? [];
	const earlier = kept.find((each) => areEqual(each.key, key));
	const isCurrent = earlier?.failed ? earlier.by === context : earlier && earlier.at >= since;
	const entry =
		earlier && isCurrent
			? earlier
			: { key, by: context, at: Date.now(), value: read(), failed: false };
	const others = kept.filter((each) => each !== earlier);
	reads.set(execution, [...others, entry].slice(-MOST_KEPT));
	entry.value.catch(() => (entry.failed = true));
	return (await entry.value) as V;
}

const areEqual = (one: unknown[], other: unknown[]) =>
	one.length === other.length && one.every((element, index) => element === other[index]);
