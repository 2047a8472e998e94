import { startSandbox } from '../../sandbox';
import { adviceOnMachine } from '../n8n/npm';
import { installN8n } from '../n8n/install';
import { buildNode } from '../n8n/pack';
import { choosePort } from '../n8n/ports';
import { startRig } from '../startRig';
import { prepareDemo } from '../workflows/examples';
import { firstSteps } from './firstSteps';
import { Progress } from './progress';
import { compileInto, RELOAD_SETTINGS, reloadsIn } from './reload';
import { Shutdown } from './shutdown';
import { claim } from './singleStart';
import { HELP, readOptions, type Options } from './startOptions';

/** `npm start`: from a fresh clone to an n8n with this node and the examples, and the sandbox. */
async function start(options: Options, progress: Progress, shutdown: Shutdown): Promise<void> {
	const begun = Date.now();
	const { line, data: userFolder } = options;
	await shutdown.add(claim(userFolder));

	progress.step(`n8n ${line}`);
	const installed = await installN8n(line, (text) => progress.update(text));
	progress.done(installed ? 'installed' : 'already installed');

	progress.step('Building the node');
	if (!(await buildNode())) progress.done('already built');

	progress.step('Starting the sandbox of the messaging service');
	const tell = (text: string) => progress.note(text);
	const sandbox = await startSandbox({
		port: await choosePort(options.sandboxPort, 8089, '--sandbox-port', tell),
	});
	await shutdown.add(() => sandbox.close());

	progress.step('Starting n8n');
	const port = await choosePort(options.port, 5678, '--port', tell);
	let placed = '';
	const rig = await startRig({
		line,
		userFolder,
		port,
		ownGroup: true,
		...(options.reload && { env: RELOAD_SETTINGS, log: (text) => reloadsIn(text).forEach(tell) }),
		prepare: (folder) => void (placed = folder),
		onBegin: async (stop) => await shutdown.add(stop),
	});

	progress.step('Adding the demo login, credential and examples');
	const service = { baseUrl: sandbox.url, apiKey: sandbox.apiKey };
	const imported = rig.loggedIn ? await prepareDemo(rig.api, service) : [];
	progress.done(imported.length > 0 ? `${imported.length} examples added` : 'already there');
	if (!rig.loggedIn)
		tell('The login was changed, so the credential and the examples were not updated.');

	console.log(`\nReady after ${Math.round((Date.now() - begun) / 1000)} s.\n`);
	console.log(box(firstSteps(rig.n8n.url, sandbox.url)));
	if (options.reload) await shutdown.add(compileInto(placed));
	const code = await rig.n8n.ended;
	if (!shutdown.begun)
		throw new Error(
			`n8n stopped unexpectedly (code ${code}). The end of its output:\n${rig.n8n.output().slice(-3000)}`,
		);
}

/** What npm says has its advice already; the system's own errors and n8n's output have none. */
function withAdvice({ message }: Error): string {
	const advice = adviceOnMachine(message);
	return advice === undefined || message.includes(advice) ? message : `${advice}\n\n${message}`;
}

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (options.help) return void console.log(HELP);

	const progress = new Progress(5);
	const shutdown = new Shutdown(() => {
		progress.interrupt();
		console.log('\nStopping n8n and the sandbox …');
	});
	try {
		await start(options, progress, shutdown);
	} catch (error) {
		// A signal ends the children first, so their failing is expected.
		if (shutdown.begun) return;
		progress.interrupt();
		console.error(`\n${withAdvice(error as Error)}`);
		await shutdown.run(1);
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});

/** Lines of text in a frame. */
function box(lines: string[]): string {
	const width = Math.max(...lines.map((line) => line.length));
	const edge = '─'.repeat(width + 2);
	return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join('\n');
}
