import type { N8nWorkflow } from '../../../rig/api/apiTypes';
import type { Instance } from '../../../rig/startInstance';
import type { ModelServer, Turn } from '../../../rig/servers/model';
import { modelCredential, tool } from '../../../rig/workflows/agent';
import { askedBy, isWaiting, open, post } from '../../../rig/workflows/asking';
import { useExamples } from '../../../rig/workflows/examples';

const refund = (amount: number) => [
	{ tool: 'Refund', with: { toolParameters: { amount }, hitlParameters: {} } },
];

/** The node as the channel through which people review what an AI Agent 3 wants to do: its example. */
export function review(instance: Instance, server: ModelServer): void {
	const { named } = useExamples(instance);

	test.each([
		['a tool', 'Refunded 200', undefined],
		[
			"this node's own tool",
			'"success":true',
			tool('Refund', { phone: '6281234560002', text: "=Refunded {{ $fromAI('amount') }}" }),
		],
	])('%s runs once it was approved, and not when it was refused', async (_, result, own) => {
		const { api, sandbox } = instance;
		const example = await named('AI agent that asks before it acts');
		const turns = [refund(200), refund(5000)];
		const { script, workflow } = await withModel(instance, server, example, turns);
		const { credentials } = example.nodes.find((each) => each.name === 'Ask the owner')!;
		const nodes = workflow.nodes.map((each) =>
			each.name === 'Refund' && own ? { ...own, credentials } : each,
		);
		const saved = await api.createWorkflow({ ...workflow, nodes });
		await api.run(saved, 'Run manually');

		const first = await askedBy(instance, saved.id);
		const words = 'Your agent wants to run Refund.\nAmount: 200';
		expect(first.text).toBe(`${words}\n\nRespond here: ${first.link}`);
		expect(await (await open(first.link)).text()).toContain(words);
		await post(first.link, { approved: 'true' });
		const second = await askedBy(instance, saved.id, first);
		expect(second.text).toContain('Amount: 5000');
		for (const page of [await open(first.link), await post(first.link, { approved: 'true' })]) {
			expect(await page.text()).not.toContain('5000');
		}
		expect(await isWaiting(instance, second)).toBe(true);
		await post(second.link, { approved: 'false' });

		const { status, data } = await api.executionEnded(second.executionId);
		expect([status, data.resultData.error]).toEqual(['success', undefined]);
		expect(data.resultData.runData.Refund).toHaveLength(1);
		expect(server.observations(script)).toEqual([
			expect.stringContaining(result),
			expect.stringMatching(/denied|declined|reject|not approve/i),
		]);
		const sent = sandbox.accepted.filter(({ text }) => text?.startsWith('Refunded'));
		expect(sent.map(({ text }) => text)).toEqual(own ? ['Refunded 200'] : []);
	});
}

/** An example with a scripted model: its account and its model are the only things that it lacks. */
export async function withModel(
	instance: Instance,
	model: ModelServer,
	{ name, nodes, connections, settings }: N8nWorkflow,
	turns: Turn[],
) {
	const script = model.script(turns);
	const openAiApi = await modelCredential(instance, model);
	const scripted = {
		parameters: { model: { __rl: true, mode: 'id', value: script }, options: {} },
		credentials: { openAiApi },
	};
	const complete = nodes.map((each) => (each.name === 'Model' ? { ...each, ...scripted } : each));
	const workflow = { name: `${name}, with a model`, nodes: complete, connections, settings };
	return { script, workflow };
}
