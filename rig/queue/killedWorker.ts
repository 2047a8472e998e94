import type { QueueRig } from '../startRig';
import {
	callAll,
	deliveryOf,
	messages,
	publishBatches,
	publishBroadcast,
	publishSingle,
	untilArrived,
	type Delivery,
	type Load,
	type Published,
} from './load';
import { outcomeOf, type Outcome, type QueueSetup } from './setup';

const BROADCASTS = 6;
const SIZE = 100;
const BATCH = 20;

/** A Bull lock, and how often workers look for locks that have run out; n8n's defaults are 60 and 30 seconds. */
export const QUICK_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

interface KilledWorker {
	outcomes: Outcome[];
	/** seconds until every execution of the killed worker was shown as failed */
	noticedAfter: number;
	/** after Retry on every broadcast that had failed */
	afterRetry: Delivery;
}

/** One of two workers is killed while both send single messages, broadcasts, and broadcasts in batches. */
export async function killWorker(setup: QueueSetup): Promise<KilledWorker> {
	const { rig, service, credential } = setup;
	service.latency = 100;
	const single = loadOf(await publishSingle(rig, credential), 'killed single', 1, 200);
	const whole = await publishBroadcast(rig, { credential });
	const broadcast = loadOf(whole, 'killed broadcast', SIZE, BROADCASTS);
	const inBatches = await publishBatches(rig, { credential }, BATCH);
	const batches = loadOf(inBatches, 'killed batches', SIZE, BROADCASTS);

	await Promise.all(
		[broadcast, batches].map(async ({ workflow, bodies }) => await callAll(workflow, bodies)),
	);
	const inBroadcasts = [...broadcast.texts, ...batches.texts];
	await untilArrived(inBroadcasts, inBroadcasts.length / 5, service);
	const calls = callAll(single.workflow, single.bodies);
	await untilArrived(single.texts, single.texts.length / 10, service);
	await rig.kill(rig.workers[0]);
	const killed = Date.now();
	await calls;

	const outcomes = [
		await outcomeOf('One message an execution', setup, single, 180_000),
		await outcomeOf('Broadcasts', setup, broadcast, 180_000),
		await outcomeOf('Broadcasts in batches', setup, batches, 180_000),
	];
	const noticedAfter = (Date.now() - killed) / 1000;
	await retryFailed(rig, broadcast);
	return { outcomes, noticedAfter, afterRetry: deliveryOf(broadcast.texts, service) };
}

function loadOf(workflow: Published, name: string, size: number, count: number): Load {
	const all = Array.from({ length: count }, (_, index) => messages(`${name} ${index}`, size));
	const bodies = size === 1 ? all.flat() : all.map((items) => ({ items }));
	return { workflow, bodies, texts: all.flat().map(({ text }) => text) };
}

/** What the editor's Retry button does. */
async function retryFailed({ api }: QueueRig, { workflow }: Load): Promise<void> {
	for (const { id, status } of await api.executions(workflow.id, 100)) {
		if (status === 'error' || status === 'crashed') await api.retryExecution(id);
	}
}
