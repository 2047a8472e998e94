import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMemory } from '../../rig/memory/memory';

/** What one piece of work took of the machine. */
export interface Usage {
	/** Milliseconds from its beginning to its end. */
	time: number;
	/** Processor time of n8n's process, all its threads, in milliseconds. */
	processorTime: number;
	/** Megabytes by which n8n's memory grew, at most. */
	growth: number;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Does some work, and says what it took of the process. */
export async function usageOf(pid: number, work: () => Promise<void>): Promise<Usage> {
	const before = await residentMemory(pid);
	let peak = before;
	let over = false;
	const watch = async () => {
		while (!over) {
			await pause(10);
			peak = Math.max(peak, await residentMemory(pid));
		}
	};
	const ticks = await processorTicks(pid);
	const begun = performance.now();
	const watching = watch();
	try {
		await work();
	} finally {
		over = true;
	}
	const time = performance.now() - begun;
	const processorTime = ((await processorTicks(pid)) - ticks) * TICK_MS;
	await watching;
	return { time, processorTime, growth: (peak - before) / 1024 / 1024 };
}

/** User and system time of a process without its children. */
async function processorTicks(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The name, in brackets, may hold spaces; the fields after it are counted from the process's state on.
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return Number(fields[11]) + Number(fields[12]);
}
