import { until } from '../until';
import type * as n8n from './apiTypes';
import { N8nExecutions } from './executions';

/** The login of an n8n that lasts as long as a test. */
export const owner = { email: 'demo@example.com', password: 'Sandbox1234' };

/**
 * What the editor does, without the editor: n8n's internal REST API, on 1.x and 2.x alike.
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

	/** 2.x keeps an `id` that is given, 1.x chooses its own. */
	async createWorkflow(workflow: n8n.N8nWorkflow): Promise<n8n.SavedWorkflow> {
		// 1.x needs `active` to be said, 2.x ignores it. Without `pinData`, the editor of 2.x cannot
		// execute a step after a run.
		const whole = { settings: {}, pinData: {}, active: false, ...workflow };
		return await this.client.request('POST', '/rest/workflows', whole);
	}

	/** Resolves when every Webhook node of the workflow answers: n8n 2.x activates in the background. */
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

	/** In the owner's own project. @param types of the columns @returns its id */
	async createDataTable(name: string, types: Record<string, string>): Promise<string> {
		const columns = Object.entries(types).map(([column, type]) => ({ name: column, type }));
		return (await this.tables<{ id: string }>('POST', '', { name, columns })).id;
	}

	/** All rows of the Data Table of this name, oldest first. */
	async dataTableRows(name: string): Promise<n8n.DataTableRow[]> {
		const id = await this.dataTableId(name);
		const rows: n8n.DataTableRow[] = [];
		for (;;) {
			const path = `/${id}/rows?take=100&skip=${rows.length}&sortBy=id:asc`;
			const page = await this.tables<Page<n8n.DataTableRow>>('GET', path);
			rows.push(...page.data);
			if (page.data.length === 0 || rows.length >= page.count) return rows;
		}
	}

	async addDataTableRows(name: string, data: object[]): Promise<void> {
		await this.tables('POST', `/${await this.dataTableId(name)}/insert`, {
			data,
			returnType: 'count',
		});
	}

	async deleteDataTableRows(name: string, columnName: string, value: string): Promise<void> {
		const filters = [{ columnName, condition: 'eq', value }];
		const filter = encodeURIComponent(JSON.stringify({ type: 'and', filters }));
		await this.tables('DELETE', `/${await this.dataTableId(name)}/rows?filter=${filter}`);
	}

	private async dataTableId(name: string): Promise<string | undefined> {
		const path = `?filter=${encodeURIComponent(JSON.stringify({ name }))}`;
		const { data } = await this.tables<Page<{ id: string; name: string }>>('GET', path);
		// n8n's filter finds names that contain the text.
		return data.find((table) => table.name === name)?.id;
	}

	private async tables<T>(method: string, path: string, body?: object): Promise<T> {
		const { id } = await this.client.request<{ id: string }>('GET', '/rest/projects/personal');
		return await this.client.request(method, `/rest/projects/${id}/data-tables${path}`, body);
	}
}

interface Page<Row> {
	count: number;
	data: Row[];
}
