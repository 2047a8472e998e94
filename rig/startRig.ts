import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nApi } from './api/api';
import { requireN8n } from './n8n/install';
import { placePackage } from './n8n/pack';
import { freePort } from './n8n/ports';
import { startN8n, type N8nProcess, type StartOptions } from './n8n/process';
import { startQueue, type Queue } from './queue/startQueue';

export interface RigOptions extends Omit<StartOptions, 'command' | 'onSpawn' | 'userFolder'> {
	/** Gets the folder in which the packed node was placed, before n8n starts. */
	prepare?: (placed: string) => unknown;
	/** Stays when the rig stops. Default: a new one, which does not. */
	userFolder?: string;
	/** Of n8n's owner. Default: the one of all tests. */
	password?: string;
	/** Queue mode, with PostgreSQL, Redis and a webhook process, but without workers. */
	queue?: boolean;
	/** Gets what ends the rig as soon as there is something to end. */
	stops?: AsyncDisposableStack;
}

/** A running n8n with the packed node in it. */
export interface Rig extends AsyncDisposable {
	/** The main process; another one after a restart. */
	n8n: N8nProcess;
	/** As the owner, where `loggedIn`. */
	api: N8nApi;
	/** False only on a user folder whose login somebody has changed. */
	loggedIn: boolean;
	/** Only in queue mode. */
	queue: Queue;
	/** Ends n8n and starts it anew on the same database and store; not in queue mode. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts an n8n that is installed already: packs and places the node, waits until n8n serves
 * requests, and logs its owner in.
 *
 * @throws an error that says what to do where that n8n, PostgreSQL or Redis is not installed
 */
export async function startRig(options: RigOptions): Promise<Rig> {
	const { line, env, stops = new AsyncDisposableStack() } = options;
	requireN8n(line);
	const stop = async () => await stops.disposeAsync();
	const rig = Object.assign({} as Rig, { stop, [Symbol.asyncDispose]: stop });
	const run = async (start: () => Promise<N8nProcess>) => {
		rig.n8n = await start();
		rig.api = new N8nApi(rig.n8n.url, rig.queue?.webhook.url);
		rig.loggedIn = await rig.api.logIn(options.password);
		rig.restart = async () => {
			await rig.n8n.stop();
			await run(start);
		};
	};
	try {
		let { userFolder } = options;
		if (!userFolder) {
			const folder = await mkdtemp(path.join(tmpdir(), 'whatsapp-sender-n8n-'));
			stops.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
			userFolder = folder;
		}
		if (options.queue) {
			rig.queue = await startQueue(line, userFolder, stops, env);
			await run(async () => rig.queue.main);
			return rig;
		}
		const placed = await placePackage(userFolder);
		await options.prepare?.(placed);
		// Links that n8n has signed lead to its address, so a restart keeps it.
		const port = options.port ?? (await freePort());
		const onSpawn = stops.defer.bind(stops);
		await run(async () => startN8n({ ...options, userFolder, port, onSpawn }));
		return rig;
	} catch (error) {
		await rig.stop();
		throw error;
	}
}
