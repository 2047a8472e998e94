import { randomUUID } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Execution, N8nNode } from '../api/api';
import type { Instance } from '../startRig';
import { until } from '../until';
import { chain, node, SENDER_TYPE, splitItems, webhook } from './nodes';

interface PublishOptions {
	/** Parameters of the Webhook node. */
	trigger?: Record<string, unknown>;
	settings?: Record<string, unknown>;
	connections?: Record<string, unknown>;
	/** Nodes before the last one. */
	before?: N8nNode[];
}

/** A WhatsApp Sender node with the sandbox's credential and without a delay. */
export function sender(
	{ credential: { id, name } }: Pick<Instance, 'credential'>,
	parameters: Record<string, unknown>,
	settings: Partial<N8nNode> = {},
): N8nNode {
	const credentials = { whatsAppSenderApi: { id, name } };
	return node('Sender', SENDER_TYPE, { options: {}, ...parameters }, { credentials, ...settings });
}

/** Publishes and calls Webhook → items → node. @returns the outcome of the node */
export async function call(
	instance: Pick<Instance, 'api'>,
	last: N8nNode,
	{ items = [{}], ...options }: PublishOptions & { items?: object[] } = {},
) {
	const { path, workflowId } = await publish(instance, last, options);
	await instance.api.callWebhook(path, { items });
	return await lastOutcome(instance, workflowId, last.name);
}

/** Publishes the workflow of `call`. */
export async function publish(
	instance: Pick<Instance, 'api'>,
	last: N8nNode,
	{ before = [], ...options }: PublishOptions = {},
) {
	return await publishNodes(instance, [splitItems(), ...before, last], options);
}

/** Publishes Webhook → nodes, connected one after the other, or as `connections` say. */
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

/** Waits until the newest execution of a workflow ends. A busy n8n lists it a moment after its start. */
export async function lastExecution({ api }: Pick<Instance, 'api'>, workflowId: string) {
	const { id } = (await until(async () => (await api.executions(workflowId, 1))[0]))!;
	return await api.executionEnded(id);
}

/** The outcome of a node in the newest execution of a workflow, once this has ended. */
export const lastOutcome = async (api: Pick<Instance, 'api'>, id: string, nodeName = 'Sender') =>
	outcomeOf(await lastExecution(api, id), nodeName);

/** The first output and the error output of a node, and the error that stopped the execution. */
export function outcomeOf(execution: Execution, nodeName: string) {
	const { runData, error } = execution.data.resultData;
	const [items, errors] = runData[nodeName]?.at(-1)?.data?.main ?? [];
	return { execution, items: items ?? [], errors: errors ?? [], error };
}

export const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

/** Creates a credential with the sandbox's key for a service at another address. */
export async function credentialFor({ api, sandbox }: Instance, baseUrl: string) {
	const service = { apiKey: sandbox.apiKey, url: baseUrl };
	const { id, name } = await api.createSenderCredential(service, `For ${baseUrl}`);
	return { whatsAppSenderApi: { id, name } };
}

/** A WhatsApp Sender node for a service at another address. */
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
