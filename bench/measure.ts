import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { N8nNode } from '../rig/api/apiTypes';
import type { N8nProcess } from '../rig/n8n/process';
import { startRig } from '../rig/startRig';
import { lastExecution, publishNodes } from '../rig/workflows/call';
import { API_KEY, type Access, type Candidate } from './workflows';

export type BenchN8n = Awaited<ReturnType<typeof startBenchN8n>>;

/** Starts a real n8n with the packed node, and a credential for the service there. */
export async function startBenchN8n(url: string) {
	const env = {
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	};
	const rig = await startRig({ env });
	const { id, name } = await rig.api.createSenderCredential({ apiKey: API_KEY, url });
	const access: Access = { url, credentials: { whatsAppSenderApi: { id, name } } };
	return Object.assign(rig, { access });
}

/** Publishes Webhook → nodes. @returns runs them to their end, once; throws the error that stopped them */
export async function publish(n8n: BenchN8n, nodes: N8nNode[]) {
	const trigger = { responseData: 'noData' };
	const { path, workflowId } = await publishNodes(n8n, nodes, { trigger });
	return async (body: object): Promise<void> => {
		const { status } = await n8n.api.callWebhook(path, body);
		if (status === 200) return;
		const { data } = await lastExecution(n8n, workflowId);
		throw new Error(data.resultData.error?.message ?? `n8n answered HTTP ${status}`);
	};
}

/** What one piece of work took of n8n. */
export type Usage = Awaited<ReturnType<typeof usageOf>>;

/** Does some work, and says what it took. */
export async function usageOf({ pid, url }: N8nProcess, work: () => Promise<void>) {
	const [cpuBefore, memoryBefore, begun] = [cpuOf(pid), memoryOf(pid), Date.now()];
	let [memory, silence, last, isOver] = [memoryBefore, 0, performance.now(), false];
	const timer = setInterval(() => (memory = Math.max(memory, memoryOf(pid))), 10);
	const watch = async () => {
		while (!isOver) {
			const isWell = await fetch(`${url}/healthz`).then(({ ok }) => ok, Boolean);
			silence = Math.max(silence, performance.now() - last);
			if (isWell) last = performance.now();
			await pause(20);
		}
	};
	const watching = watch();
	await work().finally(() => {
		isOver = true;
		clearInterval(timer);
	});
	const time = Date.now() - begun;
	await watching;
	return {
		/** Milliseconds from its beginning to its end. */
		time,
		/** Processor time of n8n's process, all its threads, in milliseconds. */
		cpu: cpuOf(pid) - cpuBefore,
		/** Megabytes by which the memory of n8n's process grew, at most. */
		growth: memory - memoryBefore,
		/** The longest time in which n8n did not answer `/healthz`, in milliseconds. */
		silence,
	};
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

function cpuOf(pid: number): number {
	const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name, in brackets, may hold spaces; the fields after it are counted from the process's state on.
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const memoryOf = (pid: number) =>
	Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/**
 * Measures this node and n8n's own in the same n8n, so many times, in turn.
 *
 * @returns the medians of each, so that one disturbed measurement does not count
 */
export async function sideBySide<Figure extends string>(
	candidates: Candidate[],
	times: number,
	measure: (candidate: Candidate) => Promise<Record<Figure, number>>,
): Promise<Array<Record<Figure, number>>> {
	const all = candidates.map((): Array<Record<Figure, number>> => []);
	for (let time = 0; time < times; time++)
		for (const [at, candidate] of candidates.entries()) all[at].push(await measure(candidate));
	return all.map((tries) => {
		const medians = (Object.keys(tries[0]) as Figure[]).map((figure) => {
			const figures = tries.map((each) => each[figure]).sort((a, b) => a - b);
			return [figure, figures[times >> 1]];
		});
		return Object.fromEntries(medians) as Record<Figure, number>;
	});
}
