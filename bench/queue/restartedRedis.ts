import { callAll, messages, publishSingle, untilArrived } from '../../rig/queue/load';
import type { Persistence } from '../../rig/queue/redis';
import { outcomeOf, type Outcome, type QueueSetup } from '../../rig/queue/setup';

const MESSAGES = 300;
const DOWN_MS = 3000;

interface Fault {
	what: string;
	how: 'in order' | 'crash';
	persistence: Persistence;
}

/** What happens to Redis, and how it keeps its data. */
const FAULTS: Fault[] = [
	{ what: 'Redis restarted in order', how: 'in order', persistence: 'snapshots' },
	{ what: 'Redis crashed, keeping a log of every write', how: 'crash', persistence: 'log' },
	{
		what: 'Redis crashed, keeping snapshots (the default)',
		how: 'crash',
		persistence: 'snapshots',
	},
];

/** Redis goes away for three seconds while two workers empty a queue of single messages. */
export async function restartRedis(setup: QueueSetup): Promise<Outcome[]> {
	const { rig, service, credential } = setup;
	service.latency = 100;
	const outcomes: Outcome[] = [];
	for (const { what, how, persistence } of FAULTS) {
		const settings = { saveDataSuccessExecution: 'none' };
		const workflow = await publishSingle(rig, credential, settings);
		const bodies = messages(what, MESSAGES);
		await rig.redis.keepBy(persistence);
		const load = { workflow, bodies, texts: bodies.map(({ text }) => text) };
		const calls = callAll(workflow, bodies);
		await untilArrived(load.texts, MESSAGES / 6, service);
		// Debian's settings take one now and then: here at a known moment.
		if (persistence === 'snapshots') await rig.redis.takeSnapshot();
		await untilArrived(load.texts, MESSAGES / 2, service);
		await rig.redis.restart(how, DOWN_MS);
		await calls;
		outcomes.push(await outcomeOf(what, setup, load, 30_000));
	}
	return outcomes;
}
