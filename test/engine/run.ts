// First, because it says where n8n keeps its settings.
import { credentialsHelper, execute, storedData } from './execution';
import type { CredentialData, StartOptions } from './execution';
import { Container } from '@n8n/di';
import { BinaryDataService, CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import {
	type IConnections,
	type ILoadOptionsFunctions,
	type INode,
	type INodeCredentialTestResult,
	type INodeExecutionData,
	type INodeParameters,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	Workflow,
} from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { chain, node } from '../../rig/workflows/nodes';
import { ITEMS_TYPE, SENDER_TYPE, testNodeTypes, TOOL_TYPE } from './nodeTypes';
import type { Batches, RunsBy } from './nodeTypes';

/** What n8n shows of the sender at the end of an execution. */
export interface Outcome {
	run: IRun;
	/** Items of the first output of the node's last run. */
	items: INodeExecutionData[];
	errors: INodeExecutionData[];
	error?: Error & { description?: string | null; context?: { itemIndex?: number } };
}

export type Settings = Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;

export interface RunOptions extends StartOptions, Settings {
	parameters: INodeParameters;
	/** Input items; their JSON alone where it is all that matters. */
	items?: INodeExecutionData[];
	/** Loops: the node runs once for each batch, in one execution. Takes the place of `items`. */
	batches?: Batches;
	timezone?: string;
	/** Whether the user has not saved the workflow yet. */
	isUnsaved?: boolean;
	/** More of the workflow's settings. */
	settings?: IWorkflowSettings;
	/** What runs the node: its turns, or the routing, as an AI Agent up to version 2.2 does. */
	runsBy?: RunsBy;
	/** Runs it as n8n's second type of the node, for agents; by the routing it is one unless set. */
	asTool?: boolean;
	/** Names of several senders, one after the other unless connected otherwise. */
	senders?: string[];
	connections?: object;
	/** Presses Retry for this execution, of the original workflow or, with `useCurrent`, of this one. */
	retryOf?: Outcome;
	useCurrent?: boolean;
}

/** Runs items → WhatsApp Sender as a whole workflow in n8n's engine. */
export async function runWorkflow(options: RunOptions): Promise<Outcome> {
	const { retryOf } = options;
	const run = await execute(workflowOf(options), options, retryOf && storedData(retryOf.run));
	const { runData, error } = run.data.resultData;
	const [items, errors] = runData.Sender?.at(-1)?.data?.main ?? [];
	return { run, items: items ?? [], errors: errors ?? [], error: error as Outcome['error'] };
}

/** Puts n8n's binary store on disk, as a server has it. */
export async function useBinaryStore(): Promise<BinaryDataService> {
	const store = Container.get(BinaryDataService);
	await store.init();
	return store;
}

/** Presses the Test button of the service's credential. */
export async function pressTest(data: object): Promise<INodeCredentialTestResult> {
	const { testCredential } = new WhatsAppSender().methods.credentialTest;
	return await testCredential.call(new CredentialTestContext({} as never), { data } as never);
}

/** What n8n's editor gives to a drop-down of the node, with n8n's own request helpers. */
export function editorContext(
	credentials: CredentialData,
	requestOptions: INodeParameters = {},
): ILoadOptionsFunctions {
	const parameters = { resource: 'list', operation: 'getListContacts', requestOptions };
	const workflow = workflowOf({ parameters, credentials });
	const node = workflow.getNode('Sender')!;
	const additionalData = {
		credentialsHelper: credentialsHelper(credentials),
		currentNodeParameters: node.parameters,
	} as unknown as IWorkflowExecuteAdditionalData;
	const context = new LoadOptionsContext(workflow, node, additionalData, 'parameters.list');
	return context as unknown as ILoadOptionsFunctions;
}

/** Items → sender → sender, and back to Items in a loop. */
function workflowOf(options: RunOptions): Workflow {
	const { onError, retryOnFail, maxTries, waitBetweenTries = 1 } = options;
	// Without the delay that a node has when it is added.
	const parameters = { options: {}, ...options.parameters };
	const { senders = ['Sender'], items = [{ json: {} }], runsBy } = options;
	const types = Object.keys(options.credentials);
	const credentials = Object.fromEntries(types.map((type) => [type, { id: type, name: type }]));
	const settings = { credentials, onError, retryOnFail, maxTries, waitBetweenTries };
	// Only tools may run by the routing.
	const type = (options.asTool ?? runsBy === 'routing') ? TOOL_TYPE : SENDER_TYPE;
	const nodes = [
		node('Items', ITEMS_TYPE, {}),
		...senders.map((name, at) => node(name, type, parameters, { id: `${at + 2}`, ...settings })),
	];
	const loop = options.batches ? nodes.slice(0, 1) : [];
	return new Workflow({
		id: options.isUnsaved ? undefined : 'workflow',
		nodes: nodes as INode[],
		connections: (options.connections ?? chain(...nodes, ...loop)) as IConnections,
		active: false,
		nodeTypes: testNodeTypes(options.batches ?? [items], runsBy),
		settings: {
			executionOrder: 'v1',
			timezone: options.timezone ?? 'Asia/Jakarta',
			...options.settings,
		},
	});
}
