// First, because it says where n8n keeps its settings.
import { credentialsHelper, execute } from './execution';
import type { CredentialData, StartOptions } from './execution';
import { Container } from '@n8n/di';
import { BinaryDataService, CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import {
	type IBinaryData,
	type IConnections,
	type ILoadOptionsFunctions,
	type INode,
	type INodeCredentialTestResult,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
	type IRun,
	Workflow,
} from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { chain, node } from '../../rig/workflows/nodes';
import { ITEMS_TYPE, SENDER_TYPE, testNodeTypes, TOOL_TYPE } from './nodeTypes';
import type { RunsBy } from './nodeTypes';

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
	items?: INodeExecutionData[];
	/** Loops: the node runs once for each batch, in one execution. Replaces `items`. */
	batches?: INodeExecutionData[][];
	timezone?: string;
	/** What runs the node: its operations, or the routing, as an AI Agent up to version 2.2 does. */
	runsBy?: RunsBy;
	/** Whether the node has n8n's second type, for agents. Defaults to true if the routing runs the node. */
	asTool?: boolean;
	/** Names of several senders. Each gets the items of the one before, unless `connections` differ. */
	senders?: string[];
	connections?: object;
	/** Presses Retry for this execution, with the currently saved workflow. */
	retryOf?: Outcome;
}

/** Runs Items → WhatsApp Sender as a whole workflow in n8n's engine. */
export async function runWorkflow(options: RunOptions): Promise<Outcome> {
	const run = await execute(workflowOf(options), options, options.retryOf?.run);
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

/** A file as n8n holds it: in memory, or in its binary store. */
export async function fileIn(
	place: 'memory' | 'disk',
	content: Buffer,
	names: Pick<IBinaryData, 'mimeType' | 'fileName' | 'fileExtension'>,
): Promise<IBinaryData> {
	if (place === 'memory') return { ...names, data: content.toString('base64') };
	const location = { type: 'execution', workflowId: 'workflow', executionId: '1' } as const;
	return await (await useBinaryStore()).store(location, content, { ...names, data: '' });
}

/** Presses the Test button of the service's credential. */
export async function pressTest(data: object): Promise<INodeCredentialTestResult> {
	const { testCredential } = new WhatsAppSender().methods.credentialTest;
	return await testCredential.call(new CredentialTestContext({} as never), { data } as never);
}

/** The context of a drop-down of the node in n8n's editor, with n8n's own request helpers. */
export function editorContext(
	credentials: CredentialData,
	requestOptions: INodeParameters = {},
): ILoadOptionsFunctions {
	const parameters = { resource: 'list', operation: 'getListContacts', requestOptions };
	const workflow = workflowOf({ parameters, credentials });
	const node = workflow.getNode('Sender')!;
	const helper = credentialsHelper(credentials);
	const data = { credentialsHelper: helper, currentNodeParameters: node.parameters } as never;
	const context = new LoadOptionsContext(workflow, node, data, 'parameters.list');
	return context as unknown as ILoadOptionsFunctions;
}

/** Items → sender → sender, and back to Items in a loop. */
function workflowOf(options: RunOptions): Workflow {
	const { onError, retryOnFail, maxTries, waitBetweenTries = 1, batches, runsBy } = options;
	const { senders = ['Sender'], items = [{ json: {} }], timezone = 'Asia/Jakarta' } = options;
	// Without the delay that a node has when it is added.
	const parameters = { options: {}, ...options.parameters };
	const types = Object.keys(options.credentials);
	const credentials = Object.fromEntries(types.map((type) => [type, { id: type, name: type }]));
	const settings = { credentials, onError, retryOnFail, maxTries, waitBetweenTries };
	// Only a tool may run the routing.
	const type = (options.asTool ?? runsBy === 'routing') ? TOOL_TYPE : SENDER_TYPE;
	const first = node('Items', ITEMS_TYPE, {});
	const nodes = [
		first,
		...senders.map((name, index) =>
			node(name, type, parameters, { id: `${index + 2}`, ...settings }),
		),
	];
	const connections = options.connections ?? chain(...nodes, ...(batches ? [first] : []));
	return workflowWith(nodes, connections, testNodeTypes(batches ?? [items], runsBy), timezone);
}

export const workflowWith = (
	nodes: object[],
	connections: object,
	nodeTypes: INodeTypes,
	timezone?: string,
): Workflow =>
	new Workflow({
		id: 'workflow',
		nodes: nodes as INode[],
		connections: connections as IConnections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone },
	});
