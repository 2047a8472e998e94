import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nApi } from '../../sandbox/n8n/api';
import type { N8nNode } from '../../sandbox/n8n/api-types';
import { demoOwner } from '../../sandbox/n8n/demo';
import { installN8n } from '../../sandbox/n8n/install';
import { placePackage } from '../../sandbox/n8n/place-package';
import { startN8n, type N8nProcess } from '../../sandbox/n8n/process';
import { chain, webhook } from '../../test/n8n/harness/nodes';
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

/** A real n8n 2.x with the packed node, which can be started anew on the same database and store. */
export class BenchN8n {
	process!: N8nProcess;
	/** Of the service, for the node and for each node of the fixture. */
	credentials!: Credentials;
	api!: N8nApi;

	private constructor(
		readonly userFolder: string,
		private readonly env: Record<string, string>,
	) {}

	/** @param env n8n's settings, on top of the sandbox's own */
	static async start(serviceUrl: string, env: Record<string, string> = {}): Promise<BenchN8n> {
		await installN8n('2.x');
		const userFolder = await mkdtemp(path.join(tmpdir(), 'whatsapp-sender-bench-'));
		// Files of a gigabyte are not to stay, however the benchmark ends.
		process.once('exit', () => removeFolder(userFolder));
		await placePackage(userFolder);
		await placePackage(userFolder, fixture);
		const n8n = new BenchN8n(userFolder, { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', ...env });
		await n8n.run();
		await n8n.api.setupOwner(demoOwner);
		n8n.credentials = await n8n.createCredentials({ apiKey: API_KEY, baseUrl: serviceUrl });
		return n8n;
	}

	/** A new process: nothing of what was done before is left in memory. */
	async restart(): Promise<void> {
		await this.process.stop();
		await this.run();
		await this.api.login(demoOwner.email, demoOwner.password);
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
		await this.process.stop();
		removeFolder(this.userFolder);
	}

	private async run(): Promise<void> {
		const { userFolder, env } = this;
		this.process = await startN8n({ line: '2.x', userFolder, env });
		this.api = new N8nApi(this.process.url);
	}

	private async createCredentials(data: Record<string, string>): Promise<Credentials> {
		const types = ['whatsAppSenderApi', 'benchApi'];
		const created = types.map(async (type) => {
			const { id, name } = await this.api.createCredential({ name: type, type, data });
			return [type, { id, name }] as const;
		});
		return Object.fromEntries(await Promise.all(created));
	}
}

const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });
