import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { publish } from '../../bench/queue/loads/workflows';
import { startRig } from '../../bench/queue/rig';
import { findPrograms } from '../../bench/queue/servers/debian';
import { installN8n } from '../../sandbox/n8n/install';
import { linkIn, open, post } from '../n8n/harness/asking';
import { node, pass, SENDER_TYPE } from '../n8n/harness/nodes';

describe('n8n 2.x in queue mode', () => {
	let started: Awaited<ReturnType<typeof startRig>>;
	const tasks: Array<() => unknown> = [];

	beforeAll(async () => {
		const programs = findPrograms();
		await installN8n('2.x');
		const folder = await mkdtemp(path.join(tmpdir(), 'whatsapp-sender-queue-'));
		tasks.push(async () => await rm(folder, { recursive: true, force: true }));
		started = await startRig(programs, folder, { add: async (task) => void tasks.unshift(task) });
		const { cluster } = started.rig;
		// Links lead to the process that receives webhooks, as behind a proxy.
		cluster.workerSettings = { WEBHOOK_URL: `${cluster.webhook.url}/` };
	}, 600_000);

	afterAll(async () => {
		for (const task of tasks) await task();
	}, 60_000);

	test('one worker asks, the webhook process takes the answer, another worker goes on', async () => {
		const { rig, sandbox } = started;
		const { cluster } = rig;
		const { id, name } = await cluster.api.createCredential({
			name: 'Sandbox',
			type: 'whatsAppSenderApi',
			data: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
		});
		const asks = node(
			'Sender',
			SENDER_TYPE,
			{
				operation: 'sendAndWait',
				phone: '6281234560001',
				message: '=May {{ $json.body.invoice }} go out?',
				responseType: 'freeText',
			},
			{ credentials: { whatsAppSenderApi: { id, name } } },
		);
		const workflow = await publish(cluster, [asks, pass('After')]);
		await cluster.haveWorkers(1);
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ invoice: '1001' });
		await fetch(workflow.url, { method: 'POST', headers, body });
		const states = async () => (await cluster.api.executions(workflow.id, 1))[0];
		while ((await states())?.status !== 'waiting') await pause(100);
		const [asking] = cluster.workers;
		await cluster.haveWorkers(0);
		await cluster.haveWorkers(1);
		expect(cluster.workers[0].pid).not.toBe(asking.pid);

		const link = linkIn(sandbox.accepted[0].text!);
		expect(link.startsWith(`${cluster.webhook.url}/webhook-waiting/`)).toBe(true);
		expect(await (await open(link)).text()).toContain('May 1001 go out?');
		const thanks = await post(link, { text: 'Yes, today' });
		expect(await thanks.text()).toContain('>Yes, today</blockquote>');
		const execution = await cluster.api.executionEnded((await states()).id);
		expect(execution.status).toBe('success');
		const { runData } = execution.data.resultData;
		expect(runData.After[0].data!.main[0]).toMatchObject([
			{ json: { data: { text: 'Yes, today' } } },
		]);
		expect(sandbox.accepted).toHaveLength(1);
	});
});
