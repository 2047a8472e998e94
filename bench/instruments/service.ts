import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { node24 } from '../../rig/n8n/node24';
import type { Order, Reply, Settings, Tally } from './orders';

/** The messaging service, in a process of its own so that its work is not counted as n8n's. */
export interface Service {
	/** e.g. `http://127.0.0.1:40000`, without a slash at the end */
	url: string;
	/** Answers like this from now on, and counts from 0. */
	begin(settings: Settings): Promise<void>;
	tally(): Promise<Tally>;
	close(): void;
}

export async function startService(): Promise<Service> {
	const child = fork(path.join(__dirname, 'serviceProcess.ts'), {
		execPath: node24(),
		execArgv: ['--import', 'tsx'],
	});
	const reply = async () => (await once(child, 'message'))[0] as Reply;
	const ask = async (order: Order) => (child.send(order), await reply());
	const { url } = (await reply()) as { url: string };
	return {
		url,
		begin: async (settings) => void (await ask({ settings })),
		tally: async () => ((await ask({ tally: true })) as { tally: Tally }).tally,
		close: () => child.disconnect(),
	};
}
