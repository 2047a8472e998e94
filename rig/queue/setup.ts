import { randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox } from '../../sandbox';
import type { Credential } from '../api/apiTypes';
import { startRig, type QueueRig } from '../startRig';
import { Stops } from '../stops';
import { startCountingService, type CountingService } from './counting';

/** Milliseconds that the service takes to respond, unless a load sets it. */
const LATENCY = 50;

/** n8n 2.x in queue mode, and the services that its messages go to. */
export interface QueueSetup {
	rig: QueueRig;
	/** Takes what `credential` sends. */
	service: CountingService;
	credential: Credential;
	sandbox: Sandbox;
}

/**
 * Starts everything but workers.
 *
 * @param onBegin gets what ends all of it, before anything is started
 */
export async function startQueueSetup(
	onBegin: (stop: () => Promise<void>) => unknown,
): Promise<QueueSetup> {
	const stops = new Stops();
	await onBegin(async () => await stops.run());
	const apiKey = randomUUID();
	const service = await startCountingService(apiKey);
	service.latency = LATENCY;
	await stops.add(async () => await service.close());
	const sandbox = await startSandbox();
	await stops.add(async () => await sandbox.close());
	const onBeginOfRig = async (stop: () => Promise<void>) => await stops.add(stop);
	const rig = await startRig({ line: '2.x', queue: true, onBegin: onBeginOfRig });
	const credential = await rig.api.createCredential({
		name: 'Counting service',
		type: 'whatsAppSenderApi',
		data: { apiKey, baseUrl: service.url },
	});
	return { rig, service, credential, sandbox };
}
