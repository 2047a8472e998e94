import { randomUUID } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Execution, N8nNode } from '../api/api';
import type { Instance } from '../startRig';
import { until } from '../until';
import { chain, node, SENDER_TYPE, splitItems, webhook } from './nodes';

export interface PublishOptions {
	/** Other settings of the Webhook node. */
	trigger?: Record<string, unknown>;
	settings?: Record<string, unknown>;
	connections?: Record<string, unknown>;
}

export interface CallOptions extends PublishOptions {
	items?: object[];
	/** Nodes between the items and the node. */
	before?: N8nNode[];
}

export type Published = Awaited<ReturnType<typeof publishNodes>>;

/** A WhatsApp Sender node with the sandbox's credential, without the delay that a new node has. */
export function sender(
	{ credential: { id, name } }: Pick<Instance, 'credential'>,
	parameters: Record<string, unknown>,
	settings: Partial<N8nNode> = {},
): N8nNode {
	const credentials = { whatsAppSenderApi: { id, name } };
	return node('Sender', SENDER_TYPE, { options: {}, ...parameters }, { credentials, ...settings });
}

/** Runs Webhook → items → node as a published workflow. @returns the response to its caller, and the outcome in n8n */
export async function call(
	instance: Pick<Instance, 'api'>,
	last: N8nNode,
	options: CallOptions = {},
) {
	const { path, workflowId } = await publish(instance, last, options);
	const { status, body } = await instance.api.callWebhook(path, { items: options.items ?? [{}] });
	return { status, body, ...outcomeOf(await lastExecution(instance, workflowId), last.name) };
}

/** Creates and publishes the workflow of `call` without calling it. */
export async function publish(
	instance: Pick<Instance, 'api'>,
	last: N8nNode,
	{ before = [], ...options }: CallOptions = {},
): Promise<Published> {
	return await publishNodes(instance, [splitItems(), ...before, last], options);
}

/** Publishes Webhook → nodes, one after the other unless `connections` say otherwise. */
export async function publishNodes(
	{ api }: Pick<Instance, 'api'>,
	nodes: N8nNode[],
	{ trigger, settings, connections }: PublishOptions = {},
) {
	const path = randomUUID();
	const all = [webhook(path, trigger), ...nodes];
	const { id } = await api.createWorkflow({
		name: `Call ${path}`,
		nodes: all,
		settings,
		connections: { ...chain(...all), ...connections },
	});
	await api.activate(id);
	return { path, workflowId: id };
}

/** The newest execution of a workflow, once it has ended. A busy n8n lists it a moment after it began. */
export async function lastExecution({ api }: Pick<Instance, 'api'>, workflowId: string) {
	const { id } = (await until(async () => (await api.executions(workflowId, 1))[0]))!;
	return await api.executionEnded(id);
}

/** The first output and the error output of one node, and the error that stopped the execution. */
export function outcomeOf(execution: Execution, nodeName: string) {
	const { runData, error } = execution.data.resultData;
	const [items, errors] = runData[nodeName]?.at(-1)?.data?.main ?? [];
	return { execution, items: items ?? [], errors: errors ?? [], error };
}

export const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

/** The numbers of the input items that items are linked to. */
export const linksOf = (items: INodeExecutionData[]) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** A credential with the sandbox's own key for a service at another address. */
export async function credentialFor({ api, sandbox }: Instance, baseUrl: string) {
	const service = { apiKey: sandbox.apiKey, url: baseUrl };
	const { id, name } = await api.createSenderCredential(service, `For ${baseUrl}`);
	return { whatsAppSenderApi: { id, name } };
}

/** A WhatsApp Sender node whose service is at another address. */
export async function senderAt(
	instance: Instance,
	baseUrl: string,
	parameters: Record<string, unknown> = {},
	settings: Partial<N8nNode> = {},
): Promise<N8nNode> {
	const credentials = await credentialFor(instance, baseUrl);
	const message = { phone: '={{ $json.phone ?? "6281200001001" }}', text: 'Hello' };
	return sender(instance, { ...message, ...parameters }, { credentials, ...settings });
}

export const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ phone: String(6281200001001 + index) }));
