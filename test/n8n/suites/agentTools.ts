import type { Instance } from '../../../rig/startRig';
import { observations, script, useExamples } from '../../../rig/workflows/examples';
import type { Call } from '../../../sandbox';

const AYU = '6281200000001';
const BUDI = '6281200000002';
const REJECTED = '447700900500';
const REJECTED_ONCE = '447700900503';
const ACCEPTED_THEN_CUT = '447700900444';

const send = (Phone: string, Text = 'Hello') => ({ tool: 'Send_the_text', with: { Phone, Text } });

/** The AI Agent node up to 2.2 calls tools itself, in one run. From 3 on, n8n's engine runs each call. */
export function agentTools(instance: Instance): void {
	const { named, runSaved } = useExamples(instance);

	describe.each([2.2, 3])('AI Agent node, version %s', (typeVersion) => {
		test('the tool sends each message as often as the model requests it, whatever failed before', async () => {
			const turns: Call[][] = [
				...[[send(AYU)], [send(AYU)], [send(AYU), send(BUDI)], [send(BUDI), send(BUDI)]],
				...[[send(REJECTED)], [send('0812')], [send(AYU, 'Bye')]],
				...[[send(REJECTED_ONCE)], [send(REJECTED_ONCE)], [send(ACCEPTED_THEN_CUT)]],
			];
			script(instance, turns);
			const { nodes, connections, settings } = await named('AI agent that sends');
			const nodeNamed = (name: string) => nodes.find((node) => node.name === name)!;
			const tool = nodeNamed('Send the text');
			tool.onError = 'continueRegularOutput';
			tool.parameters.phone = "={{ $fromAI('Phone', '', 'string') }}";
			const agent = nodeNamed('Agent');
			agent.typeVersion = typeVersion;
			agent.parameters.options = { maxIterations: 20 };
			const workflow = { name: `Agent ${typeVersion}`, nodes, connections, settings };
			await runSaved(await instance.api.createWorkflow(workflow));
			const failed = (reason: string) => `"reason":"${reason}"`;
			const success = '"success":true';
			expect(observations(instance)).toEqual(
				[
					...[...Array(6).fill(success), failed('rejected'), failed('invalid'), success],
					...[failed('rejected'), success, failed('unconfirmed')],
				].map((words) => expect.stringContaining(words)),
			);
			const recipients = instance.sandbox.requests.map(({ body }) => Object(body).phone);
			// n8n may run the calls of one turn in any order.
			expect(recipients.slice(0, 6).sort()).toEqual([AYU, AYU, AYU, BUDI, BUDI, BUDI]);
			const last = [REJECTED, AYU, REJECTED_ONCE, REJECTED_ONCE, ACCEPTED_THEN_CUT];
			expect(recipients.slice(6)).toEqual(last);
		});
	});
}
