import type { N8nNode } from '../api/api';
import { outcomeOf, publish, sender } from './call';
import type { Instance } from '../startRig';
import { until } from '../until';

/** A question on its way to the sandbox, and the execution that waits for its answer. */
export type Asked = Awaited<ReturnType<typeof askedBy>>;

/** A node that asks, without a limit. */
export function asker(instance: Instance, parameters: object = {}, settings?: Partial<N8nNode>) {
	const question = { phone: '6281234560001', message: 'May it go out?' };
	return sender(instance, { operation: 'sendAndWait', ...question, ...parameters }, settings);
}

interface AskOptions {
	items?: object[];
	after?: N8nNode;
	settings?: Partial<N8nNode>;
}

/** Runs a workflow that asks, until its execution waits. */
export async function ask(
	instance: Instance,
	parameters: object = {},
	{ items = [{}], after, settings }: AskOptions = {},
) {
	const node = asker(instance, parameters, settings);
	const options = { trigger: { responseMode: 'onReceived' }, before: after && [node] };
	const { path, workflowId } = await publish(instance, after ?? node, options);
	await instance.api.callWebhook(path, { items });
	return await askedBy(instance, workflowId);
}

/**
 * The newest question of a workflow, once its execution waits.
 *
 * @param beside a question that is not meant, because its answer has just been given
 * @returns all that its message said, and its link
 */
export async function askedBy(instance: Instance, workflowId: string, beside?: { text: string }) {
	const asked = await until(async () => {
		const [execution] = await instance.api.executions(workflowId, 1);
		const text = instance.sandbox.accepted.at(-1)?.text ?? '';
		const isAsked = execution?.status === 'waiting' && text !== beside?.text;
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

/** What became of a question: what the node gave, in the end, and the whole execution. */
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
