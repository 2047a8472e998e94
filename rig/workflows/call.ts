import { randomUUID } from 'node:crypto';
import type { Execution, ExecutionError, Item, N8nNode } from '../api/apiTypes';
import type { Instance } from '../startInstance';
import { until } from '../until';
import { chain, node, pass, SENDER_TYPE, splitItems, webhook } from './nodes';

export interface CallOptions {
	/** The JSON of the node's input items. */
	items?: object[];
	/** Nodes between the items and the node. */
	before?: N8nNode[];
	/** Other settings of the Webhook node. */
	trigger?: Record<string, unknown>;
	/** Settings of the workflow. */
	settings?: Record<string, unknown>;
}

export interface Outcome {
	/** As n8n stored it. */
	execution: Execution;
	/** Of the node's first output. */
	items: Item[];
	/** Of its error output. */
	errors: Item[];
	/** That stopped the execution. */
	error?: ExecutionError;
}

/** What the caller of the webhook got, and what became of it in n8n. */
export type Answered = Outcome & { status: number; body: unknown };

/** A WhatsApp Sender node with the sandbox's credential. */
export function sender(
	{ credential: { id, name } }: Instance,
	parameters: Record<string, unknown>,
	settings: Partial<N8nNode> = {},
): N8nNode {
	const credentials = { whatsAppSenderApi: { id, name } };
	return node('Sender', SENDER_TYPE, parameters, { credentials, ...settings });
}

/** Runs Webhook → items → node as a published workflow, called from outside. */
export async function call(
	instance: Instance,
	last: N8nNode,
	options: CallOptions = {},
): Promise<Answered> {
	const { path, workflowId } = await publish(instance, last, options);
	const { status, body } = await instance.api.callWebhook(path, { items: options.items ?? [{}] });
	return { status, body, ...outcomeOf(await lastExecution(instance, workflowId), last.name) };
}

/** Creates and publishes the workflow of `call` without calling it. */
export async function publish(
	{ api }: Instance,
	last: N8nNode,
	{ before = [], trigger, settings }: CallOptions = {},
): Promise<{ path: string; workflowId: string }> {
	const path = randomUUID();
	const nodes = [webhook(path, trigger), splitItems(), ...before, last];
	const connections = chain(...nodes);
	if (last.onError === 'continueErrorOutput') {
		const failed = pass('Failed');
		nodes.push(failed);
		connections[last.name] = { main: [[], [{ node: failed.name, type: 'main', index: 0 }]] };
	}
	const { id } = await api.createWorkflow({ name: `Call ${path}`, nodes, connections, settings });
	await api.activate(id);
	return { path, workflowId: id };
}

/** The newest execution of a workflow, once it has ended; a busy n8n lists it a moment after it began. */
export async function lastExecution({ api }: Instance, workflowId: string): Promise<Execution> {
	const { id } = (await until(async () => (await api.executions(workflowId, 1))[0]))!;
	return await api.executionEnded(id);
}

/** What one node of an execution gave. */
export function outcomeOf(execution: Execution, nodeName: string): Outcome {
	const { runData, error } = execution.data.resultData;
	const main = runData[nodeName]?.at(-1)?.data?.main ?? [];
	return { execution, items: main[0] ?? [], errors: main[1] ?? [], error };
}

export const jsonOf = (items: Item[]) => items.map(({ json }) => json);

/** The numbers of the input items that items are linked to. */
export const linksOf = (items: Item[]) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
