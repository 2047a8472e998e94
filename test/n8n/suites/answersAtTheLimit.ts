import { setTimeout as pause } from 'node:timers/promises';
import { answering } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startRig';
import { until } from '../../../rig/until';
import { asker, linkIn, post } from '../../../rig/workflows/asking';
import { publish } from '../../../rig/workflows/call';
import { node } from '../../../rig/workflows/nodes';

const COUNT = 20;
/** n8n looks once a minute for what is due, so it sees the first limit in time. */
const FIRST_LIMIT_SECONDS = 75 + COUNT / 2;
const BETWEEN_LIMITS_MS = 500;
/** When both answers are given, before and after the limit. */
const [EARLY_MS, LATE_MS] = [8000, 2000];

interface Given {
	executionId: string;
	/** What the pages of the two said: the button that counts, or that the question is closed. */
	pages: string[];
}

/**
 * Questions that are answered twice and at once, around their limit, and one that nobody answers. They are asked before all other
 * tests, and while these run they are answered.
 *
 * @returns what was asked, and how often n8n went on with each, which the last test looks at
 */
export async function answersAtTheLimit(instance: Instance) {
	/** What n8n went on with, by execution. */
	const went = new Map<string, string[]>();
	const next = await answering(({ url = '' }, response) => {
		const { pathname, searchParams } = new URL(url, 'http://next');
		const executionId = pathname.slice(1);
		went.set(executionId, [...(went.get(executionId) ?? []), searchParams.get('with')!]);
		response.end('{}');
	});
	const url = `=${next.url}/{{ $execution.id }}?with={{ $json.data ? $json.data.approved : $json.n >= 0 ? "limit" : "nothing" }}`;
	const after = node('After', 'n8n-nodes-base.httpRequest', { url }, { typeVersion: 4.2 });
	const first = Date.now() + FIRST_LIMIT_SECONDS * 1000;
	const maxDateAndTime = `={{ DateTime.fromMillis(${first} + $json.n * ${BETWEEN_LIMITS_MS}) }}`;
	const values = { limitType: 'atSpecifiedTime', maxDateAndTime };
	const parameters = { message: '={{ $json.n }}', options: { limitWaitTime: { values } } };
	const { api, sandbox } = instance;
	const trigger = { responseMode: 'onReceived' };
	const before = [asker(instance, parameters)];
	const { path, workflowId } = await publish(instance, after, { trigger, before });
	for (let n = 0; n < COUNT; n++) await api.callWebhook(path, { items: [{ n }] });
	await until(async () => {
		const executions = await api.executions(workflowId, COUNT);
		const waiting = executions.filter(({ status }) => status === 'waiting');
		return waiting.length === COUNT && sandbox.accepted.length === COUNT;
	});
	const answers = sandbox.accepted.map(async ({ text }, index): Promise<Given> => {
		const link = linkIn(text);
		const executionId = /webhook-waiting\/(\d+)\//.exec(link)![1];
		if (index === 0) return { executionId, pages: [] };
		const limit = first + Number.parseInt(text) * BETWEEN_LIMITS_MS;
		await pause(limit + LATE_MS - Math.random() * (EARLY_MS + LATE_MS) - Date.now());
		const both = ['true', 'false'].map((approved) => answer(link, approved));
		return { executionId, pages: await Promise.all(both) };
	});
	return {
		async outcome() {
			const given = await Promise.all(answers);
			for (const { executionId } of given) await api.executionEnded(executionId);
			// A second time comes at the limit.
			await pause(EARLY_MS + LATE_MS);
			await next.close();
			return given.map(({ executionId, pages }) => ({ pages, went: went.get(executionId) }));
		},
	};
}

/** Answers a question. @returns what the page says then, in one word */
async function answer(link: string, approved: string): Promise<string> {
	let page = await post(link, { approved });
	// 1.x says so where its database is slow to answer.
	while (page.status === 503) page = await post(link, { approved });
	const text = await page.text();
	const taken = /<blockquote[^>]*>(\w+)</.exec(text);
	if (taken) return taken[1] === 'Approve' ? 'true' : 'false';
	if (text.includes('This question is closed')) return 'closed';
	// n8n's own, of an execution that has ended, and of one that is at work.
	if (/no action required/i.test(text)) return 'over';
	return `HTTP ${page.status}: ${text}`;
}
