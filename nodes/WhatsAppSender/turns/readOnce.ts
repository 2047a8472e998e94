import { RunState } from './state';

/** A value with the context of the try that has read it. */
type Read = { by: object; value: Promise<unknown>; failed: boolean };

const reads = new WeakMap<RunState, Map<string, Read>>();

/**
 * What `read` returns, read once per execution; where it fails, the next try reads it again.
 *
 * @param context of the try
 */
export async function readOnce<V>(
	context: Parameters<typeof RunState.of>[0],
	key: string,
	read: () => Promise<V>,
): Promise<V> {
	const state = RunState.of(context);
	const ofState = reads.get(state) ?? new Map<string, Read>();
	reads.set(state, ofState);
	const earlier = ofState.get(key);
	if (earlier && !(earlier.failed && earlier.by !== context)) return (await earlier.value) as V;
	const entry: Read = { by: context, value: read(), failed: false };
	ofState.set(key, entry);
	entry.value.catch(() => (entry.failed = true));
	return (await entry.value) as V;
}
