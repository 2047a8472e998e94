import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Instance } from '../../../rig/startRig';
import type { ModelServer } from '../../../rig/workflows/agent';
import { receiverSecrets } from './secrets';

/** The sandbox rejects messages to it. The sweep finds this number, so it would find a secret, too. */
const REJECTED = '447700900500';

/** Searches everything that the suites before it left behind. */
export function sweep(instance: Instance, model: ModelServer): void {
	const secretsIn = (text: string | Buffer) =>
		[instance.sandbox.apiKey, ...receiverSecrets].filter((secret) =>
			[secret, encodeURIComponent(secret)].some((form) => text.includes(form)),
		);

	/** What is swept is megabytes, which a failure must not print. */
	const expectClean = (text: string, words: string) =>
		expect({ [words]: text.includes(words), secrets: secretsIn(text) }).toEqual({
			[words]: true,
			secrets: [],
		});

	describe('after all this, no API key and no secret of a receiver', () => {
		test('is in a file of n8n: database with all executions, event log, or any other', async () => {
			const { userFolder } = instance.n8n;
			const files = await readdir(userFolder, { recursive: true, withFileTypes: true });
			const found: string[] = [];
			const seen: string[] = [];
			for (const { parentPath, name } of files.filter((file) => file.isFile())) {
				const bytes = await readFile(path.join(parentPath, name));
				if (bytes.includes(REJECTED) || name.startsWith('n8nEventLog')) seen.push(name);
				found.push(...secretsIn(bytes).map((secret) => `${secret} in ${name}`));
			}
			expect(seen.join()).toMatch(/database\.sqlite/);
			expect(seen.join()).toMatch(/n8nEventLog.*\.log/);
			expect(found).toEqual([]);
		});

		test('was printed, or sent to a language model', () => {
			expectClean(instance.printed, '| debug |');
			expectClean(model.history.join(), 'was not accepted (HTTP 500)');
		});

		test('is in what n8n tells the editor of nodes and credentials', async () => {
			const { api, credential } = instance;
			for (const [path, words] of [
				['/types/nodes.json', 'whatsAppSenderTool'],
				['/types/credentials.json', 'whatsAppSenderApi'],
				[`/rest/credentials/${credential.id}?includeData=true`, instance.sandbox.url],
			])
				expectClean(JSON.stringify((await api.client.send('GET', path)).body), words);
		});

		test('reached somebody else', () => {
			const { history } = instance.receiver;
			expect(history.length).toBeGreaterThan(0);
			expect(secretsIn(history.join())).not.toContain(instance.sandbox.apiKey);
		});
	});
}
