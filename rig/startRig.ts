import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox';
import { N8nApi } from './api/api';
import type { Credential } from './api/api';
import { requireN8n } from './n8n/install';
import { installPackage } from './n8n/pack';
import { freePort } from './n8n/ports';
import { startN8n, type N8nProcess, type StartOptions } from './n8n/process';
import { startQueue, type Queue } from './queue/startQueue';
import { startReceiver, type Receiver } from './servers/answering';

export interface RigOptions extends Omit<StartOptions, 'command' | 'onSpawn' | 'userFolder'> {
	/** The rig keeps this folder. Default: a new one, which the rig deletes when it stops. */
	userFolder?: string;
	/** The password of n8n's owner. Default: the one in tests. */
	password?: string;
	/** Queue mode, with PostgreSQL, Redis and a webhook process, without workers. `env` has no effect then. */
	queue?: boolean;
	/** Gets functions that end the rig, also if its start fails. */
	stops: AsyncDisposableStack;
}

/** A running n8n with the packed node. */
export interface Rig {
	/** The main process. A restart replaces it. */
	n8n: N8nProcess;
	api: N8nApi;
	/** Whether `api` is logged in as the owner: the user may have changed the login in an older user folder. */
	loggedIn: boolean;
	/** Folder of the node in n8n. Not in queue mode. */
	installed: string;
	/** Only in queue mode. */
	queue: Queue;
	/** Starts n8n anew with the same user folder. Not in queue mode. */
	restart(): Promise<void>;
}

/**
 * Packs the node, starts n8n with it, and logs the owner in.
 *
 * @throws an error that says what to do if n8n, PostgreSQL or Redis is not installed
 */
export async function startRig(options: RigOptions): Promise<Rig> {
	const { stops } = options;
	requireN8n();
	const rig = {} as Rig;
	const run = async (start: () => Promise<N8nProcess>) => {
		rig.n8n = await start();
		rig.api = new N8nApi(rig.n8n.url, rig.queue?.webhook.url);
		rig.loggedIn = await rig.api.logIn(options.password);
		rig.restart = async () => {
			await rig.n8n.stop();
			await run(start);
		};
	};
	const userFolder =
		options.userFolder ?? stops.use(await mkdtempDisposable(path.join(tmpdir(), 'n8n-'))).path;
	if (options.queue) {
		rig.queue = await startQueue(userFolder, stops);
		await run(async () => rig.queue.main);
		return rig;
	}
	rig.installed = await installPackage(userFolder);
	// Links that n8n has signed contain its port, so a restart keeps it.
	const port = options.port ?? (await freePort());
	const onSpawn = stops.defer.bind(stops);
	await run(async () => startN8n({ ...options, userFolder, port, onSpawn }));
	return rig;
}

/** A running n8n with the packed node, and the servers that its workflows request. */
export interface Instance extends Rig {
	sandbox: Sandbox;
	/** A server of somebody else, who must never get the API key. */
	receiver: Receiver;
	/** The credential of the sandbox. */
	credential: Credential;
	/** The whole output of n8n's main process. */
	printed: string;
}

/** Starts an instance for the tests of a file, into the returned object, and stops it after them. */
export function useInstance(options: Pick<RigOptions, 'env' | 'queue'> = {}): Instance {
	// Here, so that the suite fails once, and not with each test.
	requireN8n();
	const stops = new AsyncDisposableStack();
	const instance = { printed: '' } as Instance;
	beforeAll(async () => {
		// A unique key: a test that finds it knows its origin.
		instance.sandbox = await startSandbox({ apiKey: `key-${randomUUID()}` });
		stops.defer(async () => await instance.sandbox.close());
		instance.receiver = await startReceiver();
		stops.defer(async () => await instance.receiver.close());
		const log = (text: string) => void (instance.printed += text);
		const rig = await startRig({ ...options, log, stops });
		const restart = async () => {
			await rig.restart();
			Object.assign(instance, { n8n: rig.n8n, api: rig.api });
		};
		// The examples use this name.
		const name = 'WhatsApp Sender sandbox';
		const credential = await rig.api.createSenderCredential(instance.sandbox, name);
		Object.assign(instance, rig, { restart, credential });
	}, 300_000);
	beforeEach(() => {
		instance.sandbox.reset();
		instance.receiver.reset();
	});
	afterAll(async () => await stops.disposeAsync());
	return instance;
}
