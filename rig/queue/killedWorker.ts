import type { Instance } from '../startInstance';
import { outcomeOf, publishLoad, startAll, untilArrived, type LoadOutcome } from './load';

/** One of two workers is killed while both send broadcasts, broadcasts in batches, and single messages. */
export async function killWorker(instance: Instance): Promise<LoadOutcome[]> {
	instance.sandbox.latency = 100;
	const broadcasts = { executions: 6, messages: 100 };
	const loads = [
		await publishLoad(instance, 'broadcasts', broadcasts),
		await publishLoad(instance, 'broadcasts in batches', { ...broadcasts, batches: 20 }),
		await publishLoad(instance, 'one message an execution', { executions: 200 }),
	];
	// Broadcasts first, so that all of them are under way.
	const calls = loads.map(async (load) => await startAll(instance, load));
	for (const { texts } of loads) await untilArrived(instance, texts, texts.length / 10);
	await instance.queue.killWorker();
	await Promise.all(calls);
	const outcomes: LoadOutcome[] = [];
	for (const load of loads) outcomes.push(await outcomeOf(instance, load, 180_000));
	return outcomes;
}
