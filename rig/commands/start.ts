import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../../sandbox';
import { owner } from '../api/api';
import { dataFolder, projectFolder } from '../n8n/folders';
import { installN8n, npm, step } from '../n8n/install';
import { tailOf } from '../daemon';
import { freePortFrom } from '../n8n/ports';
import { startRig } from '../startRig';
import { prepareDemo } from '../workflows/examples';

/** With these, n8n reloads a node when its files change, and tells the editor. */
const RELOAD_SETTINGS = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };

const stops = new AsyncDisposableStack();
let isEnding = false;

/** `npm start`: starts n8n with this node and the examples, and the sandbox. `npm run dev` adds `--reload`. */
async function start(): Promise<void> {
	claim(dataFolder);
	await installN8n();
	await step('Building the node', async () => await npm(['run', 'build'], projectFolder));
	const file = path.join(dataFolder, 'messages.jsonl');
	const sandbox = await startSandbox({ port: await freePortFrom(8089), file });
	stops.defer(() => sandbox.close());

	const password = passwordIn(dataFolder);
	const port = await freePortFrom(5678);
	const isReloading = process.argv.includes('--reload');
	// n8n's default is New York, so that Send Only Between would skip everyone at other hours.
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const env = { GENERIC_TIMEZONE: timeZone, ...(isReloading && RELOAD_SETTINGS) };
	const log = (text: string) =>
		text.match(/Hot reload (triggered|failed).*/g)?.forEach((line) => console.log(line));
	const rig = await step('Starting n8n', async () => {
		return await startRig({ userFolder: dataFolder, password, stops, port, env, log });
	});
	if (rig.loggedIn) await prepareDemo(rig.api, sandbox, { user: 'demo', password });
	else console.log('The login was changed, so the credential and the examples were not updated.');

	const login = rig.loggedIn ? `${owner.email}  ${password}` : 'with your own login';
	console.log(firstSteps(rig.n8n.url, login, sandbox.url));
	if (isReloading) stops.defer(compileInto(rig.installed));
	const how = await rig.n8n.ended;
	const why =
		how === 'SIGKILL'
			? 'another program killed it, or the system did, because its memory was full'
			: 'the reason is in its output above';
	// Last, because a terminal shows the end.
	const words = `n8n has ended (${how}): ${why}. Start again: workflows and messages are kept.`;
	throw new Error(`${tailOf(rig.n8n.output())}\n\n${words}`);
}

/** Refuses a second start, because two n8n would destroy the same SQLite file. */
function claim(folder: string): void {
	const file = path.join(folder, 'started-by.pid');
	mkdirSync(folder, { recursive: true });
	let isRunning = false;
	try {
		// Signal 0 checks whether the process exists, and does not disturb it.
		isRunning = process.kill(Number(readFileSync(file, 'utf8')), 0);
	} catch {
		// No file, or no such process.
	}
	if (isRunning) throw new Error(`${folder} is in use by another npm start: stop that one first.`);
	writeFileSync(file, String(process.pid));
	stops.defer(() => rmSync(file, { force: true }));
}

/**
 * The password of the n8n in a folder; the first start makes it. With a known password, a website whose name leads to
 * this machine (DNS rebinding) could log in, because n8n responds to any host name.
 */
function passwordIn(folder: string): string {
	const file = path.join(folder, 'password');
	// n8n requires 8 characters, a digit and a capital letter.
	const password = `N8n-${randomBytes(9).toString('base64url')}`;
	if (!existsSync(file)) writeFileSync(file, password, { mode: 0o600 });
	return readFileSync(file, 'utf8');
}

/** Compiles the node into the package in n8n at every change of its code. @returns ends this */
function compileInto(installed: string): () => void {
	const args = ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput', '--outDir'];
	const tsc = [require.resolve('typescript/bin/tsc'), ...args, path.join(installed, 'dist')];
	const options = { cwd: projectFolder, stdio: 'inherit' } as const;
	const compiler = spawn(process.execPath, tsc, options);
	return () => void compiler.kill();
}

/** The steps to a first message. `/` would lead to n8n's assistant instead of the workflows. */
const firstSteps = (n8n: string, login: string, sandbox: string) => `
1. Open               ${n8n}/home/workflows
2. Log in             ${login}
3. Open the workflow  First message
4. Press              Execute workflow
5. See it arrive at   ${sandbox}/

From a spreadsheet    ${n8n}/form/whatsapp-broadcast   (log in: demo and the same password)

Nothing is sent to anyone. Ctrl-C stops n8n and the sandbox.
n8n keeps your workflows for the next start, and the sandbox its messages. To start over, delete rig/.data.
`;

/** Ends everything in reverse order, then this process. */
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
	// Ctrl-C ends child processes, too, so their failure is expected.
	if (isEnding) return;
	console.error(`\n${message}`);
	await end(1);
});
