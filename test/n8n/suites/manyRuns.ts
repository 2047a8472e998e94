import { publish, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { collectedMemory } from '../../../rig/memory';
import { people } from '../../../rig/workflows/elsewhere';

const RUNS = 1000;
const AT_ONCE = 10;
/** What is loaded and cached for good in the first runs is not counted. */
const WARM_UP = 100;

export function manyRuns(instance: Instance): void {
	test(`${RUNS} executions leave nothing in memory`, async () => {
		const message = { phone: '={{ $json.phone }}', text: 'Hello' };
		const retry = { retryOnFail: true, waitBetweenTries: 10 };
		const settings = { saveDataSuccessExecution: 'none' };
		const node = sender(instance, message, retry);
		const { path } = await publish(instance, node, { settings });
		const run = async (times: number) => {
			for (let done = 0; done < times; done += AT_ONCE) {
				const calls = Array.from({ length: AT_ONCE }, async () =>
					instance.api.callWebhook(path, { items: people(1) }),
				);
				for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
			}
		};
		await run(WARM_UP);
		const before = await collectedMemory(instance);
		await run(RUNS);
		const after = await collectedMemory(instance);

		process.stdout.write(
			`n8n ${instance.line}, ${RUNS} executions: in use ${before} MB before, ${after} MB after\n`,
		);
		expect(instance.sandbox.accepted).toHaveLength(WARM_UP + RUNS);
		// 20 KB an execution would be 20 MB.
		expect(after - before).toBeLessThan(20);
	}, 900_000);
}
