import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { NodeRun } from './api/apiTypes';
import type { N8nProcess } from './n8n/process';
import type { Instance } from './startInstance';

/** Notes n8n's memory, without that of its children, every few milliseconds until it is stopped. */
export class MemoryOverTime {
	private readonly samples: Array<{ at: number; megabytes: number }> = [];
	private readonly timer: NodeJS.Timeout;

	constructor({ pid }: N8nProcess) {
		const look = () => {
			const status = readFileSync(`/proc/${pid}/status`, 'utf8');
			const megabytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
			this.samples.push({ at: Date.now(), megabytes });
		};
		look();
		this.timer = setInterval(look, 10);
	}

	async stop(): Promise<void> {
		clearInterval(this.timer);
	}

	/** By how many megabytes the memory grew while a node ran, at most. */
	growthDuring({ startTime, executionTime }: NodeRun): number {
		const ended = startTime + executionTime;
		const before = this.samples.findLast(({ at }) => at <= startTime)?.megabytes ?? NaN;
		const during = this.samples.filter(({ at }) => at >= startTime && at <= ended);
		return Math.round(Math.max(...during.map(({ megabytes }) => megabytes)) - before);
	}
}

/** The inspector takes a free port, and only once it is asked for. */
export const inspectorSettings = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

type Ask = (method: string, params?: object) => Promise<{ result: { value: unknown } }>;

/** Talks to the inspector of n8n's process, in which one can look at, and set, anything. */
async function inspect<T>(instance: Instance, use: (ask: Ask) => Promise<T>): Promise<T> {
	const address = () => /Debugger listening on (ws:\S+)/.exec(instance.printed)?.[1];
	if (!address()) process.kill(instance.n8n.pid, 'SIGUSR1');
	while (!address()) await pause(50);
	const socket = new WebSocket(String(address()));
	await new Promise((resolve) => socket.addEventListener('open', resolve));
	let id = 0;
	const ask: Ask = async (method, params = {}) =>
		await new Promise((resolve) => {
			const read = (event: MessageEvent) => resolve(JSON.parse(String(event.data)).result);
			socket.addEventListener('message', read, { once: true });
			socket.send(JSON.stringify({ id: ++id, method, params }));
		});
	try {
		return await use(ask);
	} finally {
		socket.close();
	}
}

/** Sets n8n's clock ahead of the machine's. */
export async function setClock(instance: Instance, aheadMs: number): Promise<void> {
	const expression = `Date.machine ??= Date.now; Date.now = () => Date.machine() + ${aheadMs}`;
	await inspect(instance, async (ask) => await ask('Runtime.evaluate', { expression }));
}

/**
 * What n8n still holds on to once V8 has thrown away all that it can: what a process has in memory by itself also
 * counts what V8 has not got round to.
 *
 * @returns megabytes
 */
export async function collectedMemory(instance: Instance): Promise<number> {
	const inUse = await inspect(instance, async (ask) => {
		// Twice: what waits for its finalizer goes only then.
		await ask('HeapProfiler.collectGarbage');
		await ask('HeapProfiler.collectGarbage');
		const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
		return (await ask('Runtime.evaluate', { expression })).result.value;
	});
	return Math.round(Number(inUse) / 1024 / 1024);
}
