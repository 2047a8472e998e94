import type { N8nNode } from '../rig/api/apiTypes';
import { startRig } from '../rig/startRig';
import { lastExecution, publishNodes } from '../rig/workflows/call';

/** What a candidate needs to reach the service. */
export interface Access {
	url: string;
	credentials: NonNullable<N8nNode['credentials']>;
}

/** Runs a workflow to its end, once; throws the error that stopped it. */
export type Run = (body: object) => Promise<void>;

export const API_KEY = 'key-of-the-benchmark';

export type BenchN8n = Awaited<ReturnType<typeof startBenchN8n>>;

/** Starts a real n8n 2.x with the packed node. @param env n8n's settings, on top of the rig's own */
export async function startBenchN8n(url: string, env: Record<string, string> = {}) {
	const settings = { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', ...env };
	const rig = await startRig({ line: '2.x', env: settings });
	const { id, name } = await rig.api.createSenderCredential({ apiKey: API_KEY, url });
	const access: Access = { url, credentials: { whatsAppSenderApi: { id, name } } };
	return Object.assign(rig, { access });
}

/** Publishes Webhook → nodes, one after the other. */
export async function publish(n8n: BenchN8n, nodes: N8nNode[]): Promise<Run> {
	const trigger = { responseData: 'noData' };
	const { path, workflowId } = await publishNodes(n8n, nodes, { trigger });
	return async (body) => {
		const { status } = await n8n.api.callWebhook(path, body);
		if (status === 200) return;
		const { data } = await lastExecution(n8n, workflowId);
		throw new Error(data.resultData.error?.message ?? `n8n answered HTTP ${status}`);
	};
}
