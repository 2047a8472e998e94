import { createHash, randomBytes } from 'node:crypto';
import { useInstance } from '../../rig/startRig';
import { answered, ask, open, post } from '../../rig/workflows/asking';
import { lastExecution, publishNodes, sender } from '../../rig/workflows/call';
import { pass } from '../../rig/workflows/nodes';
import { until } from '../../rig/until';
import type { MultipartBody } from '../../sandbox';

/** n8n responds at once, and the execution goes into the queue. */
const intoQueue = { responseMode: 'onReceived' };

describe('n8n in queue mode, with two workers', () => {
	const instance = useInstance({ queue: true });

	beforeEach(async () => {
		await instance.queue.haveWorkers(2);
	}, 300_000);

	test('a worker sends the bytes of a file that the webhook process received', async () => {
		const { api, queue, sandbox } = instance;
		const upload = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: 'file' };
		const node = sender(instance, { ...upload, phone: '6281234567890', text: 'Your invoice' });
		const published = await publishNodes(instance, [node], { trigger: intoQueue });
		const bytes = randomBytes(20 * 1024 * 1024);
		const form = new FormData();
		form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'invoice.pdf');
		await fetch(`${api.webhooks}/webhook/${published.path}`, { method: 'POST', body: form });
		const { id, data } = await lastExecution(instance, published.workflowId);
		const received = data.resultData.runData.Webhook[0].data?.main[0]?.[0].binary?.file;
		// n8n stores the file in the database, because the processes have separate folders.
		expect(received?.id).toMatch(/^database:/);
		// A worker prints this after it has stored the execution.
		const isByWorker = () =>
			queue.workers.some((worker) => worker.output().includes(`Worker finished execution ${id} `));
		expect(await until(isByWorker, 10_000)).toBe(true);
		const [arrived] = (sandbox.requests.at(-1)?.body as MultipartBody).files;
		expect(arrived.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
	});

	test('one worker asks, the webhook process receives the answer, another worker continues', async () => {
		const { queue, sandbox } = instance;
		const question = { message: '=May {{ $json.invoice }} go out?', responseType: 'freeText' };
		const options = { items: [{ invoice: '1001' }], after: pass('After') };
		const asked = await ask(instance, question, options);
		await queue.haveWorkers(0);
		await queue.haveWorkers(1);

		expect(asked.link.startsWith(`${queue.webhook.url}/webhook-waiting/`)).toBe(true);
		expect(await (await open(asked.link)).text()).toContain('May 1001 go out?');
		const thanks = await post(asked.link, { text: 'Yes, today' });
		expect(await thanks.text()).toContain('<h1>Thank you</h1>');
		const { json, execution } = await answered(instance, asked, 'After');
		expect(execution.status).toBe('success');
		expect(json).toMatchObject({ data: { text: 'Yes, today' } });
		expect(sandbox.accepted).toHaveLength(1);
	});
});
