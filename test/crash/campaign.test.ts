import { setTimeout as pause } from 'node:timers/promises';
import { useInstance, type Instance } from '../../rig/startRig';
import { until } from '../../rig/until';
import { jsonOf, lastOutcome, people, publish, sender } from '../../rig/workflows/call';

const [KILLS, RECIPIENTS] = process.env.LONG ? [25, 200] : [5, 40];
const PATIENCE_MS = 300_000;
jest.setTimeout(KILLS * 180_000);
/** The sandbox waits so long before each response. Without it, the campaign ends before the test can kill it. */
const LATENCY_MS = 30;
const recipients = people(RECIPIENTS).map(({ phone }) => phone);

/** Kills n8n or the worker, as a power cut would, and starts it again. */
async function kill({ n8n, queue, restart }: Instance): Promise<void> {
	if (queue) {
		await queue.killWorker();
		await queue.haveWorkers(1);
	} else {
		await n8n.kill();
		await restart();
	}
}

async function allEnded({ api }: Instance, workflowId: string): Promise<boolean> {
	const executions = await api.executions(workflowId, 100);
	const isEnded = ({ status }: { status: string }) => !['new', 'running'].includes(status);
	return executions.length > 0 && executions.every(isEnded);
}

describe.each([
	['n8n', false],
	['a worker in queue mode', true],
])('Campaign: %s', (victim, isQueue) => {
	const instance = useInstance({ queue: isQueue });

	beforeAll(async () => await instance.queue?.haveWorkers(1));

	test(`is killed ${KILLS} times, and everyone gets one message`, async () => {
		const { sandbox } = instance;
		sandbox.latency = LATENCY_MS;
		const message = { phone: '={{ $json.phone }}', text: 'Hello' };
		const node = sender(instance, { ...message, options: { campaign: 'November offer' } });
		const trigger = { responseMode: 'onReceived' };
		const { path, workflowId } = await publish(instance, node, { trigger });
		const start = async () => {
			const { status } = await instance.api.callWebhook(path, { items: people(RECIPIENTS) });
			expect(status).toBe(200);
		};
		const isOver = async () => await allEnded(instance, workflowId);

		const killedAfter: number[] = [];
		while (killedAfter.length < KILLS) {
			await start();
			const before = sandbox.accepted.length;
			const share = (RECIPIENTS - before) / (KILLS - killedAfter.length + 1);
			const target = before + Math.ceil(Math.random() * share);
			await until(() => sandbox.accepted.length >= target, PATIENCE_MS);
			// Any moment within a message, before it or after it.
			await pause(Math.random() * 3 * LATENCY_MS);
			killedAfter.push(sandbox.accepted.length);
			await kill(instance);
			expect(await until(isOver, PATIENCE_MS)).toBe(true);
		}
		await start();
		expect(await until(isOver, PATIENCE_MS)).toBe(true);

		const { execution, items } = await lastOutcome(instance, workflowId);
		expect(execution.status).toBe('success');
		const unconfirmed = jsonOf(items)
			.filter(({ reason }) => reason === 'unconfirmed')
			.map(({ recipient }) => recipient);
		const received = sandbox.accepted.map(({ recipient }) => recipient);
		const findings = {
			twice: received.filter((recipient, index) => received.indexOf(recipient) < index),
			lost: recipients.filter((each) => ![...received, ...unconfirmed].includes(each)),
		};
		process.stdout.write(`${JSON.stringify({ victim, killedAfter, unconfirmed })}\n`);
		expect(findings).toEqual({ twice: [], lost: [] });
		expect(unconfirmed.length).toBeLessThanOrEqual(KILLS);
	});
});
