import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { faultNumbers, startSandbox } from '../../sandbox';

const ROOT = join(__dirname, '..', '..');

/** Runs the command until its output has the text or it ends. */
async function run(
	args: string[],
	until: string,
): Promise<{ child: ChildProcess; output: string }> {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/cli.ts', ...args], {
		cwd: ROOT,
	});
	let output = '';
	await new Promise<void>((resolve) => {
		const read = (piece: Buffer) => {
			output += piece.toString();
			if (output.includes(until)) resolve();
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('exit', () => resolve());
	});
	return { child, output };
}

it('The command uses the next free port, says so, and stops cleanly', async () => {
	const busy = await startSandbox();
	const { port } = new URL(busy.url);
	const { child, output } = await run(['--port', port, '--bare', '--api-key', 'mine'], 'Ctrl+C');
	expect(output).toContain(`Port ${port} is in use`);
	expect(output).toContain('API Key    mine');
	const url = /Base URL\s+(\S+)/.exec(output)?.[1];
	const lists = await fetch(`${url}/lists/`, { headers: { 'api-key': 'mine' } });
	expect(Array.isArray(await lists.json())).toBe(true);
	const ended = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGTERM');
	expect(await ended).toBe(0);
	await busy.close();
}, 30_000);

it('The help lists the options and every fault number', async () => {
	const { output } = await run(['--help'], 'never');
	for (const { phone } of faultNumbers) expect(output).toContain(phone);
	expect(output).toContain('--latency');
}, 30_000);

it('An invalid option is rejected', async () => {
	const { output } = await run(['--port', 'high'], 'never');
	expect(output).toContain('--port must be a whole number');
}, 30_000);
