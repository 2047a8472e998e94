import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from '../startInstance';

/** The inspector takes a free port, and only once it is asked for. */
export const inspectorSettings = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

/**
 * What n8n still holds on to once V8 has thrown away all that it can: what a process has in memory by itself also
 * counts what V8 has not got round to.
 *
 * @returns megabytes
 */
export async function collectedMemory(instance: Instance): Promise<number> {
	const socket = new WebSocket(await inspectorOf(instance));
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

async function inspectorOf(instance: Instance): Promise<string> {
	const address = () => /Debugger listening on (ws:\S+)/.exec(instance.printed)?.[1];
	if (!address()) process.kill(instance.n8n.pid, 'SIGUSR1');
	while (!address()) await pause(50);
	return String(address());
}
