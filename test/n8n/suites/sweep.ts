import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ExecutionSummary } from '../../../rig/api/apiTypes';
import { sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { node } from '../../../rig/workflows/nodes';
import { openEditor } from '../../../rig/workflows/editorPush';
import type { ModelServer } from '../../../rig/servers/model';
import { receiverSecrets } from './receivers';

/** Looks back on everything that was run before, so it comes last. */
export function sweep(instance: Instance, model: ModelServer): void {
	const secrets = () => [instance.sandbox.apiKey, ...receiverSecrets];
	const secretsIn = (text: string | Buffer) =>
		secrets().filter(
			(secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
		);

	describe('after all this, no API key and no secret of a receiver', () => {
		test('is in an execution, as n8n stores and returns it', async () => {
			const stored = await allExecutions(instance);
			expect(new Set(stored.map(({ status }) => status))).toEqual(
				new Set(['success', 'error', 'canceled']),
			);
			const found: string[] = [];
			for (const { id } of stored) {
				const { body } = await instance.api.client.send('GET', `/rest/executions/${id}`);
				const text = JSON.stringify(body);
				expect(text).toContain('resultData');
				found.push(...secretsIn(text).map((secret) => `${secret} in execution ${id}`));
			}
			process.stdout.write(`n8n ${instance.line}: ${stored.length} executions swept\n`);
			expect(found).toEqual([]);
		});

		test('is in a file of n8n: database, event log, or any other', async () => {
			const { userFolder } = instance.n8n;
			const files = await readdir(userFolder, { recursive: true, withFileTypes: true });
			const found: string[] = [];
			const swept: string[] = [];
			let seen = '';
			for (const { parentPath, name } of files.filter((file) => file.isFile())) {
				const bytes = await readFile(path.join(parentPath, name));
				swept.push(name);
				// Something that was sent is found, so a secret would be.
				if (bytes.includes('6200000000500')) seen += ` ${name}`;
				found.push(...secretsIn(bytes).map((secret) => `${secret} in ${name}`));
			}
			expect(swept).toEqual(
				expect.arrayContaining([expect.stringMatching(/^n8nEventLog.*\.log$/)]),
			);
			expect(seen).toMatch(/database\.sqlite/);
			expect(found).toEqual([]);
		});

		test('was printed', () => {
			expect(instance.printed).toContain('| debug |');
			expect(secretsIn(instance.printed)).toEqual([]);
		});

		test('is in what the editor is shown, while a workflow runs and otherwise', async () => {
			const { api, credential } = instance;
			const editor = await openEditor(instance);
			const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
			for (const phone of ['6281200000001', '6200000000500', '6200000000444']) {
				const last = sender(instance, { phone, text: 'Shown in the editor' });
				const connections = { Start: { main: [[{ node: 'Sender', type: 'main', index: 0 }]] } };
				const nodes = [start, last];
				const workflow = await api.createWorkflow({ name: `Shown ${phone}`, nodes, connections });
				await editor.run(workflow, { triggerToStartFrom: { name: 'Start' } });
			}
			await editor.close();
			const { body: types } = await api.client.send('GET', '/types/nodes.json');
			const { body: credentials } = await api.client.send('GET', '/types/credentials.json');
			const stored = await api.credential(credential.id);

			expect(editor.shown()).toContain('6200000000500');
			expect(JSON.stringify(types)).toContain('whatsAppSenderTool');
			expect(stored.data).toMatchObject({ baseUrl: instance.sandbox.url });
			const shown = [editor.shown(), types, credentials, stored].map((each) =>
				JSON.stringify(each),
			);
			expect(shown.flatMap(secretsIn)).toEqual([]);
		});

		test('was sent to a language model', () => {
			const sent = model.history;
			expect(sent.join()).toContain('was not accepted (HTTP 500)');
			expect(sent.flatMap(secretsIn)).toEqual([]);
		});

		test('reached somebody else', () => {
			const { history } = instance.receiver;
			expect(history.length).toBeGreaterThan(0);
			expect(history.filter((request) => request.includes(instance.sandbox.apiKey))).toEqual([]);
		});
	});
}

async function allExecutions({ api }: Instance): Promise<ExecutionSummary[]> {
	const all: ExecutionSummary[] = [];
	for (;;) {
		const before = all.length > 0 ? `&lastId=${all.at(-1)?.id}` : '';
		const page = `/rest/executions?filter=%7B%7D&limit=100${before}`;
		const { results } = await api.client.request<{ results: ExecutionSummary[] }>('GET', page);
		if (results.length === 0) return all;
		all.push(...results);
	}
}
