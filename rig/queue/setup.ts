import { startSandbox, type Sandbox } from '../../sandbox/service';
import type { Credential } from '../api/apiTypes';
import { startRig, type QueueRig } from '../startRig';
import { Stops } from '../stops';

/** n8n 2.x in queue mode, and the service that its messages go to. */
export interface QueueSetup {
	rig: QueueRig;
	service: Sandbox;
	credential: Credential;
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
	const service = await startSandbox();
	service.latency = 50;
	await stops.add(async () => await service.close());
	const rig = await startRig({
		line: '2.x',
		queue: true,
		onBegin: async (stop) => await stops.add(stop),
	});
	const credential = await rig.api.createSenderCredential(service);
	return { rig, service, credential };
}
