// First, because it says where n8n keeps its settings.
import { outcomeOf, retryExecution, startExecution, storedData, type Outcome } from './execution';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type {
	IConnections,
	INode,
	INodeExecutionData,
	INodeParameters,
	OnError,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import type { CredentialData } from './credentials';
import { ITEMS_TYPE, PASS_TYPE, SENDER_TYPE, TestNodeTypes, type RunsBy } from './nodeTypes';

export type { Outcome } from './execution';

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
	/** What runs the node: its turns, or the routing, as an AI Agent up to version 2.2 does. */
	runsBy?: RunsBy;
}

/** Runs items → WhatsApp Sender → (outputs) as a whole workflow in n8n's engine. */
export async function runWorkflow(options: RunOptions): Promise<Outcome> {
	return outcomeOf(await startExecution(workflowOf(options), options));
}

/**
 * Presses Retry for a failed execution.
 *
 * @param options of the original workflow, or of the currently saved one
 */
export async function retry(
	failed: Outcome,
	options: RunOptions,
	useCurrent = false,
): Promise<Outcome> {
	const stored = storedData(failed.run);
	const { credentials, stop } = options;
	const started = { credentials, stop, useCurrent };
	return outcomeOf(await retryExecution(workflowOf(options), stored, started));
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
		nodeTypes: new TestNodeTypes(items, options.runsBy),
		settings: { executionOrder: 'v1', timezone: options.timezone ?? 'Asia/Jakarta' },
	});
}
