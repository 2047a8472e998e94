import { parse } from 'flatted';
import type { Execution, ExecutionSummary, SavedWorkflow } from './apiTypes';
import { until } from '../until';
import { N8nSession } from './session';

/** Starts, reads and ends executions, as the editor's list of them does. */
export class N8nExecutions extends N8nSession {
	/**
	 * The editor's "Execute workflow" button.
	 * @param trigger name of the node to begin with
	 * @returns the id of the execution, which goes on in the background
	 */
	async run(workflow: SavedWorkflow, trigger: string): Promise<string> {
		// 1.x runs the workflow that is sent along, 2.x the saved one.
		const order = { workflowData: workflow, triggerToStartFrom: { name: trigger } };
		const path = `/rest/workflows/${workflow.id}/run`;
		return (await this.client.request<{ executionId: string }>('POST', path, order)).executionId;
	}

	async execution(id: string): Promise<Execution> {
		type Stored = ExecutionSummary & { data: string };
		const stored = await this.client.request<Stored>('GET', `/rest/executions/${id}`);
		return { ...stored, data: parse(stored.data) as Execution['data'] };
	}

	/** The execution with its data, once it is no longer under way. */
	async executionEnded(id: string, timeoutMs = 60_000): Promise<Execution> {
		let execution!: Execution;
		const look = async () => isStored((execution = await this.execution(id)));
		if (await until(look, timeoutMs)) return execution;
		throw new Error(`Execution ${id} has not ended after ${timeoutMs} ms: ${execution.status}`);
	}

	/** Newest first. */
	async executions(workflowId: string, limit = 20): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}&limit=${limit}`;
		return (await this.client.request<{ results: ExecutionSummary[] }>('GET', path)).results;
	}

	/** The editor's "Retry with currently saved workflow", once the new execution has ended. */
	async retryExecution(id: string): Promise<void> {
		await this.client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow: true });
	}

	async stopExecution(id: string): Promise<void> {
		await this.client.request('POST', `/rest/executions/${id}/stop`, {});
	}
}

/** 1.x on SQLite stores the status of an execution first, and its data a moment later. */
function isStored({ status, data }: Execution): boolean {
	if (status === 'success' || status === 'error') return data?.resultData !== undefined;
	return !['new', 'running', 'waiting'].includes(status);
}
