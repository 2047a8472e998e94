import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ExecutionSummary } from '../../../rig/api/apiTypes';
import { sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startRig';
import { chain, node } from '../../../rig/workflows/nodes';
import { openEditor } from '../../../rig/workflows/editorPush';
import type { ModelServer } from '../../../rig/workflows/agent';
import { receiverSecrets } from './secrets';

/** The sandbox rejects what is sent to it. Something that was sent is found, so a secret would be. */
const REJECTED = '447700900500';

/** Looks back on everything that was run before, so it comes last. */
export function sweep(instance: Instance, model: ModelServer): void {
	const secretsIn = (text: string | Buffer, where = '') =>
		[instance.sandbox.apiKey, ...receiverSecrets]
			.filter((secret) => [secret, encodeURIComponent(secret)].some((form) => text.includes(form)))
			.map((secret) => `${secret} ${where}`);

	/** What is swept is megabytes, which a failure must not print. */
	const expectIn = (text: string, words: string) =>
		expect({ words, isThere: text.includes(words) }).toEqual({ words, isThere: true });

	describe('after all this, no API key and no secret of a receiver', () => {
		test('is in an execution, as n8n stores and returns it', async () => {
			const stored = await allExecutions(instance);
			const found: string[] = [];
			for (const { id } of stored) {
				const { body } = await instance.api.client.send('GET', `/rest/executions/${id}`);
				const text = JSON.stringify(body);
				expectIn(text, 'resultData');
				found.push(...secretsIn(text, `in execution ${id}`));
			}
			process.stdout.write(`n8n ${instance.line}: ${stored.length} executions swept\n`);
			expect(found).toEqual([]);
			const statuses = new Set(stored.map(({ status }) => status));
			expect(statuses).toEqual(new Set(['success', 'error', 'canceled']));
		});

		test('is in a file of n8n: database, event log, or any other', async () => {
			const { userFolder } = instance.n8n;
			const files = await readdir(userFolder, { recursive: true, withFileTypes: true });
			const found: string[] = [];
			const seen: string[] = [];
			for (const { parentPath, name } of files.filter((file) => file.isFile())) {
				const bytes = await readFile(path.join(parentPath, name));
				if (bytes.includes(REJECTED) || name.startsWith('n8nEventLog')) seen.push(name);
				found.push(...secretsIn(bytes, `in ${name}`));
			}
			expect(seen.join()).toMatch(/database\.sqlite/);
			expect(seen.join()).toMatch(/n8nEventLog.*\.log/);
			expect(found).toEqual([]);
		});

		test('was printed', () => {
			expectIn(instance.printed, '| debug |');
			expect(secretsIn(instance.printed)).toEqual([]);
		});

		test('is in what the editor is shown, while a workflow runs and otherwise', async () => {
			const { api, credential } = instance;
			const editor = await openEditor(instance);
			for (const phone of ['6281200000001', REJECTED, '447700900444']) {
				const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
				const nodes = [start, sender(instance, { phone, text: 'Shown in the editor' })];
				const workflow = { name: `Shown ${phone}`, nodes, connections: chain(...nodes) };
				const order = { triggerToStartFrom: { name: 'Start' } };
				await editor.run(await api.createWorkflow(workflow), order);
			}
			await editor.close();
			const shown = async (path: string) => (await api.client.send('GET', path)).body;
			const texts = [
				editor.shown(),
				await shown('/types/nodes.json'),
				await shown('/types/credentials.json'),
				await shown(`/rest/credentials/${credential.id}?includeData=true`),
			].map((each) => JSON.stringify(each));
			const expected = [REJECTED, 'whatsAppSenderTool', 'whatsAppSenderApi', instance.sandbox.url];
			texts.forEach((text, index) => expectIn(text, expected[index]));
			expect(texts.flatMap((text) => secretsIn(text))).toEqual([]);
		});

		test('was sent to a language model', () => {
			expectIn(model.history.join(), 'was not accepted (HTTP 500)');
			expect(model.history.flatMap((text) => secretsIn(text))).toEqual([]);
		});

		test('reached somebody else', () => {
			const { history } = instance.receiver;
			expect(history.length).toBeGreaterThan(0);
			expect(secretsIn(history.join())).not.toContain(`${instance.sandbox.apiKey} `);
		});
	});
}

interface Page {
	results: ExecutionSummary[];
	nextCursor?: string | null;
}

async function allExecutions({ api }: Instance): Promise<ExecutionSummary[]> {
	const all: ExecutionSummary[] = [];
	let next = '';
	for (;;) {
		const page = `/rest/executions?filter=%7B%7D&limit=100${next}`;
		const { results, ...more } = await api.client.request<Page>('GET', page);
		if (results.length === 0) return all;
		all.push(...results);
		// n8n 1.x gives no cursor.
		const after = 'nextCursor' in more ? more.nextCursor : undefined;
		if (after === null) return all;
		next = after ? `&cursor=${after}` : `&lastId=${results.at(-1)?.id}`;
	}
}
