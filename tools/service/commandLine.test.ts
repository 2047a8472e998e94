import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../sandbox';

const cwd = mkdtempSync(path.join(tmpdir(), 'check-service-'));

async function run(...order: string[]): Promise<{ code: unknown; output: string }> {
	const command = ['--import', require.resolve('tsx'), path.join(__dirname, 'cli.ts'), ...order];
	const options = { cwd, env: { ...process.env, API_KEY: 'key-7f3a/91' } };
	return await new Promise((resolve) => {
		execFile(process.execPath, command, options, (error, out, err) =>
			resolve({ code: error?.code ?? 0, output: out + err }),
		);
	});
}

test('The command writes its file, ends with the verdict, and takes no key as an argument', async () => {
	const sandbox = await startSandbox();
	const { code, output } = await run('--url', sandbox.url);
	await sandbox.close();
	const verdict = 'Could not be found out: the key is not valid: check it.\n';
	expect([code, output]).toEqual([2, expect.stringMatching(new RegExp(`${verdict}$`))]);
	expect(readFileSync(path.join(cwd, 'check-service.md'), 'utf8')).toContain(verdict);
	expect(output).not.toContain('7f3a');
	const refused = await run('--url', sandbox.url, '--key', 'k');
	expect(refused).toEqual({ code: 2, output: "error: unknown option '--key'\n" });
}, 30_000);
