import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { node24 } from '../../rig/n8n/folders';

/** What the service has seen since it began to count. */
export interface Tally {
	/** Messages that arrived. */
	received: number;
	/** Different texts among them. */
	distinct: number;
	/** Texts that arrived more than once. */
	repeated: number;
	/** Bytes of all bodies. */
	bytes: number;
	/** When the first message began to arrive; Unix milliseconds. */
	firstRequest: number;
	/** When the last response was complete; Unix milliseconds. */
	lastResponse: number;
}

/** `latency`: count from 0, and wait so many milliseconds before each response. */
export type Order = { latency: number } | 'tally';
export type Reply = { url: string } | Tally | 'done';

/** The messaging service, in a process of its own so that its work is not counted as n8n's. */
export interface Service {
	/** e.g. `http://127.0.0.1:40000`, without a slash at the end */
	url: string;
	/** Waits so many milliseconds before each response from now on, and counts from 0. */
	begin(latency: number): Promise<void>;
	tally(): Promise<Tally>;
	close(): void;
}

export async function startService(): Promise<Service> {
	const child = fork(path.join(__dirname, 'process.ts'), {
		execPath: node24(),
		execArgv: ['--import', 'tsx'],
	});
	const reply = async () => (await once(child, 'message'))[0] as Reply;
	const ask = async (order: Order) => (child.send(order), await reply());
	const { url } = (await reply()) as { url: string };
	return {
		url,
		begin: async (latency) => void (await ask({ latency })),
		tally: async () => (await ask('tally')) as Tally,
		close: () => child.disconnect(),
	};
}
