import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(async () => await sandbox.close());

test('The command that checks a service writes its file, and sends nothing before you type send', async () => {
	const cwd = mkdtempSync(path.join(tmpdir(), 'check-service-'));
	const run = async (...order: string[]) =>
		await new Promise<[unknown, string]>((resolve) => {
			const command = [
				'--import',
				require.resolve('tsx'),
				path.join(__dirname, '../service/check.ts'),
			];
			const options = { cwd, env: { ...process.env, API_KEY: 'key-7f3a/91' } };
			const all = [...command, '--url', sandbox.url, ...order];
			const running = execFile(process.execPath, all, options, (error, stdout, stderr) =>
				resolve([error?.code, stdout + stderr]),
			);
			running.stdin?.end('no\n');
		});
	const verdict = 'Not known: the API key is not valid, or Base URL is wrong: check both.';
	expect(await run()).toEqual([2, expect.stringMatching(new RegExp(`^(?!.*7f3a)[^]*${verdict}`))]);
	expect(readFileSync(path.join(cwd, 'check-service.md'), 'utf8')).toContain(verdict);
	const asked = await run('--phone', '0812-3456-7890', '--country', '62');
	expect(asked).toEqual([2, expect.stringContaining(`to 6281234567890: Nothing was sent`)]);
});
