import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ITaskData } from 'n8n-workflow';
import type { N8nProcess } from './n8n/process';
import type { Instance } from './startRig';
import { until } from './until';

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
	growthDuring(run: Pick<ITaskData, 'startTime' | 'executionTime'>): number {
		const { startTime, executionTime } = run;
		const ended = startTime + executionTime;
		const before = this.samples.findLast(({ at }) => at <= startTime)?.megabytes ?? NaN;
		const during = this.samples.filter(({ at }) => at >= startTime && at <= ended);
		return Math.round(Math.max(...during.map(({ megabytes }) => megabytes)) - before);
	}
}

/** The inspector takes a free port, and only once it is asked for. */
export const inspectorSettings = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

/** Gives orders to the inspector of n8n's process. @returns the value that the last one has */
async function inspect(instance: Instance, ...orders: Array<[method: string, params?: object]>) {
	const address = () => /Debugger listening on (ws:\S+)/.exec(instance.printed)?.[1];
	if (!address()) process.kill(instance.n8n.pid, 'SIGUSR1');
	const socket = new WebSocket((await until(address))!);
	await once(socket, 'open');
	let value: unknown;
	for (const [id, [method, params = {}]] of orders.entries()) {
		socket.send(JSON.stringify({ id, method, params }));
		const [{ data }] = await once(socket, 'message');
		value = JSON.parse(data).result.result?.value;
	}
	socket.close();
	return value;
}

export async function setClock(instance: Instance, aheadMs: number): Promise<void> {
	const expression = `Date.machine ??= Date.now; Date.now = () => Date.machine() + ${aheadMs}`;
	await inspect(instance, ['Runtime.evaluate', { expression }]);
}

/**
 * What n8n still holds on to once V8 has thrown away all that it can: what a process has in memory by itself also
 * counts what V8 has not got round to. In megabytes.
 */
export async function collectedMemory(instance: Instance): Promise<number> {
	const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
	// Twice: what waits for its finalizer goes only then.
	const collect: [string] = ['HeapProfiler.collectGarbage'];
	const inUse = await inspect(instance, collect, collect, ['Runtime.evaluate', { expression }]);
	return Math.round(Number(inUse) / 1024 / 1024);
}
