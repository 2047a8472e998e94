import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n keeps its settings and binary store in its user folder, from the moment it is loaded.
// n8n's own report of each failed node would fill the screen.
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));

import { parse, stringify } from 'flatted';
import { ExecutionLifecycleHooks, getAdditionalKeys, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestOptions,
	INodeParameters,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSenderWebhookApi } from '../../credentials/WhatsAppSenderWebhookApi.credentials';

export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/** What an execution is started with. */
export interface StartOptions {
	credentials: CredentialData;
	/** Ends the execution, as the user's stop button does, when it aborts. */
	stop?: AbortSignal;
	/** n8n's variables, `$vars` in expressions. */
	variables?: object;
	/** What starts it, `manual` unless set; `integrated` is another workflow. Retry is always `retry`. */
	mode?: WorkflowExecuteMode;
}

const signers = [new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()];
const signerOf = (type: string) => signers.find(({ name }) => name === type)!;

/**
 * Starts an execution, or presses Retry for one in the list of executions.
 *
 * @param retryOf what n8n has stored of the one to retry
 */
export async function execute(
	workflow: Workflow,
	options: StartOptions & { useCurrent?: boolean },
	retryOf?: string,
): Promise<IRun> {
	const data = retryOf ? retryData(workflow, retryOf, options.useCurrent) : undefined;
	const additional = additionalData(workflow, options);
	const engine = new WorkflowExecute(additional, data ? 'retry' : (options.mode ?? 'manual'), data);
	const startNode = workflow.getNode('Items') ?? undefined;
	const execution = data
		? engine.processRunExecutionData(workflow)
		: engine.run({ workflow, startNode });
	options.stop?.addEventListener('abort', () => void execution.cancel());
	return await execution;
}

/** The data of an execution as n8n stores it. */
export const storedData = ({ data }: IRun): string => stringify(data);

/**
 * What n8n's ExecutionService makes of the stored data.
 *
 * @param useCurrent takes the node that failed from the workflow, which may have been changed
 */
function retryData(workflow: Workflow, stored: string, useCurrent = false): IRunExecutionData {
	const data = parse(stored) as IRunExecutionData;
	const { resultData, executionData } = data;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''] ?? [];
	if (runs.at(-1)?.error !== undefined) runs.pop();
	for (const waiting of useCurrent ? executionData!.nodeExecutionStack : []) {
		waiting.node = workflow.getNode(waiting.node.name)!;
	}
	return data;
}

/**
 * Gives a test's credentials to the engine as n8n's helper does, with their defaults and the
 * expressions in their fields evaluated for the item that asks for them, and lets ours sign.
 */
export function credentialsHelper(data: CredentialData): ICredentialsHelper {
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		async getDecrypted(additional, _credential, type, mode, executeData, _raw, asked) {
			const { properties } = signerOf(type);
			const given = (data[type] ?? {}) as INodeParameters;
			const defaults = NodeHelpers.getNodeParameters(properties, given, true, false, null, null);
			const fields = { ...given, ...defaults } as CredentialData[string];
			if (!asked) return fields;
			const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = asked;
			const keys = getAdditionalKeys(additional, mode, null, { isCredential: true });
			return workflow.expression.getParameterValue(
				fields as INodeParameters,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				keys,
				executeData,
			) as CredentialData[string];
		},
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
		authenticate: async (credentials, type, request) =>
			await signerOf(type).authenticate(credentials, request as IHttpRequestOptions),
	};
	return helper as ICredentialsHelper;
}

/** What the engine needs of n8n's server. */
function additionalData(workflow: Workflow, options: StartOptions) {
	const { credentials, variables = {} } = options;
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: credentialsHelper(credentials),
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow as never),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: variables as IWorkflowExecuteAdditionalData['variables'],
		webhookWaitingBaseUrl: 'http://127.0.0.1/',
		formWaitingBaseUrl: 'http://127.0.0.1/',
	};
	return data as IWorkflowExecuteAdditionalData;
}
