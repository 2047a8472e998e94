import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { NodeRun } from './api/apiTypes';
import type { N8nProcess } from './n8n/process';
import type { Instance } from './startInstance';

/** What a process, without its children, has in memory now; bytes. */
export async function residentMemory(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => {
		throw new Error(`No memory figures for process ${pid}: it has ended, or this is not Linux.`);
	});
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** Notes n8n's memory every few milliseconds until it is stopped. */
export class MemoryOverTime {
	private readonly samples: Array<{ at: number; bytes: number }> = [];
	private stopped = false;
	private readonly watching: Promise<void>;

	constructor({ pid }: N8nProcess) {
		this.watching = this.watch(pid);
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

	private async watch(pid: number): Promise<void> {
		while (!this.stopped) {
			this.samples.push({ at: Date.now(), bytes: await residentMemory(pid) });
			await pause(10);
		}
	}
}

/** The inspector takes a free port, and only once it is asked for. */
export const inspectorSettings = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

/**
 * What n8n still holds on to once V8 has thrown away all that it can: what a process has in memory by itself also
 * counts what V8 has not got round to.
 *
 * @returns megabytes
 */
export async function collectedMemory(instance: Instance): Promise<number> {
	const address = () => /Debugger listening on (ws:\S+)/.exec(instance.printed)?.[1];
	if (!address()) process.kill(instance.n8n.pid, 'SIGUSR1');
	while (!address()) await pause(50);
	const socket = new WebSocket(String(address()));
	await new Promise((resolve) => socket.addEventListener('open', resolve));
	const ask = async (method: string, params: object = {}) =>
		await new Promise<{ result: { value: number } }>((resolve) => {
			const read = (event: MessageEvent) => resolve(JSON.parse(String(event.data)).result);
			socket.addEventListener('message', read, { once: true });
			socket.send(JSON.stringify({ id: 1, method, params }));
		});
	// Twice: what waits for its finalizer goes only then.
	await ask('HeapProfiler.collectGarbage');
	await ask('HeapProfiler.collectGarbage');
	const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
	const { result } = await ask('Runtime.evaluate', { expression });
	socket.close();
	return Math.round(result.value / 1024 / 1024);
}
