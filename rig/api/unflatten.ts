/**
 * Reads the format of the npm package `flatted`, in which n8n's REST API returns the data of an execution:
 * a JSON array whose strings stand at an index, and everything that refers to them is that index as text.
 */
export function unflatten(text: string): unknown {
	const entries = JSON.parse(text) as unknown[];
	const done = new Map<number, unknown>();

	const read = (index: number): unknown => {
		const entry = entries[index];
		if (typeof entry !== 'object' || entry === null) return entry;
		if (done.has(index)) return done.get(index);
		const target: Record<string, unknown> | unknown[] = Array.isArray(entry) ? [] : {};
		// Noted before its members are read: the format is there for the sake of circles.
		done.set(index, target);
		for (const [key, value] of Object.entries(entry)) {
			(target as Record<string, unknown>)[key] =
				typeof value === 'string' ? read(Number(value)) : value;
		}
		return target;
	};
	return read(0);
}
