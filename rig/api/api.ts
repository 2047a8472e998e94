import { parse } from 'flatted';
import {
	ExecutionStatusList,
	type ExecutionStatus,
	type IDataObject,
	type INode,
	type IRunExecutionData,
} from 'n8n-workflow';
import { until } from '../until';
import { RestClient } from './rest';

/** The fields of an exported workflow that the rig reads. */
export interface N8nWorkflow {
	id?: string;
	name: string;
	nodes: N8nNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}
/** The list of workflows contains no nodes. */
export type SavedWorkflow = N8nWorkflow & Record<'id' | 'versionId', string>;
export type N8nNode = Omit<INode, 'parameters'> & { parameters: Record<string, unknown> };
export type Credential = Record<'id' | 'name' | 'type', string>;
export type NewCredential = Omit<Credential, 'id'> & { data: Record<string, unknown> };
export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
}
export type Execution = ExecutionSummary & { data: IRunExecutionData };

/** The login in tests. */
export const owner = { email: 'demo@example.com', password: 'Sandbox1234' };

/**
 * Does what the editor does, over n8n's internal REST API. Every method throws an error with status and body if n8n
 * refuses.
 */
export class N8nApi {
	readonly client: RestClient;

	/** @param webhooks URL of the process that receives them. In queue mode it is another one. */
	constructor(
		url: string,
		readonly webhooks = url,
	) {
		this.client = new RestClient(url);
	}

	/** Logs the owner in; creates the owner of a new n8n. @returns false if somebody has changed the login */
	async logIn(password = owner.password): Promise<boolean> {
		type Settings = { userManagement: { showSetupOnFirstLoad: boolean } };
		const { userManagement } = await this.client.request<Settings>('GET', '/rest/settings');
		if (userManagement.showSetupOnFirstLoad) {
			const demo = { email: owner.email, password, firstName: 'Demo', lastName: 'User' };
			await this.client.request('POST', '/rest/owner/setup', demo);
			return true;
		}
		const login = { emailOrLdapLoginId: owner.email, password };
		return (await this.client.send('POST', '/rest/login', login)).status !== 401;
	}

	async credentials(): Promise<Credential[]> {
		return await this.client.request('GET', '/rest/credentials');
	}

	async createCredential(credential: NewCredential): Promise<Credential> {
		return await this.client.request('POST', '/rest/credentials', credential);
	}

	async createSenderCredential({ apiKey, url }: { apiKey: string; url: string }, name = 'Service') {
		const data = { apiKey, baseUrl: url, countryCode: '62' };
		return await this.createCredential({ name, type: 'whatsAppSenderApi', data });
	}

	async updateCredential(id: string, credential: NewCredential): Promise<void> {
		await this.client.request('PATCH', `/rest/credentials/${id}`, credential);
	}

	async workflows(): Promise<SavedWorkflow[]> {
		return await this.client.request('GET', '/rest/workflows');
	}

	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.client.request('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(workflow: N8nWorkflow): Promise<SavedWorkflow> {
		// Without `pinData`, the editor cannot execute a step after a run.
		const whole = { settings: {}, pinData: {}, ...workflow };
		return await this.client.request('POST', '/rest/workflows', whole);
	}

	async updateWorkflow({ id, ...workflow }: SavedWorkflow): Promise<void> {
		await this.client.request('PATCH', `/rest/workflows/${id}`, workflow);
	}

	/** Resolves when every Webhook node of the workflow responds: n8n activates in the background. */
	async activate(workflowId: string): Promise<void> {
		const { versionId, nodes } = await this.workflow(workflowId);
		await this.client.request('POST', `/rest/workflows/${workflowId}/activate`, { versionId });
		for (const { type, parameters } of nodes) {
			if (type !== 'n8n-nodes-base.webhook') continue;
			if (!(await until(async () => await this.isRegistered(parameters), 15_000)))
				throw new Error(`The webhook ${parameters.path} is not there after 15 seconds`);
		}
	}

	/** Sends a browser's preflight request: its response lists the methods, and n8n does not run the workflow. */
	private async isRegistered({ path, httpMethod = 'GET' }: N8nNode['parameters']) {
		const origin = { origin: this.client.url };
		const { headers } = await this.client.send('OPTIONS', `/webhook/${path}`, undefined, origin);
		const registered = headers.get('access-control-allow-methods') ?? '';
		return [httpMethod].flat().every((method) => registered.includes(String(method)));
	}

	/** The rows of a Data Table, 100 at most. */
	async dataTableRows(name: string): Promise<IDataObject[]> {
		type Table = Record<'id' | 'name' | 'projectId', string>;
		const path = '/rest/data-tables-global';
		const { data } = await this.client.request<{ data: Table[] }>('GET', path);
		const { id, projectId } = data.find((table) => table.name === name)!;
		const rows = `/rest/projects/${projectId}/data-tables/${id}/rows?take=100`;
		return (await this.client.request<{ data: IDataObject[] }>('GET', rows)).data;
	}

	/** Calls an activated workflow from outside. @returns the response, whatever its status is */
	async callWebhook(path: string, body: unknown) {
		return await new RestClient(this.webhooks).send('POST', `/webhook/${path}`, body);
	}

	/** Uploads a file as `file` to an activated workflow. @returns the status of the response */
	async uploadToWebhook(path: string, megabytes: number): Promise<number> {
		const form = new FormData();
		const bytes = Buffer.alloc(megabytes * 2 ** 20, 'film');
		form.set('file', new Blob([bytes], { type: 'video/mp4' }), 'film.mp4');
		const url = `${this.webhooks}/webhook/${path}`;
		return (await fetch(url, { method: 'POST', body: form })).status;
	}

	/** Presses the editor's "Execute workflow". @returns the ID of the execution, which runs in the background */
	async run(workflow: SavedWorkflow, firstNode: string): Promise<string> {
		const order = { workflowData: workflow, triggerToStartFrom: { name: firstNode } };
		const path = `/rest/workflows/${workflow.id}/run`;
		return (await this.client.request<{ executionId: string }>('POST', path, order)).executionId;
	}

	async execution(id: string): Promise<Execution> {
		type Stored = ExecutionSummary & { data: string };
		const stored = await this.client.request<Stored>('GET', `/rest/executions/${id}`);
		return { ...stored, data: parse(stored.data) as Execution['data'] };
	}

	/** Waits until an execution ends. */
	async executionEnded(id: string, timeoutMs = 60_000): Promise<Execution> {
		const ended = await until(async () => {
			const execution = await this.execution(id);
			return !['new', 'running', 'waiting'].includes(execution.status) && execution;
		}, timeoutMs);
		if (ended) return ended;
		throw new Error(`Execution ${id} has not ended after ${timeoutMs} ms`);
	}

	/**
	 * Newest first. Without the statuses n8n asks twice, for running ones and for the others: one that resumes in between
	 * is in neither.
	 */
	async executions(workflowId: string, limit: number): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ExecutionStatusList }));
		const path = `/rest/executions?filter=${filter}&limit=${limit}`;
		return (await this.client.request<{ results: ExecutionSummary[] }>('GET', path)).results;
	}

	/** Retries an execution until its end. @param loadWorkflow uses the currently saved workflow, not the original one */
	async retryExecution(id: string, loadWorkflow: boolean): Promise<void> {
		await this.client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow });
	}

	async stopExecution(id: string): Promise<void> {
		await this.client.request('POST', `/rest/executions/${id}/stop`, {});
	}
}
