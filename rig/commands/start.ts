import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '../../sandbox';
import { owner } from '../api/api';
import { dataFolder, projectFolder } from '../n8n/folders';
import { installN8n, npm, step } from '../n8n/install';
import { tailOf } from '../daemon';
import { choosePort } from '../n8n/ports';
import { startRig } from '../startRig';
import { prepareDemo } from '../workflows/examples';

const HELP = `Starts n8n with this node, and a sandbox instead of the messaging service. Nothing is sent to anyone.

  npm start -- [options]

  --port <number>          n8n's port; default 5678, or the next free one
  --sandbox-port <number>  the sandbox's port; default 8089, or the next free one
  --data <folder>          where your workflows are kept; default rig/.data
  --reload                 reloads the node when one of its files changes (npm run dev)
  --help                   shows this help

The first start downloads n8n (up to 15 minutes, 3 GB). To start over, delete rig/.data.
`;

/** n8n watches the files of its packages with these, and tells the editor when it has reloaded a node. */
const RELOAD_SETTINGS = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };

/** Prints what n8n says of it, for the one who waits for it. */
const printReloads = (text: string) =>
	text.match(/Hot reload (triggered|failed).*/g)?.forEach((line) => console.log(line));

const stops = new AsyncDisposableStack();
let isEnding = false;

/** `npm start`: from a fresh clone to an n8n with this node and the examples, and the sandbox. */
async function start(): Promise<void> {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	const options = { data: text, port: text, 'sandbox-port': text, reload: flag };
	const { values } = parseArgs({ options: { ...options, help: flag } });
	if (values.help) return console.log(HELP);
	const userFolder = path.resolve(values.data ?? dataFolder);
	claim(userFolder);

	await installN8n();
	await step('Building the node', async () => await npm(['run', 'build'], projectFolder));
	const sandbox = await startSandbox({
		port: await choosePort(values['sandbox-port'], 8089, '--sandbox-port'),
	});
	stops.defer(() => sandbox.close());

	const password = passwordIn(userFolder);
	const port = await choosePort(values.port, 5678, '--port');
	const reload = values.reload && { env: RELOAD_SETTINGS, log: printReloads };
	const rig = await step('Starting n8n', async () => {
		return await startRig({ userFolder, password, stops, port, ...reload });
	});
	if (rig.loggedIn) await prepareDemo(rig.api, sandbox);
	else console.log('The login was changed, so the credential and the examples were not updated.');

	const login = rig.loggedIn ? `${owner.email}  ${password}` : 'with your own login';
	console.log(firstSteps(rig.n8n.url, login, sandbox.url));
	if (values.reload) stops.defer(compileInto(rig.installed));
	const how = await rig.n8n.ended;
	throw new Error(`n8n has ended (${how}). ${tailOf(rig.n8n.output())}`);
}

/** Two n8n on one SQLite file would spoil it, so a second start is refused. */
function claim(folder: string): void {
	const file = path.join(folder, 'started-by.pid');
	mkdirSync(folder, { recursive: true });
	let isRunning = false;
	try {
		// Signal 0 asks without disturbing.
		isRunning = process.kill(Number(readFileSync(file, 'utf8')), 0);
	} catch {
		// Nobody has started it, or nobody runs it any more.
	}
	if (isRunning) throw new Error(`${folder} is in use by another npm start: stop that one first.`);
	writeFileSync(file, String(process.pid));
	stops.defer(() => rmSync(file, { force: true }));
}

/**
 * The password of the n8n that keeps its data in a folder, made at its first start: n8n answers at any host name, so a
 * website whose name leads to this machine (DNS rebinding) could log in with one that is known.
 */
function passwordIn(folder: string): string {
	const file = path.join(folder, 'password');
	// n8n wants 8 characters, a digit and a capital.
	const password = `N8n-${randomBytes(9).toString('base64url')}`;
	if (!existsSync(file)) writeFileSync(file, password, { mode: 0o600 });
	return readFileSync(file, 'utf8');
}

/** Compiles the node into the package that n8n has loaded, at every change of its code. @returns ends it */
function compileInto(installed: string): () => void {
	const args = ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput', '--outDir'];
	const tsc = [require.resolve('typescript/bin/tsc'), ...args, path.join(installed, 'dist')];
	const options = { cwd: projectFolder, stdio: 'inherit' } as const;
	const compiler = spawn(process.execPath, tsc, options);
	return () => void compiler.kill();
}

/** What to do when n8n is ready. `/` would lead to n8n's assistant instead of the workflows. */
const firstSteps = (n8n: string, login: string, sandbox: string) => `
1. Open               ${n8n}/home/workflows
2. Log in             ${login}
3. Open the workflow  First message
4. Press              Execute workflow
5. See it arrive at   ${sandbox}/

Nothing is sent to anyone. Ctrl-C stops n8n and the sandbox.
n8n keeps your workflows for the next start. The sandbox forgets its messages.
`;

/** Ends what was started, last first, then this process. */
async function end(code: number): Promise<void> {
	isEnding = true;
	await stops.disposeAsync().catch((error: Error) => console.error(error.message));
	process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		if (isEnding) return;
		void end(0);
		console.log('\nStopping n8n and the sandbox …');
	});
}
start().catch(async ({ message }: Error) => {
	// A signal ends the children first, so their failing is expected.
	if (isEnding) return;
	console.error(`\n${message}`);
	await end(1);
});
