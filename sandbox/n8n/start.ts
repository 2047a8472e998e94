import { startSandbox } from '../service';
import { adviceOnMachine } from './advice';
import { N8nApi } from './api';
import { box } from './box';
import { demoOwner, prepareDemo } from './demo';
import { dataFolder, projectFolder } from './folders';
import { installN8n, type InstallStep } from './install';
import { npm } from './npm';
import { placePackage } from './place-package';
import { choosePort } from './ports';
import { startN8n } from './process';
import { Progress } from './progress';
import { Shutdown } from './shutdown';
import { claim } from './single-start';
import { HELP, readOptions, type Options } from './start-options';

const LINE = '2.x';

/** `npm start`: from a fresh clone to an n8n with this node, the sandbox behind it, and the examples in it. */
async function start(options: Options, progress: Progress, shutdown: Shutdown): Promise<void> {
	const begun = Date.now();
	await shutdown.add(claim(dataFolder));

	progress.step(`n8n ${LINE}`);
	const installed = await installN8n(LINE, (step) => progress.update(describe(step)));
	progress.done(installed ? 'installed' : 'is installed');

	progress.step('Building the node');
	await npm(['run', 'build'], projectFolder);
	await placePackage(dataFolder);

	progress.step('Starting the sandbox of the messaging service');
	const tell = (text: string) => progress.note(text);
	const sandbox = await startSandbox({
		port: await choosePort(options.sandboxPort, 8089, '--sandbox-port', tell),
	});
	await shutdown.add(() => sandbox.close());

	progress.step('Starting n8n');
	const port = await choosePort(options.port, 5678, '--port', tell);
	const n8n = await startN8n({
		line: LINE,
		userFolder: dataFolder,
		port,
		ownGroup: true,
		onSpawn: (stop) => shutdown.add(stop),
	});

	progress.step('Demo login, credential and example workflows');
	const demo = await prepareDemo(new N8nApi(n8n.url), { baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	progress.done(demo.imported.length > 0 ? `${demo.imported.length} examples added` : 'nothing to add');
	if (demo.problem) tell(demo.problem);

	console.log(`\nReady after ${Math.round((Date.now() - begun) / 1000)} s.\n`);
	console.log(
		box([
			`n8n       ${n8n.url}`,
			`          ${demoOwner.email}  ${demoOwner.password}`,
			`Sandbox   ${sandbox.url}/  (shows what arrives; nothing is sent)`,
			'',
			'Ctrl-C stops both. What you build is kept for the next start.',
		]),
	);
	const code = await n8n.ended;
	if (!shutdown.begun) throw new Error(`n8n has ended by itself (code ${code}). The end of its output:\n${n8n.output().slice(-3000)}`);
}

function describe({ text, megabytes, expectedMegabytes }: InstallStep): string {
	if (!megabytes || megabytes < 1) return `${text} (the first time only, about 3 minutes)`;
	const size = (value: number) => Math.round(value).toLocaleString('en');
	return `${text}: ${size(megabytes)} of about ${size(expectedMegabytes ?? 0)} MB`;
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
		// A signal ends children first: their failing is no news then.
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
