import { createHash, randomBytes } from 'node:crypto';
import {
	intoQueue,
	outcomeOf,
	publishLoad,
	startAll,
	untilEnded,
	type LoadOptions,
} from '../../rig/queue/load';
import { QUICK_LOCKS } from '../../rig/queue/startQueue';
import { useInstance } from '../../rig/startRig';
import { answered, ask, open, post } from '../../rig/workflows/asking';
import { lastExecution, publishNodes, sender } from '../../rig/workflows/call';
import { pass } from '../../rig/workflows/nodes';
import type { MultipartBody } from '../../sandbox';

// Nothing here looks at a time: `npm run bench -- queue` does.
describe('n8n 2.x in queue mode, with two workers', () => {
	const instance = useInstance('2.x', { queue: true, rawBodies: false });

	beforeEach(async () => {
		const { queue } = instance;
		// Links lead to the process that receives webhooks, as behind a proxy.
		queue.workerSettings = { ...QUICK_LOCKS, WEBHOOK_URL: `${queue.webhook.url}/` };
		await queue.haveWorkers(2);
	}, 300_000);

	/** Starts all executions and waits until the last one has ended. */
	const run = async (title: string, options: LoadOptions) => {
		const load = await publishLoad(instance, title, options);
		await startAll(instance, load);
		return await outcomeOf(instance, load, 120_000);
	};

	test('each of 50 executions sends its message once', async () => {
		expect(await run('single', { executions: 50 })).toMatchObject({
			planned: 50,
			once: 50,
			states: { success: 50 },
		});
	});

	test('four broadcasts, on whichever worker, send each message once', async () => {
		const options = { concurrency: 10 };
		expect(await run('broadcast', { executions: 4, messages: 25, options })).toMatchObject({
			planned: 100,
			once: 100,
			states: { success: 4 },
		});
	});

	test('a worker sends the bytes of a file that another process has received', async () => {
		const { api, queue, sandbox } = instance;
		const upload = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: 'file' };
		const node = sender(instance, { ...upload, phone: '6281234567890', text: 'Your invoice' });
		const published = await publishNodes(instance, [node], { trigger: intoQueue });
		const bytes = randomBytes(20 * 1024 * 1024);
		const form = new FormData();
		form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'invoice.pdf');
		await fetch(`${api.webhooks}/webhook/${published.path}`, { method: 'POST', body: form });
		await untilEnded(instance, published, 60_000);

		const { id, data } = await lastExecution(instance, published.workflowId);
		const received = data.resultData.runData.Webhook[0].data?.main[0]?.[0].binary?.file;
		// How n8n kept the file in between: each process has folders of its own.
		expect(received?.id).toMatch(/^database:/);
		const printed = queue.workers.map((worker) => worker.output()).join('');
		expect(printed).toContain(`Worker finished execution ${id} `);
		const [arrived] = (sandbox.requests.at(-1)?.body as MultipartBody).files;
		expect(arrived.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
	});

	test('a broadcast that reaches the time limit of its workflow says how far it came', async () => {
		const slow = {
			options: { delay: { seconds: { min: 600, max: 600 } } },
			settings: { executionTimeout: 5 },
		};
		const outcome = await run('limit', { executions: 1, messages: 3, ...slow });
		expect(outcome).toMatchObject({ once: 1, never: 2 });
		const { id, status } = await lastExecution(instance, outcome.workflowId);
		expect(status).toBe('canceled');
		const { data } = await instance.api.executionReported(id);
		expect(data.resultData.error?.message).toBe('The execution was canceled. Accepted: 1 of 3.');
		expect(data.resultData.runData.Sender[0].error?.description).toContain('Data Table');
	});

	test('one worker asks, the webhook process takes the answer, another worker goes on', async () => {
		const { queue, sandbox } = instance;
		const question = { message: '=May {{ $json.invoice }} go out?', responseType: 'freeText' };
		const options = { items: [{ invoice: '1001' }], after: pass('After') };
		const asked = await ask(instance, question, options);
		await queue.haveWorkers(0);
		await queue.haveWorkers(1);

		expect(asked.link.startsWith(`${queue.webhook.url}/webhook-waiting/`)).toBe(true);
		expect(await (await open(asked.link)).text()).toContain('May 1001 go out?');
		const thanks = await post(asked.link, { text: 'Yes, today' });
		expect(await thanks.text()).toContain('>Yes, today</blockquote>');
		const { json, execution } = await answered(instance, asked, 'After');
		expect(execution.status).toBe('success');
		expect(json).toMatchObject({ data: { text: 'Yes, today' } });
		expect(sandbox.accepted).toHaveLength(1);
	});
});
