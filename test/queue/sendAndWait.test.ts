import { setTimeout as pause } from 'node:timers/promises';
import { requireN8n } from '../../rig/n8n/install';
import { publish } from '../../rig/queue/load';
import { startQueueSetup, type QueueSetup } from '../../rig/queue/setup';
import { findPrograms } from '../../rig/queue/startQueue';
import { linkIn, open, post } from '../../rig/workflows/asking';
import { node, pass, SENDER_TYPE } from '../../rig/workflows/nodes';

findPrograms();
requireN8n('2.x');

describe('n8n 2.x in queue mode', () => {
	let setup: QueueSetup;
	let stop: (() => Promise<void>) | undefined;

	beforeAll(async () => {
		setup = await startQueueSetup((end) => void (stop = end));
		// Links lead to the process that receives webhooks, as behind a proxy.
		setup.rig.workerSettings = { WEBHOOK_URL: `${setup.rig.webhook.url}/` };
	}, 300_000);

	afterAll(async () => await stop?.(), 60_000);

	test('one worker asks, the webhook process takes the answer, another worker goes on', async () => {
		const { rig, service: sandbox } = setup;
		const { id, name } = setup.credential;
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
		const workflow = await publish(rig, [asks, pass('After')]);
		await rig.haveWorkers(1);
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ invoice: '1001' });
		await fetch(workflow.url, { method: 'POST', headers, body });
		const states = async () => (await rig.api.executions(workflow.id, 1))[0];
		while ((await states())?.status !== 'waiting') await pause(100);
		const [asking] = rig.workers;
		await rig.haveWorkers(0);
		await rig.haveWorkers(1);
		expect(rig.workers[0].pid).not.toBe(asking.pid);

		const link = linkIn(sandbox.accepted[0].text!);
		expect(link.startsWith(`${rig.webhook.url}/webhook-waiting/`)).toBe(true);
		expect(await (await open(link)).text()).toContain('May 1001 go out?');
		const thanks = await post(link, { text: 'Yes, today' });
		expect(await thanks.text()).toContain('>Yes, today</blockquote>');
		const execution = await rig.api.executionEnded((await states()).id);
		expect(execution.status).toBe('success');
		const { runData } = execution.data.resultData;
		expect(runData.After[0].data!.main[0]).toMatchObject([
			{ json: { data: { text: 'Yes, today' } } },
		]);
		expect(sandbox.accepted).toHaveLength(1);
	});
});
