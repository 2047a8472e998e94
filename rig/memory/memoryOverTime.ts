import { setTimeout as pause } from 'node:timers/promises';
import type { NodeRun } from '../api/apiTypes';
import type { N8nProcess } from '../n8n/process';

interface Sample {
	at: number;
	bytes: number;
}

/** Notes n8n's memory every few milliseconds until it is stopped. */
export class MemoryOverTime {
	private readonly samples: Sample[] = [];
	private stopped = false;
	private readonly watching: Promise<void>;

	constructor(n8n: N8nProcess) {
		this.watching = this.watch(n8n);
	}

	async stop(): Promise<void> {
		this.stopped = true;
		await this.watching;
	}

	/** By how many megabytes the memory grew while a node ran, at most. */
	growthDuring({ startTime, executionTime }: NodeRun): number {
		const begun = Number(startTime);
		const ended = begun + Number(executionTime);
		const before = this.samples.findLast(({ at }) => at <= begun)?.bytes ?? NaN;
		const during = this.samples.filter(({ at }) => at >= begun && at <= ended);
		const peak = Math.max(...during.map(({ bytes }) => bytes));
		return Math.round((peak - before) / 1024 / 1024);
	}

	private async watch(n8n: N8nProcess): Promise<void> {
		while (!this.stopped) {
			this.samples.push({ at: Date.now(), bytes: await n8n.memory() });
			await pause(10);
		}
	}
}
