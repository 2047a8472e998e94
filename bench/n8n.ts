import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { N8nNode } from '../rig/api/apiTypes';
import { MemoryOverTime } from '../rig/memory';
import type { N8nProcess } from '../rig/n8n/process';
import { startRig } from '../rig/startRig';
import { lastExecution, publishNodes } from '../rig/workflows/call';

/** What a candidate needs to reach the service. */
export interface Access {
	url: string;
	credentials: NonNullable<N8nNode['credentials']>;
}

/** Runs a workflow to its end, once; throws the error that stopped it. */
export type Run = (body: object) => Promise<void>;

export const API_KEY = 'key-of-the-benchmark';

export type BenchN8n = Awaited<ReturnType<typeof startBenchN8n>>;

/** Starts a real n8n 2.x with the packed node. @param env n8n's settings, on top of the rig's own */
export async function startBenchN8n(url: string, env: Record<string, string> = {}) {
	const settings = { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', ...env };
	const rig = await startRig({ line: '2.x', env: settings });
	const { id, name } = await rig.api.createSenderCredential({ apiKey: API_KEY, url });
	const access: Access = { url, credentials: { whatsAppSenderApi: { id, name } } };
	return Object.assign(rig, { access });
}

/** Publishes Webhook → nodes, one after the other. */
export async function publish(n8n: BenchN8n, nodes: N8nNode[]): Promise<Run> {
	const trigger = { responseData: 'noData' };
	const { path, workflowId } = await publishNodes(n8n, nodes, { trigger });
	return async (body) => {
		const { status } = await n8n.api.callWebhook(path, body);
		if (status === 200) return;
		const { data } = await lastExecution(n8n, workflowId);
		throw new Error(data.resultData.error?.message ?? `n8n answered HTTP ${status}`);
	};
}

/** What one piece of work took of n8n. */
export type Usage = Awaited<ReturnType<typeof usageOf>>;

/** Does some work, and says what it took. @param watched whether n8n is asked all the time whether it is well */
export async function usageOf(n8n: N8nProcess, work: () => Promise<void>, watched = false) {
	const memory = new MemoryOverTime(n8n);
	const cpuBefore = cpuOf(n8n.pid);
	const startTime = Date.now();
	let over = false;
	const watching = watched ? longestSilence(n8n, () => over) : 0;
	await work().finally(async () => {
		over = true;
		await memory.stop();
	});
	const executionTime = Date.now() - startTime;
	return {
		/** Milliseconds from its beginning to its end. */
		time: executionTime,
		/** Processor time of n8n's process and its children, all their threads, in milliseconds. */
		cpu: cpuOf(n8n.pid) - cpuBefore,
		/** Megabytes by which the memory of n8n's process grew, at most. */
		growth: memory.growthDuring({ startTime, executionTime }),
		/** The longest time in which n8n did not say that it is well, where it was asked; milliseconds. */
		silence: await watching,
	};
}

async function longestSilence({ url }: N8nProcess, isOver: () => boolean): Promise<number> {
	let longest = 0;
	let last = performance.now();
	while (!isOver()) {
		const isWell = await fetch(`${url}/healthz`).then(
			async (response) => (await response.text(), response.ok),
			() => false,
		);
		const now = performance.now();
		longest = Math.max(longest, now - last);
		if (isWell) last = now;
		await pause(20);
	}
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
	return figures.toSorted((a, b) => a - b)[figures.length >> 1];
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
