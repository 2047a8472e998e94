import { randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox } from '../sandbox';
import type { N8nApi } from './api/api';
import type { Credential } from './api/apiTypes';
import type { N8nLine } from './n8n/folders';
import type { N8nProcess } from './n8n/process';
import { startReceiver, type Receiver } from './servers/receiver';
import { startRig } from './startRig';
import { Stops } from './stops';

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
	/** Ends n8n and the servers. */
	stop(): Promise<void>;
}

export interface InstanceOptions {
	/** n8n's settings, on top of the rig's own. */
	env?: Record<string, string>;
	/** Whether the sandbox keeps the bytes of every body. Default true. */
	rawBodies?: boolean;
	/** What may be seen in pictures, the same each time. Default: an unusual key, and any free port. */
	known?: { apiKey: string; sandboxPort: number; receiverPort: number };
}

const CREDENTIAL = 'WhatsApp Sender sandbox';

/** Fills the instance that is given, so that tests can name it before it is there. */
export async function startInstance(
	line: N8nLine,
	{ env, rawBodies = true, known }: InstanceOptions = {},
	instance = {} as Instance,
): Promise<Instance> {
	const stops = new Stops();
	instance.stop = async () => await stops.run();
	// An unusual key, so that finding it anywhere means that it came from here.
	const apiKey = known?.apiKey ?? `key-${randomUUID()}`;
	instance.sandbox = await startSandbox({ apiKey, rawBodies, port: known?.sandboxPort });
	await stops.add(async () => await instance.sandbox.close());
	instance.receiver = await startReceiver(known?.receiverPort);
	await stops.add(async () => await instance.receiver.close());
	instance.printed = '';
	const rig = await startRig({
		line,
		env,
		log: (text) => void (instance.printed += text),
		onBegin: async (stop) => await stops.add(stop),
	});
	const takeOver = () => Object.assign(instance, { line, n8n: rig.n8n, api: rig.api });
	takeOver();
	instance.restart = async () => {
		await rig.restart();
		takeOver();
	};
	instance.credential = await rig.api.createSenderCredential(instance.sandbox, CREDENTIAL);
	return instance;
}
