import { spawn } from 'node:child_process';
import { projectFolder } from '../../rig/n8n/folders';
import { faultNumbers, startSandbox } from '../../sandbox';

/** Runs the command until its output has the text or it ends. */
async function run(port: string, until?: string) {
	const command = ['--import', 'tsx', 'sandbox/cli.ts', '--port', port];
	const child = spawn(process.execPath, command, { cwd: projectFolder });
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

it('The command starts a sandbox, and says where it is and which numbers fail', async () => {
	const { child, output } = await run('0', 'Ctrl+C');
	const url = /Base URL\s+(\S+)/.exec(output)?.[1];
	const apiKey = /API Key\s+(\S+)/.exec(output)?.[1] as string;
	const lists = await fetch(`${url}/lists/`, { headers: { 'api-key': apiKey } });
	child.kill();
	expect(lists.status).toBe(200);
	for (const { phone, does } of faultNumbers) expect(output).toContain(`${phone}  ${does}`);
}, 30_000);

it('A port that is in use is an error that names the option', async () => {
	const busy = await startSandbox();
	const { output } = await run(new URL(busy.url).port);
	expect(output).toBe('This port is in use: choose another one with --port\n');
	await busy.close();
}, 30_000);
