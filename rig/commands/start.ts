import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '../../sandbox';
import { owner } from '../api/api';
import { dataFolder, LINES, projectFolder } from '../n8n/folders';
import { installN8n } from '../n8n/install';
import { buildNode } from '../n8n/pack';
import { choosePort } from '../n8n/ports';
import { startRig } from '../startRig';
import { prepareDemo } from '../workflows/examples';
import { Progress } from './progress';
import { claim, passwordIn } from './userFolder';

const HELP = `Starts n8n with this node, and a sandbox instead of the messaging service. Nothing is sent to anyone.

  npm start -- [options]

  --n8n <line>             2.x (default) or 1.x
  --port <number>          n8n's port; default 5678, or the next free one
  --sandbox-port <number>  the sandbox's port; default 8089, or the next free one
  --data <folder>          where your workflows are kept; default rig/.data (1.x: rig/.data/1.x)
  --reload                 reloads the node when one of its files changes (npm run dev)
  --help                   shows this help

The first start downloads n8n (up to 15 minutes, 3 GB). To start over, delete rig/.data.
`;

/** n8n watches the files of its packages with these, and tells the editor when it has reloaded a node. */
const RELOAD_SETTINGS = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };

/** What n8n prints of it, for the one who waits for it. */
const reloadsIn = (text: string): string[] => text.match(/Hot reload (triggered|failed).*/g) ?? [];

const progress = new Progress(5);
const stops = new AsyncDisposableStack();
let isEnding = false;

/** `npm start`: from a fresh clone to an n8n with this node and the examples, and the sandbox. */
async function start(): Promise<void> {
	const begun = Date.now();
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	const options = { n8n: text, data: text, port: text, 'sandbox-port': text, reload: flag };
	const { values } = parseArgs({ options: { ...options, help: flag } });
	if (values.help) return console.log(HELP);
	const line = LINES.find((known) => known === (values.n8n ?? LINES[0]));
	if (!line) throw new Error(`--n8n must be ${LINES.join(' or ')}, not "${values.n8n}".`);
	// The database of one line cannot be opened by the other.
	const own = path.join(dataFolder, line === LINES[0] ? '' : line);
	const userFolder = path.resolve(values.data ?? own);
	stops.defer(claim(userFolder));

	progress.step(`n8n ${line}`);
	const installed = await installN8n(line, (detail) => progress.update(detail));
	progress.done(installed ? 'installed' : 'already installed');

	progress.step('Building the node');
	if (!(await buildNode())) progress.done('already built');

	progress.step('Starting the sandbox of the messaging service');
	const tell = (note: string) => progress.note(note);
	const sandbox = await startSandbox({
		port: await choosePort(values['sandbox-port'], 8089, '--sandbox-port', tell),
	});
	stops.defer(() => sandbox.close());

	progress.step('Starting n8n');
	const password = passwordIn(userFolder);
	const rig = await startRig({
		line,
		userFolder,
		password,
		stops,
		ownGroup: true,
		port: await choosePort(values.port, 5678, '--port', tell),
		...(values.reload && { env: RELOAD_SETTINGS, log: (text) => reloadsIn(text).forEach(tell) }),
	});

	progress.step('Adding the demo login, credential and examples');
	const imported = rig.loggedIn ? await prepareDemo(rig.api, sandbox) : [];
	progress.done(imported.length > 0 ? `${imported.length} examples added` : 'already there');
	if (!rig.loggedIn)
		tell('The login was changed, so the credential and the examples were not updated.');

	console.log(`\nReady after ${Math.round((Date.now() - begun) / 1000)} s.\n`);
	const login = rig.loggedIn ? `${owner.email}  ${password}` : 'with your own login';
	console.log(firstSteps(rig.n8n.url, login, sandbox.url));
	if (values.reload) stops.defer(compileInto(rig.placed));
	const code = await rig.n8n.ended;
	const output = rig.n8n.output().slice(-3000);
	throw new Error(`n8n stopped unexpectedly (code ${code}). The end of its output:\n${output}`);
}

/** Compiles the node into the placed package that n8n has loaded, at every change of its code. @returns ends it */
function compileInto(placed: string): () => void {
	const args = ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput', '--outDir'];
	const tsc = [require.resolve('typescript/bin/tsc'), ...args, path.join(placed, 'dist')];
	const options = { cwd: projectFolder, stdio: 'inherit' } as const;
	const compiler = spawn(process.execPath, tsc, options);
	return () => void compiler.kill();
}

/** What to do when n8n is ready, in a frame. `/` would lead to n8n's assistant instead of the workflows. */
function firstSteps(n8n: string, login: string, sandbox: string): string {
	const lines = [
		`1. Open               ${n8n}/home/workflows`,
		`2. Log in             ${login}`,
		'3. Open the workflow  First message',
		'4. Press              Execute workflow',
		`5. See it arrive at   ${sandbox}/`,
		'',
		'Nothing is sent to anyone. Ctrl-C stops n8n and the sandbox.',
		'Your changes are kept for the next start.',
	];
	const width = Math.max(...lines.map((line) => line.length));
	const edge = '─'.repeat(width + 2);
	return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join('\n');
}

/** Ends what was started, last first, then this process. */
async function end(code: number): Promise<void> {
	isEnding = true;
	progress.interrupt();
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
	progress.interrupt();
	console.error(`\n${message}`);
	await end(1);
});
