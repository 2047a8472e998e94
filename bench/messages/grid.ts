import { batchedSender, floor, httpRequest, loop, sender, type Candidate } from './candidates';
import type { Load } from './measure';

/** Candidates that are compared side by side under one load, so many times each. */
export interface Cell extends Load {
	candidates: Candidate[];
	times: number;
}

const everyPace = [sender(1), sender(10), sender(50)];
const all = [...everyPace, httpRequest, loop];
export const everyone = [floor, ...all, batchedSender];

/**
 * What `npm run bench` measures: every latency, number of items and pace, but not all of them
 * together. What sends one message after the other is left out where it alone would take minutes:
 * it takes the same time for each, however many there are.
 */
export const grid: Cell[] = [
	{ latency: 0, items: 100, candidates: all, times: 3 },
	{ latency: 0, items: 1000, candidates: [floor, ...all], times: 3 },
	{ latency: 0, items: 10_000, candidates: [sender(10), httpRequest], times: 3 },
	{ latency: 20, items: 100, candidates: all, times: 3 },
	{ latency: 20, items: 1000, candidates: [sender(10), sender(50), httpRequest], times: 3 },
	{ latency: 200, items: 100, candidates: [...all, batchedSender], times: 3 },
	{
		latency: 200,
		items: 1000,
		candidates: [sender(10), batchedSender, sender(50), httpRequest],
		times: 3,
	},
];

/** Every combination, as `npm run bench -- --full` measures it: several hours. */
export const fullGrid: Cell[] = [0, 20, 200].flatMap((latency) =>
	[100, 1000, 10_000].map((items) => ({ latency, items, candidates: everyone, times: 3 })),
);
