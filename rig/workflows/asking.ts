import type { N8nNode } from '../api/api';
import { outcomeOf, publish, sender } from './call';
import type { Instance } from '../startRig';
import { until } from '../until';

/** A question in the sandbox, and the execution that waits for the answer. */
export type Asked = Awaited<ReturnType<typeof askedBy>>;

/** Runs a workflow with Send and Wait until its execution waits. */
export async function ask(
	instance: Instance,
	parameters: object = {},
	options: { items?: object[]; after?: N8nNode; settings?: Partial<N8nNode> } = {},
) {
	const { items = [{}], after, settings } = options;
	const question = { phone: '6281234560001', message: 'May it go out?', ...parameters };
	const node = sender(instance, { operation: 'sendAndWait', ...question }, settings);
	const trigger = { responseMode: 'onReceived' };
	const before = after && [node];
	const { path, workflowId } = await publish(instance, after ?? node, { trigger, before });
	await instance.api.callWebhook(path, { items });
	return await askedBy(instance, workflowId);
}

/**
 * Waits until a workflow waits for an answer.
 *
 * @param earlier a question of the same workflow that was just answered: n8n may still list it
 */
export async function askedBy(instance: Instance, workflowId: string, earlier?: { text: string }) {
	const asked = await until(async () => {
		const [execution] = await instance.api.executions(workflowId, 1);
		const text = instance.sandbox.accepted.at(-1)?.text ?? '';
		const isAsked = execution?.status === 'waiting' && text !== earlier?.text;
		return (
			isAsked && { workflowId, executionId: execution.id, text, link: text.split(/\s/).at(-1)! }
		);
	}, 20_000);
	if (asked) return asked;
	throw new Error('The workflow does not wait for an answer');
}

export const open = async (link: string, userAgent = 'a phone', method = 'GET') =>
	await fetch(link, { method, headers: { 'user-agent': userAgent }, redirect: 'manual' });

export const post = async (link: string, form: Record<string, string>) =>
	await fetch(link, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

/** Waits until an answered execution ends. @returns the node's first item, and the execution */
export async function answered(
	instance: Instance,
	{ executionId }: Pick<Asked, 'executionId'>,
	nodeName = 'Sender',
) {
	const execution = await instance.api.executionEnded(executionId, 300_000);
	return { json: outcomeOf(execution, nodeName).items[0]?.json, execution };
}

export const isWaiting = async ({ api }: Instance, { executionId }: Asked) =>
	(await api.execution(executionId)).status === 'waiting';
