import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n keeps its settings and binary store in its user folder, from the moment it is loaded.
// n8n's own report of each failed node would fill the screen.
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));

import { Container } from '@n8n/di';
import { BinaryDataService, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IConnections,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	IWorkflowExecuteAdditionalData,
	OnError,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { credentialsHelper, type CredentialData } from './credentials';
import { ITEMS_TYPE, PASS_TYPE, SENDER_TYPE, TestNodeTypes } from './nodeTypes';

export interface RunOptions {
	/** Input items; their JSON alone where it is all that matters. */
	items?: INodeExecutionData[];
	parameters: INodeParameters;
	credentials: CredentialData;
	onError?: OnError;
	retryOnFail?: boolean;
	executeOnce?: boolean;
	timezone?: string;
	/** Ends the execution, as the user's stop button does, when it aborts. */
	stop?: AbortSignal;
}

export interface Outcome {
	run: IRun;
	/** Items of the node's first output. */
	items: INodeExecutionData[];
	/** Items of its error output. */
	errors: INodeExecutionData[];
	/** The error that stopped the execution. */
	error?: Error & { description?: string | null; context?: { itemIndex?: number } };
}

/** Runs items → WhatsApp Sender → (outputs) as a whole workflow in n8n's engine. */
export async function runWorkflow(options: RunOptions): Promise<Outcome> {
	const workflow = workflowOf(options);
	const data = { credentialsHelper: credentialsHelper(options.credentials) };
	const hooks = new ExecutionLifecycleHooks('manual', '1', workflow as never);
	const additionalData = {
		...data,
		hooks,
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: 'http://127.0.0.1/',
		instanceBaseUrl: 'http://127.0.0.1/',
		webhookWaitingBaseUrl: 'http://127.0.0.1/',
		formWaitingBaseUrl: 'http://127.0.0.1/',
		getRunExecutionData: async () => undefined,
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
	const execution = new WorkflowExecute(additionalData, 'manual').run({
		workflow,
		startNode: workflow.getNode('Items') ?? undefined,
	});
	options.stop?.addEventListener('abort', () => void execution.cancel());
	const run = await execution;
	const { runData, error } = run.data.resultData;
	const outputs = runData.Sender?.at(-1)?.data?.main ?? [];
	return {
		run,
		items: outputs[0] ?? [],
		errors: outputs[1] ?? [],
		error: error as Outcome['error'],
	};
}

/** Puts n8n's binary store on disk, as a server has it. Call before `storeFile`. */
export async function useBinaryStore(): Promise<BinaryDataService> {
	const store = Container.get(BinaryDataService);
	await store.init();
	return store;
}

function workflowOf(options: RunOptions): Workflow {
	const { items = [{ json: {} }], parameters, onError, retryOnFail, executeOnce } = options;
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	const nodes: INode[] = [
		{ ...place, id: '1', name: 'Items', type: ITEMS_TYPE, parameters: {} },
		{
			...place,
			id: '2',
			name: 'Sender',
			type: SENDER_TYPE,
			parameters,
			onError,
			retryOnFail,
			executeOnce,
			waitBetweenTries: 1,
			credentials: Object.fromEntries(
				Object.keys(options.credentials).map((type) => [type, { id: type, name: type }]),
			),
		},
		{ ...place, id: '3', name: 'Sent', type: PASS_TYPE, parameters: {} },
		{ ...place, id: '4', name: 'Failed', type: PASS_TYPE, parameters: {} },
	];
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const connections: IConnections = {
		Items: { main: [to('Sender')] },
		Sender: { main: [to('Sent'), to('Failed')] },
	};
	return new Workflow({
		id: 'workflow',
		nodes,
		connections,
		active: false,
		nodeTypes: new TestNodeTypes(items),
		settings: { executionOrder: 'v1', timezone: options.timezone ?? 'Asia/Jakarta' },
	});
}
