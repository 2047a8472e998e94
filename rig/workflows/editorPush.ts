import { randomUUID } from 'node:crypto';
import type { Instance } from '../startRig';
import type { SavedWorkflow } from '../api/apiTypes';

/** n8n tells the editor over server-sent events, which `fetch` can read. */
export const pushSettings = { N8N_PUSH_BACKEND: 'sse' };

/** An open editor, as far as n8n knows: what it is shown while a workflow runs. */
export async function openEditor({ api, n8n }: Instance) {
	const pushRef = randomUUID();
	const closing = new AbortController();
	const { cookie, browserId } = api.client;
	const stream = await fetch(`${n8n.url}/rest/push?pushRef=${pushRef}`, {
		// n8n tells nobody from another origin.
		headers: { cookie, 'browser-id': browserId, origin: n8n.url },
		signal: closing.signal,
	});
	if (!stream.ok) throw new Error(`n8n refused the editor: ${await stream.text()}`);
	let shown = '';
	const reading = (async () => {
		const decoder = new TextDecoder();
		for await (const piece of stream.body!) shown += decoder.decode(piece, { stream: true });
	})().catch(() => {});
	return {
		shown: () => shown,
		/** The "Execute workflow" button. @returns the id of the execution, once it has ended */
		async run(workflow: SavedWorkflow, order: object) {
			const path = `/rest/workflows/${workflow.id}/run`;
			const whole = { workflowData: workflow, ...order };
			const { body } = await api.client.send('POST', path, whole, { 'push-ref': pushRef });
			const executionId = (body as { data?: { executionId?: string } }).data?.executionId;
			if (!executionId) throw new Error(`n8n did not run it: ${JSON.stringify(body)}`);
			return await api.executionEnded(executionId);
		},
		async close() {
			closing.abort();
			await reading;
		},
	};
}
