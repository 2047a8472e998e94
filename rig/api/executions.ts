import { parse } from 'flatted';
import { until } from '../until';
import type * as n8n from './apiTypes';
import { RestClient } from './rest';

/** Starts, reads and ends executions, as the editor's list of them does. */
export class N8nExecutions {
	readonly client: RestClient;

	/** @param webhooks URL of the process that receives them, another one in queue mode */
	constructor(
		url: string,
		readonly webhooks = url,
	) {
		this.client = new RestClient(url);
	}

	/** Calls an activated workflow as an outsider would; every status is left to the caller. */
	async callWebhook(path: string, body: unknown) {
		return await new RestClient(this.webhooks).send('POST', `/webhook/${path}`, body);
	}

	/** The editor's "Execute workflow" button. @returns the id of the execution, which goes on in the background */
	async run(workflow: n8n.SavedWorkflow, firstNode: string): Promise<string> {
		const order = { workflowData: workflow, triggerToStartFrom: { name: firstNode } };
		const path = `/rest/workflows/${workflow.id}/run`;
		return (await this.client.request<{ executionId: string }>('POST', path, order)).executionId;
	}

	async execution(id: string): Promise<n8n.Execution> {
		type Stored = n8n.ExecutionSummary & { data: string };
		const stored = await this.client.request<Stored>('GET', `/rest/executions/${id}`);
		return { ...stored, data: parse(stored.data) as n8n.Execution['data'] };
	}

	/** The execution with its data, once it is no longer under way. */
	async executionEnded(id: string, timeoutMs = 60_000): Promise<n8n.Execution> {
		let execution!: n8n.Execution;
		const isEnded = async () => {
			execution = await this.execution(id);
			return !['new', 'running', 'waiting'].includes(execution.status);
		};
		if (await until(isEnded, timeoutMs)) return execution;
		throw new Error(`Execution ${id} has not ended after ${timeoutMs} ms: ${execution.status}`);
	}

	/** Newest first. */
	async executions(workflowId: string, limit: number): Promise<n8n.ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}&limit=${limit}`;
		return (await this.client.request<{ results: n8n.ExecutionSummary[] }>('GET', path)).results;
	}

	/** The editor's "Retry with currently saved workflow", or with the original one; once the new execution has ended. */
	async retryExecution(id: string, loadWorkflow = true): Promise<void> {
		await this.client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow });
	}

	async stopExecution(id: string): Promise<void> {
		await this.client.request('POST', `/rest/executions/${id}/stop`, {});
	}
}
