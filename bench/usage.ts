import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMemory } from '../rig/memory';

/** What one piece of work took of n8n. */
export type Usage = Record<
	/** Milliseconds from its beginning to its end. */
	| 'time'
	/** Processor time of n8n's process and its children, all their threads, in milliseconds. */
	| 'cpu'
	/** Megabytes by which the memory of n8n's process grew, at most. */
	| 'growth',
	number
>;

/** Does some work, and says what it took of a process. */
export async function usageOf(pid: number, work: () => Promise<void>): Promise<Usage> {
	const before = await residentMemory(pid);
	let peak = before;
	const cpuBefore = cpuOf(pid);
	const begun = performance.now();
	const watch = async () => (peak = Math.max(peak, await residentMemory(pid)));
	await during(10, watch, work);
	const time = performance.now() - begun;
	return { time, cpu: cpuOf(pid) - cpuBefore, growth: (peak - before) / 1024 / 1024 };
}

/** Asks n8n every 20 ms whether it is well while it works. @returns its longest silence, in milliseconds */
export async function longestSilence(n8nUrl: string, work: () => Promise<void>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	const ask = async () => {
		const answered = await fetch(`${n8nUrl}/healthz`).then(
			async (response) => (await response.text(), response.ok),
			() => false,
		);
		const now = performance.now();
		longest = Math.max(longest, now - last);
		if (answered) last = now;
	};
	await during(20, ask, work);
	return longest;
}

/** Does something every few milliseconds until the work is done. */
async function during(interval: number, watch: () => Promise<unknown>, work: () => Promise<void>) {
	let over = false;
	const watching = (async () => {
		while (!over) {
			await watch();
			await pause(interval);
		}
	})();
	try {
		await work();
	} finally {
		over = true;
		await watching;
	}
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of a process and its descendants so far, ended ones included; milliseconds. */
export function cpuOf(pid: number): number {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name, in brackets, may hold spaces; the fields after it are counted from the process's state on.
		const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
		// User and system time, of itself and of the children that it has seen end.
		const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
		const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
		return children.reduce((sum, child) => sum + cpuOf(Number(child)), ticks * TICK_MS);
	} catch {
		// It ended in between.
		return 0;
	}
}

/** The middle one of several figures, so that one disturbed measurement does not count. */
function median(figures: number[]): number {
	const sorted = figures.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Measures several candidates in the same n8n, so many times each, every time in a new random order.
 *
 * @returns the medians of each candidate's figures, in the order of the candidates
 */
export async function sideBySide<Candidate, Figure extends string>(
	candidates: Candidate[],
	times: number,
	measure: (candidate: Candidate) => Promise<Record<Figure, number>>,
): Promise<Array<Record<Figure, number>>> {
	const measured = candidates.map((candidate) => ({
		candidate,
		tries: [] as Array<Record<Figure, number>>,
	}));
	for (let time = 0; time < times; time++) {
		const inRandomOrder = measured
			.map((each) => ({ ...each, place: Math.random() }))
			.toSorted((a, b) => a.place - b.place);
		for (const { candidate, tries } of inRandomOrder) tries.push(await measure(candidate));
	}
	return measured.map(({ tries }) => {
		const names = Object.keys(tries[0]) as Figure[];
		const medians = names.map((name) => [name, median(tries.map((figures) => figures[name]))]);
		return Object.fromEntries(medians) as Record<Figure, number>;
	});
}
