import { until } from '../until';
import type * as n8n from './apiTypes';
import { N8nExecutions } from './executions';

/** The login of an n8n that lasts as long as a test. */
export const owner = { email: 'demo@example.com', password: 'Sandbox1234' };

/**
 * What the editor does, without the editor: n8n's internal REST API,.
 * Every method throws an error with status and body when n8n refuses.
 */
export class N8nApi extends N8nExecutions {
	/** Logs the owner in, whom a new n8n gets first. @returns false where somebody has changed the login */
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

	async credentials(): Promise<n8n.Credential[]> {
		return await this.client.request('GET', '/rest/credentials');
	}

	async createCredential(credential: n8n.NewCredential): Promise<n8n.Credential> {
		return await this.client.request('POST', '/rest/credentials', credential);
	}

	async createSenderCredential({ apiKey, url }: { apiKey: string; url: string }, name = 'Service') {
		const data = { apiKey, baseUrl: url, countryCode: '62' };
		return await this.createCredential({ name, type: 'whatsAppSenderApi', data });
	}

	async updateCredential(id: string, credential: n8n.NewCredential): Promise<n8n.Credential> {
		return await this.client.request('PATCH', `/rest/credentials/${id}`, credential);
	}

	async workflows(): Promise<n8n.SavedWorkflow[]> {
		return await this.client.request('GET', '/rest/workflows');
	}

	async workflow(id: string): Promise<n8n.SavedWorkflow> {
		return await this.client.request('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(workflow: n8n.N8nWorkflow): Promise<n8n.SavedWorkflow> {
		// Without `pinData`, the editor cannot execute a step after a run.
		const whole = { settings: {}, pinData: {}, ...workflow };
		return await this.client.request('POST', '/rest/workflows', whole);
	}

	async updateWorkflow({ id, ...workflow }: n8n.SavedWorkflow): Promise<void> {
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

	/** Asks without running the workflow: the answer to a browser's preflight lists the methods. */
	private async isRegistered({ path, httpMethod = 'GET' }: n8n.N8nNode['parameters']) {
		const origin = { origin: this.client.url };
		const { headers } = await this.client.send('OPTIONS', `/webhook/${path}`, undefined, origin);
		const registered = headers.get('access-control-allow-methods') ?? '';
		return [httpMethod].flat().every((method) => registered.includes(String(method)));
	}

	/** Adds rows to the Data Table of this name, in the owner's own project. */
	async addDataTableRows(name: string, rows: object[]): Promise<void> {
		const { id: project } = await this.client.request<Table>('GET', '/rest/projects/personal');
		const tables = `/rest/projects/${project}/data-tables`;
		const { data } = await this.client.request<{ data: Table[] }>('GET', tables);
		const { id } = data.find((table) => table.name === name)!;
		await this.client.request('POST', `${tables}/${id}/insert`, {
			data: rows,
			returnType: 'count',
		});
	}
}

type Table = Record<'id' | 'name', string>;
