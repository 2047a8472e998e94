import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { N8nNode } from '../../rig/api/apiTypes';
import { projectFolder } from '../../rig/n8n/folders';
import { startRig, type Rig } from '../../rig/startRig';
import { chain, webhook } from '../../rig/workflows/nodes';
import { callToEnd } from './callToEnd';

/** Where the nodes of a workflow lead, besides one after the other. */
export interface Steps {
	nodes: N8nNode[];
	connections?: Record<string, unknown>;
}

export type Credentials = NonNullable<N8nNode['credentials']>;

const API_KEY = 'key-of-the-benchmark';

/** Nodes that are only there to be compared with. */
const fixture = path.join(__dirname, '..', 'fixture');

/** A real n8n 2.x with the packed node and what it is compared with. */
export class BenchN8n {
	private constructor(
		private readonly rig: Rig,
		/** Of the service, for the node and for each node of the fixture. */
		readonly credentials: Credentials,
	) {}

	/** @param env n8n's settings, on top of the rig's own */
	static async start(serviceUrl: string, env: Record<string, string> = {}): Promise<BenchN8n> {
		const rig = await startRig({
			line: '2.x',
			env: { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', ...env },
			packages: [projectFolder, fixture],
		});
		const data = { apiKey: API_KEY, baseUrl: serviceUrl };
		const created = ['whatsAppSenderApi', 'benchApi'].map(async (type) => {
			const { id, name } = await rig.api.createCredential({ name: type, type, data });
			return [type, { id, name }] as const;
		});
		return new BenchN8n(rig, Object.fromEntries(await Promise.all(created)));
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

	/**
	 * Publishes Webhook → nodes.
	 *
	 * @returns what runs the workflow to its end, once; throws the error that stopped it
	 */
	async publish({ nodes, connections }: Steps): Promise<(body: object) => Promise<void>> {
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
