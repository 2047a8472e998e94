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
	/** What starts it, by default `manual`; `integrated` is another workflow. */
	mode?: WorkflowExecuteMode;
}

const signers = [new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()];
const signerOf = (type: string) => signers.find(({ name }) => name === type)!;

/**
 * Starts an execution, or presses Retry with the currently saved workflow in the list of executions.
 *
 * @param retryOf the execution to retry
 */
export async function execute(workflow: Workflow, options: StartOptions, retryOf?: IRun) {
	const data = retryOf && retryData(workflow, retryOf);
	const additional = additionalData(workflow, options);
	const engine = new WorkflowExecute(additional, data ? 'retry' : (options.mode ?? 'manual'), data);
	const startNode = workflow.getNode('Items') ?? undefined;
	const execution = data
		? engine.processRunExecutionData(workflow)
		: engine.run({ workflow, startNode });
	options.stop?.addEventListener('abort', () => void execution.cancel());
	return await execution;
}

/** What n8n's ExecutionService makes of the data that n8n has stored. */
function retryData(workflow: Workflow, retryOf: IRun): IRunExecutionData {
	const data = parse(stringify(retryOf.data)) as IRunExecutionData;
	const { resultData, executionData } = data;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''] ?? [];
	if (runs.at(-1)?.error !== undefined) runs.pop();
	for (const waiting of executionData!.nodeExecutionStack) {
		waiting.node = workflow.getNode(waiting.node.name)!;
	}
	return data;
}

/**
 * Gives a test's credentials to the engine as n8n's helper does, with their defaults and the
 * expressions in their fields evaluated for the item, and signs with our credentials.
 */
export function credentialsHelper(data: CredentialData): ICredentialsHelper {
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		async getDecrypted(additional, _credential, type, mode, executeData, _raw, source) {
			const given = (data[type] ?? {}) as INodeParameters;
			const { properties } = signerOf(type);
			const defaults = NodeHelpers.getNodeParameters(properties, given, true, false, null, null);
			const fields: INodeParameters = { ...given, ...defaults };
			if (!source) return fields as CredentialData[string];
			return source.workflow.expression.getParameterValue(
				fields,
				source.runExecutionData,
				source.runIndex,
				source.itemIndex,
				source.node.name,
				source.connectionInputData,
				mode,
				getAdditionalKeys(additional, mode, null, { isCredential: true }),
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
function additionalData(workflow: Workflow, { credentials, variables = {} }: StartOptions) {
	return {
		credentialsHelper: credentialsHelper(credentials),
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow as never),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables,
		webhookWaitingBaseUrl: 'http://127.0.0.1/',
		formWaitingBaseUrl: 'http://127.0.0.1/',
	} as unknown as IWorkflowExecuteAdditionalData;
}
