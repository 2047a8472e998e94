import { spawn } from 'node:child_process';
import { projectFolder } from '../../rig/n8n/folders';
import { faultNumbers, startSandbox } from '../../sandbox';

/** Runs the command until its output has the text or it ends. */
async function run(args: string[], until?: string) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/cli.ts', ...args], {
		cwd: projectFolder,
	});
	let output = '';
	await new Promise<void>((resolve) => {
		const read = (piece: Buffer) => {
			output += piece.toString();
			if (until && output.includes(until)) resolve();
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('close', () => resolve());
	});
	return { child, output };
}

it('The command starts a sandbox and says where', async () => {
	const { child, output } = await run(['--port', '0'], 'Ctrl+C');
	const url = /Base URL\s+(\S+)/.exec(output)?.[1];
	const apiKey = /API Key\s+(\S+)/.exec(output)?.[1] as string;
	const lists = await fetch(`${url}/lists/`, { headers: { 'api-key': apiKey } });
	child.kill();
	expect(lists.status).toBe(200);
	for (const { phone } of faultNumbers) expect(output).toContain(phone);
}, 30_000);

it('A port that is in use is an error that names the option', async () => {
	const busy = await startSandbox();
	const { output } = await run(['--port', new URL(busy.url).port]);
	expect(output).toBe('This port is in use: choose another one with --port\n');
	await busy.close();
}, 30_000);

it('The help lists the options and every test number', async () => {
	const { output } = await run(['--help']);
	for (const { phone } of faultNumbers) expect(output).toContain(phone);
	expect(output).toContain('--port');
}, 30_000);
