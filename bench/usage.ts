import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { MemoryOverTime } from '../rig/memory';
import type { N8nProcess } from '../rig/n8n/process';

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

/** Does some work, and says what it took of n8n. */
export async function usageOf(n8n: N8nProcess, work: () => Promise<void>): Promise<Usage> {
	const memory = new MemoryOverTime(n8n);
	const cpuBefore = cpuOf(n8n.pid);
	const startTime = Date.now();
	await work().finally(async () => await memory.stop());
	const executionTime = Date.now() - startTime;
	const growth = memory.growthDuring({ startTime, executionTime });
	return { time: executionTime, cpu: cpuOf(n8n.pid) - cpuBefore, growth };
}

/** Asks n8n every 20 ms whether it is well while it works. @returns its longest silence, in milliseconds */
export async function longestSilence(n8nUrl: string, work: () => Promise<void>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	let over = false;
	const working = work().finally(() => (over = true));
	while (!over) {
		const answered = await fetch(`${n8nUrl}/healthz`).then(
			async (response) => (await response.text(), response.ok),
			() => false,
		);
		const now = performance.now();
		longest = Math.max(longest, now - last);
		if (answered) last = now;
		await pause(20);
	}
	await working;
	return longest;
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
	const tries = candidates.map((): Array<Record<Figure, number>> => []);
	for (let time = 0; time < times; time++) {
		const order = candidates.map((_, index) => ({ index, place: Math.random() }));
		for (const { index } of order.toSorted((a, b) => a.place - b.place))
			tries[index].push(await measure(candidates[index]));
	}
	return tries.map((all) => {
		const names = Object.keys(all[0]) as Figure[];
		const medians = names.map((name) => [name, median(all.map((figures) => figures[name]))]);
		return Object.fromEntries(medians) as Record<Figure, number>;
	});
}
