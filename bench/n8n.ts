import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { N8nNode } from '../rig/api/apiTypes';
import { startRig, type Rig } from '../rig/startRig';
import { chain, webhook } from '../rig/workflows/nodes';

/** The nodes of a workflow, one after the other unless `connections` say otherwise. */
export interface Steps {
	nodes: N8nNode[];
	connections?: Record<string, unknown>;
}

/** What a candidate needs to reach the service. */
export interface Access {
	url: string;
	credentials: NonNullable<N8nNode['credentials']>;
}

/** Runs a workflow to its end, once; throws the error that stopped it. */
export type Run = (body: object) => Promise<void>;

export const API_KEY = 'key-of-the-benchmark';

/** A real n8n 2.x with the packed node. */
export class BenchN8n {
	private constructor(
		private readonly rig: Rig,
		readonly access: Access,
	) {}

	/** @param env n8n's settings, on top of the rig's own */
	static async start(serviceUrl: string, env: Record<string, string> = {}): Promise<BenchN8n> {
		const settings = { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', ...env };
		const rig = await startRig({ line: '2.x', env: settings });
		const type = 'whatsAppSenderApi';
		const data = { apiKey: API_KEY, baseUrl: serviceUrl };
		const { id, name } = await rig.api.createCredential({ name: 'Service', type, data });
		return new BenchN8n(rig, { url: serviceUrl, credentials: { [type]: { id, name } } });
	}

	get process() {
		return this.rig.n8n;
	}

	get api() {
		return this.rig.api;
	}

	/** A new process: nothing of what was done before is left in memory. */
	async restart(): Promise<void> {
		await this.rig.restart();
	}

	/** Publishes Webhook → nodes. */
	async publish({ nodes, connections }: Steps): Promise<Run> {
		const address = randomUUID();
		const all = [webhook(address, { responseData: 'noData' }), ...nodes];
		const { id } = await this.api.createWorkflow({
			name: `Bench ${address}`,
			nodes: all,
			connections: { ...chain(...all), ...connections },
		});
		await this.api.activate(id);
		return async (body) => {
			const url = `${this.process.url}/webhook/${address}`;
			const status = await callToEnd(url, body).catch((error: Error) => {
				throw new Error(`n8n ended in the middle of it (${error.message})`);
			});
			if (status !== 200) throw new Error(await this.lastError(id));
		};
	}

	private async lastError(workflowId: string): Promise<string> {
		const [{ id }] = await this.api.executions(workflowId, 1);
		const { data, status } = await this.api.executionEnded(id);
		return data.resultData.error?.message ?? `The execution ended as "${status}"`;
	}

	async stop(): Promise<void> {
		await this.rig.stop();
	}
}

/**
 * Calls a webhook that responds when its workflow has ended, however long that takes: `fetch` gives up after five
 * minutes.
 */
async function callToEnd(url: string, body: object): Promise<number> {
	return await new Promise((resolve, reject) => {
		const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
		const call = request(url, options, (response) => {
			response.resume().once('end', () => resolve(response.statusCode ?? 0));
			response.once('error', reject);
		});
		call.once('error', reject).end(JSON.stringify(body));
	});
}
