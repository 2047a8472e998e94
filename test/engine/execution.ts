import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n keeps its settings and binary store in its user folder, from the moment it is loaded.
// n8n's own report of each failed node would fill the screen.
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));

import { parse, stringify } from 'flatted';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { credentialsHelper, type CredentialData } from './credentials';

/** What n8n shows of the sender at the end of an execution. */
export interface Outcome {
	run: IRun;
	/** Items of the node's first output. */
	items: INodeExecutionData[];
	/** Items of its error output. */
	errors: INodeExecutionData[];
	/** The error that stopped the execution. */
	error?: Error & { description?: string | null; context?: { itemIndex?: number } };
}

/** What an execution is started with. */
export interface StartOptions {
	credentials: CredentialData;
	/** Ends the execution, as the user's stop button does, when it aborts. */
	stop?: AbortSignal;
	/** n8n's variables, `$vars` in expressions. */
	variables?: IWorkflowExecuteAdditionalData['variables'];
}

export async function startExecution(workflow: Workflow, options: StartOptions): Promise<IRun> {
	const execution = new WorkflowExecute(additionalData(workflow, options), 'manual').run({
		workflow,
		startNode: workflow.getNode('Items') ?? undefined,
	});
	options.stop?.addEventListener('abort', () => void execution.cancel());
	return await execution;
}

/** The data of an execution as n8n stores it. */
export const storedData = ({ data }: IRun): string => stringify(data);

/**
 * Retry in the list of executions, from nothing but what n8n has stored, as n8n's ExecutionService
 * does it.
 *
 * @param workflow the original one, or the currently saved one: with `useCurrent`, the node that
 * failed is taken from it
 */
export async function retryExecution(
	workflow: Workflow,
	stored: string,
	options: StartOptions & { useCurrent?: boolean },
): Promise<IRun> {
	const data = parse(stored) as IRunExecutionData;
	const { resultData, executionData } = data;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''] ?? [];
	if (runs.at(-1)?.error !== undefined) runs.pop();
	for (const waiting of options.useCurrent ? executionData!.nodeExecutionStack : []) {
		waiting.node = workflow.getNode(waiting.node.name)!;
	}
	const execution = new WorkflowExecute(
		additionalData(workflow, options),
		'retry',
		data,
	).processRunExecutionData(workflow);
	options.stop?.addEventListener('abort', () => void execution.cancel());
	return await execution;
}

/** The last run of a node in an execution. */
export function outcomeOf(run: IRun, node = 'Sender'): Outcome {
	const { runData, error } = run.data.resultData;
	const [items = [], errors = []] = runData[node]?.at(-1)?.data?.main ?? [];
	return { run, items: items ?? [], errors: errors ?? [], error: error as Outcome['error'] };
}

function additionalData(
	workflow: Workflow,
	{ credentials, variables = {} }: StartOptions,
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: credentialsHelper(credentials),
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow as never),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables,
		restApiUrl: 'http://127.0.0.1/',
		instanceBaseUrl: 'http://127.0.0.1/',
		webhookWaitingBaseUrl: 'http://127.0.0.1/',
		formWaitingBaseUrl: 'http://127.0.0.1/',
		getRunExecutionData: async () => undefined,
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
