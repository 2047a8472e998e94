import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nApi } from '../../../sandbox/n8n/api';
import type { Credential } from '../../../sandbox/n8n/api-types';
import { demoOwner } from '../../../sandbox/n8n/demo';
import type { N8nLine } from '../../../sandbox/n8n/folders';
import { installN8n } from '../../../sandbox/n8n/install';
import { placePackage } from '../../../sandbox/n8n/place-package';
import { startN8n, type N8nProcess } from '../../../sandbox/n8n/process';
import { startSandbox, type Sandbox } from '../../../sandbox/service';
import { startReceiver, type Receiver } from './receiver';

/** A running n8n with the packed node in it, and the servers that its workflows talk to. */
export interface Instance {
	line: N8nLine;
	n8n: N8nProcess;
	api: N8nApi;
	sandbox: Sandbox;
	/** Somebody else's server: it must never see the API key. */
	receiver: Receiver;
	/** Of the sandbox, under the name that the examples have for it. */
	credential: Credential;
	/** Everything that n8n has printed. */
	printed: string;
	/** Ends n8n and starts a new one on the same database and store. */
	restart(): Promise<void>;
}

export interface InstanceOptions {
	/** n8n's settings, on top of the sandbox's own. */
	env?: Record<string, string>;
	/** Whether the sandbox keeps the bytes of every body. Default true. */
	rawBodies?: boolean;
	/** What may be seen in pictures, the same each time. Default: an unusual key, and any free port. */
	known?: { apiKey: string; sandboxPort: number; receiverPort: number };
}

const CREDENTIAL = { name: 'WhatsApp Sender sandbox', type: 'whatsAppSenderApi' };

/** Starts an n8n for the tests of one `describe`, fills what it returned, and stops it after them. */
export function useInstance(line: N8nLine, { env, rawBodies = true, known }: InstanceOptions = {}) {
	const instance = { line, printed: '' } as Instance;
	let userFolder: string;
	const start = async (port?: number) => {
		const log = (text: string) => void (instance.printed += text);
		instance.n8n = await startN8n({ line, userFolder, port, env, log });
		instance.api = new N8nApi(instance.n8n.url);
	};
	instance.restart = async () => {
		await instance.n8n.stop();
		// Links that n8n has signed lead to its address.
		await start(Number(new URL(instance.n8n.url).port));
		await instance.api.login(demoOwner.email, demoOwner.password);
	};
	beforeAll(async () => {
		// An unusual key, so that finding it anywhere means that it came from here.
		const apiKey = known?.apiKey ?? `key-${randomUUID()}`;
		instance.sandbox = await startSandbox({ apiKey, rawBodies, port: known?.sandboxPort });
		instance.receiver = await startReceiver(known?.receiverPort);
		userFolder = await mkdtemp(path.join(tmpdir(), 'whatsapp-sender-n8n-'));
		await installN8n(line);
		await placePackage(userFolder);
		await start();
		await instance.api.setupOwner(demoOwner);
		instance.credential = await instance.api.createCredential({
			...CREDENTIAL,
			data: { apiKey: instance.sandbox.apiKey, baseUrl: instance.sandbox.url },
		});
	}, 600_000);
	beforeEach(() => {
		instance.sandbox.reset();
		instance.receiver.reset();
	});
	afterAll(async () => {
		await instance.n8n?.stop();
		await Promise.all([instance.sandbox?.close(), instance.receiver?.close()]);
		if (userFolder) await rm(userFolder, { recursive: true, force: true });
	});
	return instance;
}
