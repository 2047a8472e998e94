import { randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox } from '../sandbox';
import type { Credential } from './api/apiTypes';
import type { N8nLine } from './n8n/folders';
import { requireN8n } from './n8n/install';
import { startReceiver, type Receiver } from './servers/receiver';
import { startRig, type Rig, type RigOptions } from './startRig';

/** A running n8n with the packed node in it, and the servers that its workflows talk to. */
export interface Instance extends Rig {
	line: N8nLine;
	sandbox: Sandbox;
	/** Somebody else's server: it must never see the API key. */
	receiver: Receiver;
	/** Of the sandbox, under the name that the examples have for it. */
	credential: Credential;
	/** Everything that n8n's main process has printed. */
	printed: string;
}

export interface InstanceOptions extends Pick<RigOptions, 'env' | 'queue'> {
	/** Whether the sandbox keeps the bytes of every body. Default true. */
	rawBodies?: boolean;
	/** What may be seen in pictures, the same each time. Default: an unusual key, and any free port. */
	known?: { apiKey: string; sandboxPort: number; receiverPort: number };
}

const CREDENTIAL = 'WhatsApp Sender sandbox';

/** Fills the instance that is given, so that tests can name it before it is there. */
export async function startInstance(
	line: N8nLine,
	{ env, queue, rawBodies = true, known }: InstanceOptions = {},
	instance = {} as Instance,
): Promise<Instance> {
	const stops = new AsyncDisposableStack();
	Object.assign(instance, { line, printed: '', stop: async () => await stops.disposeAsync() });
	// An unusual key, so that finding it anywhere means that it came from here.
	const apiKey = known?.apiKey ?? `key-${randomUUID()}`;
	instance.sandbox = await startSandbox({ apiKey, rawBodies, port: known?.sandboxPort });
	stops.defer(async () => await instance.sandbox.close());
	instance.receiver = await startReceiver(known?.receiverPort);
	stops.defer(async () => await instance.receiver.close());
	const log = (text: string) => void (instance.printed += text);
	const rig = await startRig({ line, env, queue, log, stops });
	Object.assign(instance, rig, {
		async restart() {
			await rig.restart();
			Object.assign(instance, { n8n: rig.n8n, api: rig.api });
		},
		credential: await rig.api.createSenderCredential(instance.sandbox, CREDENTIAL),
	});
	return instance;
}

/** Starts an instance for the tests of one `describe`, fills what it returned, and stops it after them. */
export function useInstance(line: N8nLine, options?: InstanceOptions): Instance {
	// Once for the whole suite, and not for each of its tests.
	requireN8n(line);
	const instance = { line } as Instance;
	beforeAll(async () => void (await startInstance(line, options, instance)), 300_000);
	beforeEach(() => {
		instance.sandbox.reset();
		instance.receiver.reset();
	});
	afterAll(async () => await instance.stop?.());
	return instance;
}
