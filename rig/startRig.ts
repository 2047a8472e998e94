import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nApi } from './api/api';
import type { N8nLine } from './n8n/folders';
import { requireN8n } from './n8n/install';
import { placePackage } from './n8n/pack';
import { freePort } from './n8n/ports';
import { startN8n, type N8nProcess } from './n8n/process';
import { startQueue, type Queue } from './queue/startQueue';
import { Stops } from './stops';

export interface RigOptions {
	line: N8nLine;
	/** n8n's settings, on top of the rig's own. */
	env?: Record<string, string>;
	/** Gets the folder in which the packed node was placed, before n8n starts. */
	prepare?: (placed: string) => unknown;
	/** Stays when the rig stops. Default: a new one, which does not. */
	userFolder?: string;
	/** Default: any free one. */
	port?: number;
	/** Queue mode, with PostgreSQL, Redis and a webhook process; `haveWorkers` adds workers. */
	queue?: boolean;
	/** Gets what n8n's main process prints, as it comes. */
	log?: (text: string) => void;
	/** Whether Ctrl-C in the terminal reaches the caller alone, who then stops the rig. */
	ownGroup?: boolean;
	/** Gets `stop` before anything is started, for a caller that may have to end in the middle. */
	onBegin?: (stop: () => Promise<void>) => unknown;
}

/** A running n8n with the packed node in it. */
export interface Rig {
	/** The main process; another one after a restart. */
	n8n: N8nProcess;
	/** As the owner, where `loggedIn`. */
	api: N8nApi;
	/** False only on a user folder whose login somebody has changed. */
	loggedIn: boolean;
	/** Ends n8n and starts it anew on the same database and store. */
	restart(): Promise<void>;
	/** Ends everything that was started. */
	stop(): Promise<void>;
}

export type QueueRig = Rig & Queue;

/**
 * Starts an n8n that is installed already: packs and places the node, waits until n8n serves
 * requests, and logs its owner in.
 *
 * @throws an error that says what to do where that n8n, PostgreSQL or Redis is not installed
 */
export async function startRig(options: RigOptions & { queue: true }): Promise<QueueRig>;
export async function startRig(options: RigOptions): Promise<Rig>;
export async function startRig(options: RigOptions): Promise<Rig | QueueRig> {
	requireN8n(options.line);
	const stops = new Stops();
	const stop = async () => await stops.run();
	await options.onBegin?.(stop);
	try {
		return options.queue ? await inQueueMode(options, stops) : await alone(options, stops);
	} catch (error) {
		await stop();
		throw error;
	}
}

async function alone(options: RigOptions, stops: Stops): Promise<Rig> {
	const { line, env, log, ownGroup } = options;
	const userFolder = options.userFolder ?? (await newFolder(stops));
	const placed = await placePackage(userFolder);
	await options.prepare?.(placed);
	// Links that n8n has signed lead to its address, so a restart keeps it.
	const port = options.port ?? (await freePort());
	const start = async () =>
		await startN8n({
			...{ line, userFolder, env, port, log, ownGroup },
			onSpawn: (end) => void stops.add(end),
		});
	return await rigOf(start, stops);
}

async function inQueueMode(options: RigOptions, stops: Stops): Promise<QueueRig> {
	const { start, queue } = await startQueue(options.line, await newFolder(stops), stops);
	const rig = await rigOf(async () => await start('start'), stops, queue);
	return Object.assign(rig, { webhook: await start('webhook') }) as QueueRig;
}

async function rigOf(
	start: () => Promise<N8nProcess>,
	stops: Stops,
	base: object = {},
): Promise<Rig> {
	const rig = Object.assign(base, { stop: async () => await stops.run() }) as Rig;
	const run = async () => {
		rig.n8n = await start();
		rig.api = new N8nApi(rig.n8n.url);
		rig.loggedIn = await rig.api.openSession();
	};
	rig.restart = async () => {
		await rig.n8n.stop();
		await run();
	};
	await run();
	return rig;
}

async function newFolder(stops: Stops): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'whatsapp-sender-n8n-'));
	const remove = async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	await stops.add(remove);
	return folder;
}
