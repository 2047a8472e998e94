import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Instance } from '../../../rig/startRig';
import { receiverSecrets } from './secrets';

/** The sandbox rejects messages to this number. The sweep finds the number, so it would find a secret, too. */
const REJECTED = '447700900500';

/** Searches everything that the suites before it left behind. */
export function sweep(instance: Instance): void {
	const secretsIn = (text: string | Buffer) =>
		[instance.sandbox.apiKey, ...receiverSecrets].filter((secret) =>
			[secret, encodeURIComponent(secret)].some((form) => text.includes(form)),
		);

	/** A failure must not print the text, which is megabytes long. */
	const expectClean = (text: string, words: string) =>
		expect({ [words]: text.includes(words), secrets: secretsIn(text) }).toEqual({
			[words]: true,
			secrets: [],
		});

	describe('After all suites, no API key and no secret of a receiver', () => {
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

		test('is in the output of n8n, or in a request to a language model', () => {
			expectClean(instance.printed, '| debug |');
			expectClean(JSON.stringify(instance.sandbox.chats), 'was not accepted (HTTP 500)');
		});

		test('reached another server', () => {
			const { history } = instance.receiver;
			expect(history.length).toBeGreaterThan(0);
			expect(secretsIn(history.join())).not.toContain(instance.sandbox.apiKey);
		});
	});
}
