import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
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
export interface Rig {
	/** The main process; another one after a restart. */
	n8n: N8nProcess;
	/** As the owner, where `loggedIn`. */
	api: N8nApi;
	/** False only on a user folder whose login somebody has changed. */
	loggedIn: boolean;
	/** The folder of the node in n8n; not in queue mode. */
	installed: string;
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
	const { env, stops = new AsyncDisposableStack() } = options;
	requireN8n();
	const rig = { stop: async () => await stops.disposeAsync() } as Rig;
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
			rig.queue = await startQueue(userFolder, stops, env);
			await run(async () => rig.queue.main);
			return rig;
		}
		rig.installed = await installPackage(userFolder);
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

/** A running n8n with the packed node in it, and the servers that its workflows talk to. */
export interface Instance extends Rig {
	sandbox: Sandbox;
	/** Somebody else's server: it must never see the API key. */
	receiver: Receiver;
	/** Of the sandbox. */
	credential: Credential;
	/** Everything that n8n's main process has printed. */
	printed: string;
}

export type InstanceOptions = Pick<RigOptions, 'env' | 'queue'>;

/** Starts an instance for the tests of one file, fills the returned object with it, and stops it after them. */
export function useInstance(options: InstanceOptions = {}): Instance {
	// Once for the whole suite, and not for each of its tests.
	requireN8n();
	const stops = new AsyncDisposableStack();
	const instance = { printed: '' } as Instance;
	beforeAll(async () => {
		// An unusual key, so that a test that finds it knows where it came from.
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
		// Under the name that the examples have for it.
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
