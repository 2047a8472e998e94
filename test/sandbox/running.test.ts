import { spawn } from 'node:child_process';
import { projectFolder } from '../../rig/n8n/folders';
import { faultNumbers, startSandbox } from '../../sandbox';
import { message, sendJson, useSandbox } from './client';

const holder = useSandbox();

it('Sends handled at the same time are counted, until their connection is cut', async () => {
	const { sandbox } = holder;
	sandbox.latency = 100;
	await Promise.all([1, 2, 3].map(() => sendJson(sandbox, message)));
	sandbox.latency = 0;
	sandbox.onSend = () => 'cut-after';
	for (let count = 0; count < 2; count++) await sendJson(sandbox, message).catch(() => undefined);
	expect(sandbox.requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 1, 1]);
});

it('A reset forgets everything and puts the settings back', async () => {
	const { sandbox } = holder;
	await sendJson(sandbox, message);
	Object.assign(sandbox, { form: 'bare', latency: 5, onSend: () => 'cut-before' });
	const { length } = sandbox.lists;
	sandbox.lists.pop();
	sandbox.reset();
	const first = { requests: [], accepted: [], form: 'envelope', latency: 0, onSend: undefined };
	expect(sandbox).toMatchObject(first);
	expect(sandbox.lists).toHaveLength(length);
	expect((await sendJson(sandbox, message)).status).toBe(200);
});

it('A caller that waits does not keep the sandbox from closing', async () => {
	const sandbox = await startSandbox();
	const waiting = sendJson(sandbox, { ...message, phone: '447700900408' }).catch(() => 'cut');
	while (sandbox.accepted.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
	await sandbox.close();
	expect(await waiting).toBe('cut');
});

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
