import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ExecutionSummary } from '../../../rig/api/apiTypes';
import type { Instance } from '../../../rig/startInstance';

/** Looks back on everything that was run before, so it comes last. */
export function secrets(instance: Instance): void {
	const key = () => instance.sandbox.apiKey;

	describe('after all this, the API key', () => {
		test('stands in no stored execution, whether it succeeded or failed', async () => {
			const { client } = instance.api;
			const stored = await allExecutions(instance);
			const statuses = new Set(stored.map(({ status }) => status));
			expect([...statuses]).toEqual(expect.arrayContaining(['success', 'error', 'canceled']));
			for (const { id } of stored) {
				const { body } = await client.send('GET', `/rest/executions/${id}`);
				const text = JSON.stringify(body);
				expect(text).toContain('resultData');
				expect(text.includes(key()) ? id : 'no execution').toBe('no execution');
			}
		});

		test('stands in no file of n8n, whose database has it only encrypted', async () => {
			const { userFolder } = instance.n8n;
			const files = await readdir(userFolder, { recursive: true, withFileTypes: true });
			const contents = await Promise.all(
				files
					.filter((file) => file.isFile())
					.map(async ({ parentPath, name }) => ({
						file: path.join(parentPath, name),
						bytes: await readFile(path.join(parentPath, name)),
					})),
			);
			const filesWith = (text: string) =>
				contents.filter(({ bytes }) => bytes.includes(text)).map(({ file }) => path.basename(file));
			// Something that was sent is found, so the key would be.
			expect(filesWith('6200000000500').join()).toMatch(/database\.sqlite/);
			expect(filesWith(key())).toEqual([]);
		});

		test('was never printed', () => {
			expect(instance.printed).toContain('Editor is now accessible');
			expect(instance.printed.includes(key())).toBe(false);
		});

		test('never reached anybody else', () => {
			const { history } = instance.receiver;
			expect(history.length).toBeGreaterThan(0);
			expect(history.filter((request) => request.includes(key()))).toEqual([]);
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
