import { setTimeout as pause } from 'node:timers/promises';
import type * as n8n from './apiTypes';
import { RestClient, type RestAnswer } from './restClient';
import { N8nSession } from './session';
import { unflatten } from './unflatten';
import { untilWebhooks } from './webhookRegistration';

/**
 * What the editor does, without the editor: n8n's internal REST API, on 1.x and 2.x alike.
 * Every method throws `N8nApiError` with status and body when n8n refuses.
 */
export class N8nApi extends N8nSession {
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
	async workflows(): Promise<Array<{ id: string; name: string; active: boolean }>> {
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
			pinData,
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

	/**
	 * The editor's "Execute workflow" button.
	 * @param trigger name of the node to begin with
	 * @returns the id of the execution, which goes on in the background
	 */
	async run(workflow: n8n.SavedWorkflow, trigger: string): Promise<string> {
		// 1.x runs the workflow that is sent along, 2.x the saved one.
		const order = { workflowData: workflow, triggerToStartFrom: { name: trigger } };
		type Started = { executionId: string };
		return (await this.client.request<Started>('POST', `/rest/workflows/${workflow.id}/run`, order))
			.executionId;
	}

	async execution(id: string): Promise<n8n.Execution> {
		const stored = await this.client.request<n8n.ExecutionSummary & { data: string }>(
			'GET',
			`/rest/executions/${id}`,
		);
		return { ...stored, data: unflatten(stored.data) as n8n.Execution['data'] };
	}

	/** The execution with its data, once it is no longer under way. */
	async executionEnded(id: string, timeoutMs = 60_000): Promise<n8n.Execution> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			const execution = await this.execution(id);
			if (isStored(execution)) return execution;
			if (Date.now() > deadline)
				throw new Error(`Execution ${id} has not ended after ${timeoutMs} ms: ${execution.status}`);
			await pause(100);
		}
	}

	/** Newest first. */
	async executions(workflowId: string, limit = 20): Promise<n8n.ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		type Page = { results: n8n.ExecutionSummary[] };
		return (
			await this.client.request<Page>('GET', `/rest/executions?filter=${filter}&limit=${limit}`)
		).results;
	}

	/** The editor's "Retry with currently saved workflow", once the new execution has ended. */
	async retryExecution(id: string): Promise<void> {
		await this.client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow: true });
	}

	async stopExecution(id: string): Promise<void> {
		await this.client.request('POST', `/rest/executions/${id}/stop`, {});
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

/** 1.x on SQLite stores the status of an execution first, and its data a moment later. */
function isStored({ status, data }: n8n.Execution): boolean {
	if (status === 'success' || status === 'error') return data?.resultData !== undefined;
	return !['new', 'running', 'waiting'].includes(status);
}
