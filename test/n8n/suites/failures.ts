import { setTimeout as pause } from 'node:timers/promises';
import { answering } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startRig';
import { until } from '../../../rig/until';
import { chain, node, withDelay } from '../../../rig/workflows/nodes';
import {
	call,
	jsonOf,
	lastOutcome,
	people,
	publish,
	sender,
	senderAt,
} from '../../../rig/workflows/call';
import { read } from '../../contract/pages';

const phones = people(5).map(({ phone }) => phone);
const message = { phone: '={{ $json.phone }}', text: 'Hello' };

/** Sets a proxy for n8n's requests to other machines. The proxy closes each connection instead of opening a tunnel. */
export function useProxy(env: Record<string, string>): void {
	let proxy: Awaited<ReturnType<typeof answering>>;
	beforeAll(async () => {
		proxy = await answering((_, response) => response.end('OK'));
		Object.assign(env, { HTTPS_PROXY: proxy.url, NO_PROXY: '127.0.0.1,localhost' });
	});
	afterAll(() => proxy.close());
}

/** Retry of a failed broadcast, an error workflow, and the proxy in n8n's environment. test/engine tests the rows of failed items. */
export function failures(instance: Instance): void {
	test('Retry sends the rest of a failed broadcast, with the original and with the saved workflow', async () => {
		const { api, sandbox } = instance;
		sandbox.onSend = ({ body }, attempt) => {
			const { phone, text } = body as { phone: string; text: string };
			if (phone === phones[1] && attempt === 1) return 'cut-after';
			return phone === phones[3] && text === 'Hello' ? { status: 500, body: 'No' } : undefined;
		};
		const published = await publish(instance, sender(instance, message));
		const ended = async () => await lastOutcome(instance, published.workflowId);
		const retry = async (loadWorkflow: boolean) => {
			await api.retryExecution((await ended()).execution.id, loadWorkflow);
			return await ended();
		};

		await api.callWebhook(published.path, { items: people(5) });
		expect((await ended()).error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringContaining('Accepted: 1 of 5.'),
			context: { itemIndex: 1 },
		});
		expect((await retry(false)).error).toMatchObject({ context: { itemIndex: 3 } });
		const workflow = await api.workflow(published.workflowId);
		const { parameters } = workflow.nodes.find(({ name }) => name === 'Sender')!;
		parameters.text = 'Hi';
		await api.updateWorkflow(workflow);
		const { execution, items } = await retry(true);

		expect(execution.status).toBe('success');
		const sent = sandbox.requests.map(({ body }) => body as { phone: string; text: string });
		const order = [0, 1, 1, 2, 3, 3, 4];
		expect(sent.map(({ phone }) => phone)).toEqual(order.map((index) => phones[index]));
		expect(sent.map(({ text }) => text)).toEqual([...Array(5).fill('Hello'), 'Hi', 'Hi']);
		expect(jsonOf(items)).toMatchObject(phones.map((recipient) => ({ success: true, recipient })));
	});

	test('An error workflow sends the text of docs/failures.md', async () => {
		const { api, sandbox } = instance;
		const [text] = /{{ \$json\.workflow\.name.*?(?=`)/.exec(read('docs/failures.md'))!;
		const trigger = node('Error Trigger', 'n8n-nodes-base.errorTrigger', {});
		const nodes = [trigger, sender(instance, { phone: phones[0], text: `=${text}` })];
		const tell = { name: 'Tell me', nodes, connections: chain(...nodes) };
		const { id: errorWorkflow } = await api.createWorkflow(tell);
		await api.activate(errorWorkflow);
		const failing = sender(instance, { ...message, phone: '0812-33' });
		const { path } = await publish(instance, failing, { settings: { errorWorkflow } });
		await api.callWebhook(path, { items: [{}] });
		await until(() => sandbox.accepted.length > 0);
		const told = { recipient: phones[0], text: expect.stringMatching(/^Call .*: .*"0812-33"/) };
		expect(sandbox.accepted).toMatchObject([told]);
	});

	test("The error names the environment's proxy if it opens no tunnel", async () => {
		const { error } = await call(instance, await senderAt(instance, 'https://service.example'));
		expect(error?.message).toContain(
			'the proxy did not connect to it. The message to 6281200001001 was not sent',
		);
	});
}

/** n8n waits 2 seconds for running executions before it ends, not 30. */
export const shutdownSettings = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '2' };

/** Ends n8n, so it runs last. */
export function shutdown(instance: Instance): void {
	test('n8n shuts down during a long delay between messages', async () => {
		const { api, n8n, sandbox } = instance;
		// n8n closed idle connections during the sweep, and the client needs a moment to notice.
		await pause(100);
		const parameters = { ...message, options: withDelay(600) };
		const trigger = { responseMode: 'onReceived' };
		const { path } = await publish(instance, sender(instance, parameters), { trigger });
		await api.callWebhook(path, { items: people(6) });
		await until(() => sandbox.accepted.length > 0);
		const begun = Date.now();
		process.kill(n8n.pid, 'SIGTERM');
		await n8n.ended;
		expect(Date.now() - begun).toBeLessThan(60_000);
		expect(sandbox.requests).toHaveLength(1);
	});
}
