import type * as n8n from './apiTypes';
import { RestClient, type RestAnswer } from './restClient';
import { N8nDataTables } from './dataTables';
import { untilWebhooks } from './webhookRegistration';

/**
 * What the editor does, without the editor: n8n's internal REST API, on 1.x and 2.x alike.
 * Every method throws `N8nApiError` with status and body when n8n refuses.
 */
export class N8nApi extends N8nDataTables {
	async credentials(): Promise<n8n.Credential[]> {
		return await this.client.request('GET', '/rest/credentials');
	}

	/** With its data; secrets are blanked. */
	async credential(id: string): Promise<n8n.Credential> {
		return await this.client.request('GET', `/rest/credentials/${id}?includeData=true`);
	}

	async createCredential(credential: n8n.NewCredential): Promise<n8n.Credential> {
		return await this.client.request('POST', '/rest/credentials', credential);
	}

	async updateCredential(id: string, credential: n8n.NewCredential): Promise<n8n.Credential> {
		return await this.client.request('PATCH', `/rest/credentials/${id}`, credential);
	}

	/** The Test button: of a stored credential, with the data it would have. */
	async testCredential(
		credential: n8n.NewCredential & { id: string },
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.client.request('POST', '/rest/credentials/test', { credentials: credential });
	}

	/** Without the nodes of the workflows. */
	async workflows(): Promise<n8n.ListedWorkflow[]> {
		return await this.client.request('GET', '/rest/workflows');
	}

	async workflow(id: string): Promise<n8n.SavedWorkflow> {
		return await this.client.request('GET', `/rest/workflows/${id}`);
	}

	/** 2.x keeps an `id` that is given, 1.x chooses its own. */
	async createWorkflow(workflow: n8n.N8nWorkflow): Promise<n8n.SavedWorkflow> {
		// 1.x needs `active` to be said, 2.x ignores it.
		return await this.client.request('POST', '/rest/workflows', {
			settings: {},
			active: false,
			...workflow,
		});
	}

	/** Creates a workflow from an exported file: what belongs to the instance it came from is left out. */
	async importWorkflow(exported: n8n.N8nWorkflow): Promise<n8n.SavedWorkflow> {
		const { id, name, nodes, connections, settings, pinData } = exported;
		return await this.createWorkflow({
			...(id && { id }),
			name,
			nodes,
			connections,
			settings: settings ?? {},
			// Without any, the editor of 2.x cannot execute a step after a run.
			pinData: pinData ?? {},
		});
	}

	/** Resolves when the workflow's webhooks answer. */
	async activate(workflowId: string, timeoutMs = 15_000): Promise<void> {
		const workflow = await this.workflow(workflowId);
		await this.client.request('POST', `/rest/workflows/${workflowId}/activate`, {
			versionId: workflow.versionId,
		});
		await untilWebhooks('registered', this.client, workflow, timeoutMs);
	}

	/** Resolves when the workflow's webhooks no longer answer. */
	async deactivate(workflowId: string, timeoutMs = 15_000): Promise<void> {
		const workflow = await this.workflow(workflowId);
		await this.client.request('POST', `/rest/workflows/${workflowId}/deactivate`, {});
		await untilWebhooks('gone', this.client, workflow, timeoutMs);
	}

	/** Everything the editor knows of the nodes that n8n has loaded. */
	async nodeTypes(): Promise<
		Array<{ name: string; displayName: string; [more: string]: unknown }>
	> {
		return await this.client.request('GET', '/types/nodes.json');
	}

	/** What a resource locator's "From List" shows. */
	async listSearch(search: n8n.ListSearchRequest): Promise<n8n.ListSearchResult> {
		return await this.client.request(
			'POST',
			'/rest/dynamic-node-parameters/resource-locator-results',
			{
				path: `parameters.${search.parameter}`,
				methodName: search.method,
				nodeTypeAndVersion: { name: search.nodeType, version: search.typeVersion ?? 1 },
				currentNodeParameters: search.nodeParameters ?? {},
				credentials: search.credentials,
				filter: search.filter,
				paginationToken: search.paginationToken,
			},
		);
	}

	/** Calls an activated workflow as an outsider would; every status is left to the caller. */
	async callWebhook(path: string, body?: unknown, method = 'POST'): Promise<RestAnswer> {
		const { status, body: answer } = await new RestClient(this.client.url).send(
			method,
			`/webhook/${path}`,
			body,
		);
		return { status, body: answer };
	}
}
