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

/** n8n watches the files of its packages with these, and tells the editor when it has reloaded a node. */
const RELOAD_SETTINGS = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };

/** Prints n8n's messages about reloads. */
const printReloads = (text: string) =>
	text.match(/Hot reload (triggered|failed).*/g)?.forEach((line) => console.log(line));

const stops = new AsyncDisposableStack();
let isEnding = false;

/** `npm start`: starts n8n with this node and the examples, and the sandbox. `npm run dev` adds `--reload`. */
async function start(): Promise<void> {
	claim(dataFolder);
	await installN8n();
	await step('Building the node', async () => await npm(['run', 'build'], projectFolder));
	const sandbox = await startSandbox({ port: await freePortFrom(8089) });
	stops.defer(() => sandbox.close());

	const password = passwordIn(dataFolder);
	const port = await freePortFrom(5678);
	const isReloading = process.argv.includes('--reload');
	// n8n's own default is New York, so Send Only Between would skip everyone at other hours.
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const env = { GENERIC_TIMEZONE: timeZone, ...(isReloading && RELOAD_SETTINGS) };
	const log = isReloading ? printReloads : undefined;
	const rig = await step('Starting n8n', async () => {
		return await startRig({ userFolder: dataFolder, password, stops, port, env, log });
	});
	if (rig.loggedIn) await prepareDemo(rig.api, sandbox);
	else console.log('The login was changed, so the credential and the examples were not updated.');

	const login = rig.loggedIn ? `${owner.email}  ${password}` : 'with your own login';
	console.log(firstSteps(rig.n8n.url, login, sandbox.url));
	if (isReloading) stops.defer(compileInto(rig.installed));
	const how = await rig.n8n.ended;
	throw new Error(`n8n has ended (${how}). ${tailOf(rig.n8n.output())}`);
}

/** Refuses a second start, because two n8n would destroy their common SQLite file. */
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
 * The password of the n8n that keeps its data in a folder, made at its first start. With a known one, a website whose
 * name leads to this machine (DNS rebinding) could log in, because n8n responds at any host name.
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
n8n keeps your workflows for the next start (to start over, delete rig/.data). The sandbox forgets its messages.
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
