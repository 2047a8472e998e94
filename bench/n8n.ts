import { randomUUID } from 'node:crypto';
import type { N8nNode } from '../rig/api/apiTypes';
import { startRig, type Rig } from '../rig/startRig';
import { chain, webhook } from '../rig/workflows/nodes';

/** What a candidate needs to reach the service. */
export interface Access {
	url: string;
	credentials: NonNullable<N8nNode['credentials']>;
}

/** Runs a workflow to its end, once; throws the error that stopped it. */
export type Run = (body: object) => Promise<void>;

export const API_KEY = 'key-of-the-benchmark';

/** A real n8n 2.x with the packed node. */
export type BenchN8n = Rig & { access: Access };

/** @param env n8n's settings, on top of the rig's own */
export async function withN8n<Result>(
	serviceUrl: string,
	env: Record<string, string>,
	use: (n8n: BenchN8n) => Promise<Result>,
): Promise<Result> {
	const settings = { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', ...env };
	const rig = await startRig({ line: '2.x', env: settings });
	try {
		const service = { apiKey: API_KEY, url: serviceUrl };
		const { id, name } = await rig.api.createSenderCredential(service);
		const access = { url: serviceUrl, credentials: { whatsAppSenderApi: { id, name } } };
		return await use(Object.assign(rig, { access }));
	} finally {
		await rig.stop();
	}
}

/** Publishes Webhook → nodes, one after the other unless `connections` say otherwise. */
export async function publish(
	n8n: BenchN8n,
	nodes: N8nNode[],
	connections: Record<string, unknown> = {},
): Promise<Run> {
	const address = randomUUID();
	const all = [webhook(address, { responseData: 'noData' }), ...nodes];
	const { id } = await n8n.api.createWorkflow({
		name: `Bench ${address}`,
		nodes: all,
		connections: { ...chain(...all), ...connections },
	});
	await n8n.api.activate(id);
	return async (body) => {
		const { status } = await n8n.api.callWebhook(address, body);
		if (status === 200) return;
		const [execution] = await n8n.api.executions(id, 1);
		const { data } = await n8n.api.executionEnded(execution.id);
		throw new Error(data.resultData.error?.message ?? `n8n answered HTTP ${status}`);
	};
}
