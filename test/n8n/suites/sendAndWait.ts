import type { Instance } from '../../../rig/startRig';
import {
	answered,
	ask,
	askedBy,
	asker,
	isWaiting,
	open,
	post,
} from '../../../rig/workflows/asking';
import { publish } from '../../../rig/workflows/call';
import { chain, node } from '../../../rig/workflows/nodes';

const labels = {
	approvalOptions: { values: { approveLabel: 'Send it', disapproveLabel: 'Not yet' } },
};
const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** The page and its link, as n8n serves them. What the page says and takes, test/unit shows. */
export function sendAndWait(instance: Instance): void {
	describe('Send and Wait for Response', () => {
		test('goes on with a yes from its page, not with a look at it, and keeps no signature', async () => {
			// The page finds its question whatever the name of the node is.
			const name = `Ask Sr. constructor {{ "who"? }} \\ ’é' \` \u2028\u2029 👍🏽`;
			const [jsonOutput, typeVersion] = ['={{ $("Items").item.json }}', 3.4];
			const fields = { mode: 'raw', jsonOutput, options: {} };
			const asked = await ask(
				instance,
				{ ...labels, message: '=May {{ $json.invoice }} go out?' },
				{
					items: [{ invoice: '1001' }],
					after: node('After', 'n8n-nodes-base.set', fields, { typeVersion }),
					settings: { name },
				},
			);
			expect(asked.text).toBe(`May 1001 go out?\n\nRespond here: ${asked.link}`);
			const page = await open(asked.link, 'WhatsApp/2.23.20.0');
			expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
			expect(await page.text()).toMatch(/May 1001 go out\?[^]*>Send it<[^]*>Not yet</);
			expect((await open(asked.link, 'WhatsApp/2.23.20.0', 'HEAD')).status).toBe(200);
			expect(await isWaiting(instance, asked)).toBe(true);

			const thanks = await post(asked.link, { approved: 'true' });
			expect(await thanks.text()).toContain('>Send it</blockquote>');
			const { json, execution } = await answered(instance, asked, name);
			expect(json).toEqual({ data: { approved: true, respondedAt } });
			expect((await answered(instance, asked, 'After')).json).toEqual({ invoice: '1001' });
			const signature = new URL(asked.link).searchParams.get('signature')!;
			expect(signature).toMatch(/^[\da-f]{64}$/);
			expect(JSON.stringify(execution) + instance.printed).not.toContain(signature);
		});

		test('opens with its own signature only: not changed, from elsewhere or left out', async () => {
			const [other, asked] = [await ask(instance), await ask(instance)];
			const { searchParams } = new URL(other.link);
			const changes: Array<(link: URL) => void> = [
				(link) => link.searchParams.set('signature', searchParams.get('signature')!),
				(link) => link.searchParams.delete('signature'),
				(link) => link.searchParams.set('approved', 'true'),
			];
			for (const change of changes) {
				const link = new URL(asked.link);
				change(link);
				for (const page of [await open(link.href), await post(link.href, { approved: 'true' })]) {
					expect(page.status).toBe(401);
					expect(await page.text()).not.toContain('May it go out?');
				}
			}
			expect(await isWaiting(instance, asked)).toBe(true);
			for (const { executionId } of [other, asked]) await instance.api.stopExecution(executionId);
		});

		test('in a sub-workflow hands its answer to the caller', async () => {
			const { api } = instance;
			const type = 'n8n-nodes-base.executeWorkflow';
			const passing = { inputSource: 'passthrough' };
			const nodes = [
				node('Called', `${type}Trigger`, passing, { typeVersion: 1.1 }),
				asker(instance),
			];
			const called = { name: 'Called', nodes, connections: chain(...nodes) };
			const { id } = await api.createWorkflow(called);
			// n8n calls only what is published.
			await api.activate(id);
			const fields = { workflowId: { __rl: true, mode: 'id', value: id }, options: {} };
			const caller = node('Caller', type, fields, { typeVersion: 1.2 });
			const options = { trigger: { responseMode: 'onReceived' } };
			const { path, workflowId } = await publish(instance, caller, options);
			await api.callWebhook(path, { items: [{ data: { approved: true } }] });
			await post((await askedBy(instance, id)).link, { approved: 'false' });
			const [{ id: executionId }] = await api.executions(workflowId, 1);
			const { json } = await answered(instance, { executionId }, 'Caller');
			expect(json).toEqual({ data: { approved: false, respondedAt } });
		});
	});
}
