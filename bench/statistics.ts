/** The middle one of several figures, so that one disturbed measurement does not count. */
export function median(figures: number[]): number {
	const sorted = figures.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The same things in a random order, so that none always comes after the same one. */
function inRandomOrder<T>(things: T[]): T[] {
	return things
		.map((thing) => ({ thing, place: Math.random() }))
		.toSorted((a, b) => a.place - b.place)
		.map(({ thing }) => thing);
}

/** Measures things side by side, so many times each, every time in a new random order. */
export async function sideBySide<Thing, Figures>(
	things: Thing[],
	times: number,
	measure: (thing: Thing) => Promise<Figures>,
): Promise<Array<[Thing, Figures[]]>> {
	const measured = new Map<Thing, Figures[]>(things.map((thing) => [thing, []]));
	for (let time = 0; time < times; time++) {
		for (const thing of inRandomOrder(things)) measured.get(thing)?.push(await measure(thing));
	}
	return [...measured];
}
