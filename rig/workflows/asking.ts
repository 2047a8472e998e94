import type { N8nNode } from '../api/api';
import { outcomeOf, publish, sender } from './call';
import type { Instance } from '../startRig';
import { until } from '../until';

/** A question that the sandbox has received, and the execution that waits for its response. */
export type Asked = Awaited<ReturnType<typeof askedBy>>;

/** Runs a workflow with Send and Wait, without a time limit, until its execution waits. */
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
 * The newest question of a workflow, once its execution waits.
 *
 * @param earlier a question that has just been answered, and may still be listed
 * @returns the text of its message, and the link in it
 */
export async function askedBy(instance: Instance, workflowId: string, earlier?: { text: string }) {
	const asked = await until(async () => {
		const [execution] = await instance.api.executions(workflowId, 1);
		const text = instance.sandbox.accepted.at(-1)?.text ?? '';
		const isAsked = execution?.status === 'waiting' && text !== earlier?.text;
		return isAsked && { workflowId, executionId: execution.id, text, link: linkIn(text) };
	}, 20_000);
	if (asked) return asked;
	throw new Error('The workflow does not wait for an answer');
}

/** The link of a message: its last word. */
export const linkIn = (text: string) => text.split(/\s/).at(-1)!;

export const open = async (link: string, userAgent = 'a phone', method = 'GET') =>
	await fetch(link, { method, headers: { 'user-agent': userAgent }, redirect: 'manual' });

export const post = async (link: string, form: Record<string, string>) =>
	await fetch(link, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

/** Waits for the end of an execution that was answered. @returns the node's output, and the whole execution */
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
