import { executionOf } from '../turns/execution';
import type { RunContext } from '../turns/sender';

/** Values that are kept, the last ones asked for: each item may have its own. */
const MOST_KEPT = 50;

/**
 * What `read` returns, read once per execution; where it fails, the next try reads it again.
 *
 * @param context of the try
 * @param key equal, element by element, for the same value
 * @param since Unix milliseconds: what was read before is read again
 */
export async function readOnce<V>(
	context: RunContext,
	key: unknown[],
	read: () => Promise<V>,
	since = -Infinity,
): Promise<V> {
	const { reads } = executionOf(context);
	const at = reads.findIndex((each) => areEqual(each.key, key));
	const [earlier] = at < 0 ? [] : reads.splice(at, 1);
	const isCurrent = earlier?.failed ? earlier.by === context : earlier && earlier.at >= since;
	const entry =
		earlier && isCurrent
			? earlier
			: { key, by: context, at: Date.now(), value: read(), failed: false };
	reads.push(entry);
	if (reads.length > MOST_KEPT) reads.shift();
	entry.value.catch(() => (entry.failed = true));
	return (await entry.value) as V;
}

const areEqual = (one: unknown[], other: unknown[]) =>
	one.length === other.length && one.every((element, index) => element === other[index]);
