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
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';

export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/** What an execution is started with. */
export interface StartOptions {
	credentials: CredentialData;
	/** Ends the execution, as the user's stop button does, when it aborts. */
	stop?: AbortSignal;
	/** n8n's variables, `$vars` in expressions. */
	variables?: IWorkflowExecuteAdditionalData['variables'];
}

export async function startExecution(workflow: Workflow, options: StartOptions): Promise<IRun> {
	const engine = new WorkflowExecute(additionalData(workflow, options), 'manual');
	const startNode = workflow.getNode('Items') ?? undefined;
	return await untilStopped(engine.run({ workflow, startNode }), options);
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
	const engine = new WorkflowExecute(additionalData(workflow, options), 'retry', data);
	return await untilStopped(engine.processRunExecutionData(workflow), options);
}

async function untilStopped(
	execution: ReturnType<WorkflowExecute['run']>,
	{ stop }: StartOptions,
): Promise<IRun> {
	stop?.addEventListener('abort', () => void execution.cancel());
	return await execution;
}

/** Gives a test's credentials to the engine as n8n's helper does, and lets ours sign. */
export function credentialsHelper(data: CredentialData): ICredentialsHelper {
	const types: Record<string, WhatsAppSenderApi> = { whatsAppSenderApi: new WhatsAppSenderApi() };
	const helper = {
		getParentTypes: () => [],
		getDecrypted: async (_additional: unknown, _node: INodeCredentialsDetails, type: string) => ({
			...data[type],
		}),
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: () => [],
		preAuthentication: async () => undefined,
		runPreAuthentication: async () => undefined,
		authenticate: async (
			credentials: ICredentialDataDecryptedObject,
			type: string,
			request: IHttpRequestOptions,
		) => await types[type].authenticate(credentials, request),
		updateCredentials: async () => {},
		updateCredentialsOauthTokenData: async () => {},
	};
	return helper as unknown as ICredentialsHelper;
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
