import { setTimeout as pause } from 'node:timers/promises';
import type { ModelServer } from '../../../rig/servers/model';
import type { Instance } from '../../../rig/startInstance';
import { fromModel, runAgent, tool } from '../../../rig/workflows/agent';
import { linkIn, open, post } from '../../../rig/workflows/asking';

/** Send and Wait for Response as a tool that the agent itself calls. */
export function askingTool(instance: Instance, model: ModelServer): void {
	const runAsking = async (typeVersion: number) => {
		const question = { operation: 'sendAndWait', responseType: 'freeText' };
		const asks = tool('Ask', {
			...question,
			phone: '6281234560001',
			message: fromModel('question'),
		});
		const turns = [[{ tool: 'Ask', with: { question: 'Which colour?' } }]];
		return await runAgent(instance, model, { typeVersion, tools: [asks], turns });
	};

	describe('A question as a tool', () => {
		test('gets its answer in AI Agent 3', async () => {
			const running = runAsking(3);
			while (instance.sandbox.accepted.length === 0) await pause(50);
			const { text } = instance.sandbox.accepted[0];
			expect(text).toContain('Which colour?\n\n');
			const link = linkIn(text!);
			while ((await open(link)).status !== 200) await pause(50);
			await post(link, { text: 'Green' });
			const { observations } = await running;
			expect(observations[0]).toContain('Green');
		});

		test('is refused in AI Agent 2.2, which cannot wait, and nothing is sent', async () => {
			const { execution } = await runAsking(2.2);
			expect(JSON.stringify(execution.data)).toContain('cannot wait for a response');
			expect(instance.sandbox.accepted).toEqual([]);
		});
	});
}
