import type { Instance } from '../../../rig/startRig';
import { askedBy, open, post } from '../../../rig/workflows/asking';
import { observations, script, useExamples } from '../../../rig/workflows/examples';

const refund = (amount: number, more: object = {}) => [
	{ tool: 'Refund', with: { toolParameters: { amount }, hitlParameters: {}, ...more } },
];

/** The message that n8n fills in when the editor makes the node a review. */
const FILLED_IN =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

/** The examples in which a person reviews what an AI Agent 3 wants to do. */
export function review(instance: Instance): void {
	const { named } = useExamples(instance);

	test('a tool runs only after its call was approved', async () => {
		const turn = [...refund(300, { approved: true }), ...refund(5000)];
		script(instance, [refund(200), turn]);
		const { nodes, connections, settings } = await named('AI agent that asks before it acts');
		for (const { parameters } of nodes) {
			if ('message' in parameters) parameters.message = FILLED_IN;
		}
		const workflow = { name: 'Review', nodes, connections, settings };
		const saved = await instance.api.createWorkflow(workflow);
		await instance.api.run(saved, 'Run manually');
		const first = await askedBy(instance, saved.id);
		const words = 'The agent wants to run this tool: Refund\n\nInput:\n';
		expect(first.text).toBe(`${words}{"amount":200}\n\nRespond here: ${first.link}`);
		expect(await (await open(first.link)).text()).toContain(words);
		await post(first.link, { approved: 'true' });
		const second = await askedBy(instance, saved.id, first);
		expect(second.text).toContain('{"amount":5000}');
		await post(second.link, { approved: 'false' });

		const { status, data } = await instance.api.executionEnded(second.executionId);
		expect([status, data.resultData.error]).toEqual(['success', undefined]);
		expect(data.resultData.runData.Refund).toHaveLength(1);
		expect(observations(instance)).toEqual([
			expect.stringContaining('Refunded 200'),
			expect.stringContaining('as the only call of your turn'),
			expect.stringMatching(/denied|declined|reject|not approve/i),
		]);
		expect(instance.sandbox.accepted).toHaveLength(2);
	});

	test('an agent writes only to a list, after a person has seen to whom and what', async () => {
		const stranger = { Phone: '+62 812-9999-9999', Text: 'Hello stranger' };
		const customer = { Phone: '0812-0001-0001', Text: 'Ready, Ayu' };
		const turns = [stranger, customer, customer].map((toolParameters) => [
			{ tool: 'Send_the_text', with: { toolParameters, hitlParameters: {} } },
		]);
		script(instance, turns);
		const example = await named('AI agent that may only write to a list');
		const { id } = example;
		await instance.api.run(example, 'Run manually');
		const first = await askedBy(instance, id);
		expect(first.text).toContain('to +62 812-9999-9999:\n\nHello stranger');
		await post(first.link, { approved: 'true' });
		const second = await askedBy(instance, id, first);
		expect(second.text).toContain('to 0812-0001-0001:\n\nReady, Ayu');
		await post(second.link, { approved: 'false' });
		const third = await askedBy(instance, id, second);
		await post(third.link, { approved: 'true' });
		expect((await instance.api.executionEnded(third.executionId)).status).toBe('success');
		expect(observations(instance)).toEqual([
			expect.stringContaining('onlySendTo'),
			expect.stringMatching(/denied|declined|reject|not approve/i),
			expect.stringContaining('"success":true'),
		]);
		const messages = instance.sandbox.accepted.filter(({ text }) => !text.includes('Respond here'));
		expect(messages).toMatchObject([{ recipient: '6281200010001', text: 'Ready, Ayu' }]);
	});
}
