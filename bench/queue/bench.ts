import path from 'node:path';
import { projectFolder } from '../../rig/n8n/folders';
import { installN8n } from '../../rig/n8n/install';
import { npm } from '../../rig/n8n/npm';
import { Progress } from '../../rig/commands/progress';
import { Shutdown } from '../../rig/commands/shutdown';
import { insertFigures } from '../page/insert';
import { count } from '../page/table';
import { killWorker, QUICK_LOCKS } from '../../rig/queue/killedWorker';
import { restartRedis } from './faults/restartedRedis';
import { messages } from '../../rig/queue/load';
import { measure } from './loads/measure';
import { uploadAcross } from '../../rig/queue/upload';
import { publishBroadcast, publishSingle } from '../../rig/queue/workflows';
import { HELP, readOptions, type Options } from './options';
import { report, type Findings } from './report/report';
import type { Series } from './report/throughput';
import { startQueueSetup, type QueueSetup } from '../../rig/queue/setup';
import { findPrograms, type Programs } from '../../rig/queue/debian';

const page = path.join(projectFolder, 'docs', 'scaling.md');

async function bench(
	options: Options,
	programs: Programs,
	progress: Progress,
	shutdown: Shutdown,
): Promise<Findings> {
	const begun = Date.now();
	progress.step('n8n 2.x and the package');
	await installN8n('2.x', ({ text }) => progress.update(text));
	await npm(['run', 'build'], projectFolder);
	progress.step('PostgreSQL, Redis, main process, webhook process');
	const setup = await startQueueSetup(async (stop) => await shutdown.add(stop));

	const series = await measureLoads(options, setup, progress);

	progress.step('An upload across processes');
	const upload = await uploadAcross(setup);
	await replaceWorkers(setup, 2, QUICK_LOCKS);
	progress.step('A worker is killed');
	const killed = await killWorker(setup);
	progress.step('Redis is restarted, and crashes');
	await replaceWorkers(setup, 2, QUICK_LOCKS);
	const redis = await restartRedis(setup);
	progress.done();
	return { series, upload, redis, killed, programs, minutes: (Date.now() - begun) / 60_000 };
}

/** Each load with each number of workers. */
async function measureLoads(
	options: Options,
	setup: QueueSetup,
	progress: Progress,
): Promise<Series[]> {
	const { executions, broadcasts, size } = options;
	const singles: Series = { title: `${count(executions)} executions of one message`, figures: [] };
	const many: Series = {
		title: `${count(broadcasts)} broadcasts of ${count(size)} messages`,
		figures: [],
	};
	for (const workers of options.workers) {
		progress.step(`${workers} workers`);
		await setup.rig.haveWorkers(workers);
		// What a new process does for the first time costs more.
		await measure(setup, await singleLoad(setup, `warm ${workers}`, 20 * workers));
		progress.update(singles.title);
		singles.figures.push(
			await measure(setup, await singleLoad(setup, `single ${workers}`, executions)),
		);
		progress.update(many.title);
		many.figures.push(
			await measure(setup, await broadcastLoad(setup, `broadcast ${workers}`, options)),
		);
	}
	progress.step('One worker, expressions without a sandbox');
	await replaceWorkers(setup, 1, { N8N_EXPRESSION_ENGINE: 'legacy' });
	const legacy: Series = { title: 'One message each, N8N_EXPRESSION_ENGINE=legacy', figures: [] };
	await measure(setup, await singleLoad(setup, 'warm legacy', 20));
	legacy.figures.push(
		await measure(setup, await singleLoad(setup, 'legacy', Math.ceil(executions / 5))),
	);
	return [singles, many, legacy];
}

async function replaceWorkers(
	{ rig }: QueueSetup,
	count: number,
	settings: Record<string, string>,
): Promise<void> {
	await rig.haveWorkers(0);
	rig.workerSettings = settings;
	await rig.haveWorkers(count);
}

async function singleLoad({ rig, credential }: QueueSetup, name: string, executions: number) {
	const bodies = messages(name, executions);
	return {
		workflow: await publishSingle(rig, credential),
		bodies,
		texts: bodies.map(({ text }) => text),
	};
}

async function broadcastLoad(
	{ rig, credential }: QueueSetup,
	name: string,
	{ broadcasts, size }: Options,
) {
	const all = Array.from({ length: broadcasts }, (_, index) => messages(`${name} ${index}`, size));
	const workflow = await publishBroadcast(rig, { credential, atOnce: 10 });
	return {
		workflow,
		bodies: all.map((items) => ({ items })),
		texts: all.flat().map(({ text }) => text),
	};
}

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (options.help) return void console.log(HELP);
	const programs = findPrograms();
	const progress = new Progress(6 + options.workers.length);
	const shutdown = new Shutdown(() => {
		progress.interrupt();
		console.log('Stopping everything that was started …');
	});
	try {
		const parts = report(await bench(options, programs, progress, shutdown));
		console.log(`\n${Object.values(parts).join('\n\n')}\n`);
		if (options.write) await insertFigures(page, parts);
		await shutdown.run(0);
	} catch (error) {
		// A signal ends children first: their failing is no news then.
		if (shutdown.begun) return;
		progress.interrupt();
		console.error(`\n${(error as Error).stack}`);
		await shutdown.run(1);
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
