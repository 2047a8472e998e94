/** The middle one of several figures, so that one disturbed measurement does not count. */
export function median(figures: number[]): number {
	const sorted = figures.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

type Figures<Figure extends string> = Record<Figure, number>;

/**
 * Measures several candidates in the same n8n, so many times each, every time in a new random order.
 *
 * @returns the medians of each candidate's figures, in the order of the candidates
 */
export async function sideBySide<Candidate, Figure extends string>(
	candidates: Candidate[],
	times: number,
	measure: (candidate: Candidate) => Promise<Figures<Figure>>,
): Promise<Array<Figures<Figure>>> {
	const measured = new Map<Candidate, Array<Figures<Figure>>>();
	for (let time = 0; time < times; time++) {
		for (const candidate of inRandomOrder(candidates)) {
			const figures = await measure(candidate);
			measured.set(candidate, [...(measured.get(candidate) ?? []), figures]);
		}
	}
	return candidates.map((candidate) => medians(measured.get(candidate) ?? []));
}

function medians<Figure extends string>(tries: Array<Figures<Figure>>): Figures<Figure> {
	const names = Object.keys(tries[0]) as Figure[];
	const entries = names.map((name) => [name, median(tries.map((figures) => figures[name]))]);
	return Object.fromEntries(entries) as Figures<Figure>;
}

const inRandomOrder = <Thing>(things: Thing[]): Thing[] =>
	things
		.map((thing) => ({ thing, place: Math.random() }))
		.toSorted((a, b) => a.place - b.place)
		.map(({ thing }) => thing);
