import { randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox } from '../sandbox/service';
import type { N8nApi } from './api/api';
import type { Credential } from './api/apiTypes';
import type { N8nLine } from './n8n/folders';
import type { N8nProcess } from './n8n/process';
import { startReceiver, type Receiver } from './servers/receiver';
import { startRig, type Rig } from './startRig';

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
	/** n8n's settings, on top of the rig's own. */
	env?: Record<string, string>;
	/** Whether the sandbox keeps the bytes of every body. Default true. */
	rawBodies?: boolean;
	/** What may be seen in pictures, the same each time. Default: an unusual key, and any free port. */
	known?: { apiKey: string; sandboxPort: number; receiverPort: number };
}

const CREDENTIAL = { name: 'WhatsApp Sender sandbox', type: 'whatsAppSenderApi' };

/** Starts an n8n for the tests of one `describe`, fills what it returned, and stops it after them. */
export function useInstance(line: N8nLine, { env, rawBodies = true, known }: InstanceOptions = {}) {
	let rig: Rig | undefined;
	const instance = {
		line,
		printed: '',
		get n8n() {
			return rig?.n8n;
		},
		get api() {
			return rig?.api;
		},
		restart: async () => await rig?.restart(),
	} as Instance;
	beforeAll(async () => {
		// An unusual key, so that finding it anywhere means that it came from here.
		const apiKey = known?.apiKey ?? `key-${randomUUID()}`;
		instance.sandbox = await startSandbox({ apiKey, rawBodies, port: known?.sandboxPort });
		instance.receiver = await startReceiver(known?.receiverPort);
		rig = await startRig({ line, env, log: (text) => void (instance.printed += text) });
		instance.credential = await rig.api.createCredential({
			...CREDENTIAL,
			data: { apiKey: instance.sandbox.apiKey, baseUrl: instance.sandbox.url },
		});
	}, 300_000);
	beforeEach(() => {
		instance.sandbox.reset();
		instance.receiver.reset();
	});
	afterAll(async () => {
		await rig?.stop();
		await Promise.all([instance.sandbox?.close(), instance.receiver?.close()]);
	});
	return instance;
}
