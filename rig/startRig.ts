import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nApi } from './api/api';
import { projectFolder, type N8nLine } from './n8n/folders';
import { requireN8n } from './n8n/install';
import { placePackage } from './n8n/placePackage';
import { startN8n, type N8nProcess } from './n8n/process';
import { startQueue, type Queue } from './queue/startQueue';
import { Stops } from './stops';

export interface RigOptions {
	line: N8nLine;
	/** n8n's settings, on top of the rig's own. */
	env?: Record<string, string>;
	/** Folders of built packages that n8n loads. Default: this project's node alone. */
	packages?: string[];
	/** Gets the folders in which the packages were placed, before n8n starts. */
	prepare?: (placed: string[]) => unknown;
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

/** A running n8n with packages in it. */
export interface Rig {
	line: N8nLine;
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
 * Starts an n8n that is installed already: packs and places the packages, waits until n8n serves
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
	const { line, env, packages = [projectFolder], port, log, ownGroup } = options;
	const userFolder = options.userFolder ?? (await newFolder(stops));
	const placed: string[] = [];
	for (const folder of packages) placed.push(await placePackage(userFolder, folder));
	await options.prepare?.(placed);
	const start = async () =>
		await startN8n({
			...{ line, userFolder, env, port, log, ownGroup },
			onSpawn: (end) => void stops.add(end),
		});
	return await rigOf(line, start, stops);
}

async function inQueueMode(options: RigOptions, stops: Stops): Promise<QueueRig> {
	const { line, env, packages = [projectFolder], port, log } = options;
	const folder = options.userFolder ?? (await newFolder(stops));
	const { start, queue } = await startQueue({ line, env, packages, folder }, stops);
	await rigOf(line, async () => await start('start', { port, log }), stops, queue);
	queue.webhook = await start('webhook');
	return queue as QueueRig;
}

async function rigOf(
	line: N8nLine,
	start: () => Promise<N8nProcess>,
	stops: Stops,
	base: object = {},
): Promise<Rig> {
	const rig = Object.assign(base, { line, stop: async () => await stops.run() }) as Rig;
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
