import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Credential } from '../../sandbox/n8n/api-types';
import { projectFolder } from '../../sandbox/n8n/folders';
import { installN8n } from '../../sandbox/n8n/install';
import { npm } from '../../sandbox/n8n/npm';
import { Progress } from '../../sandbox/n8n/progress';
import { Shutdown } from '../../sandbox/n8n/shutdown';
import { claim } from '../../sandbox/n8n/single-start';
import { insertFigures } from '../page/insert';
import { count } from '../page/table';
import { killWorker, QUICK_LOCKS } from './faults/killedWorker';
import { restartRedis } from './faults/restartedRedis';
import { messages } from './loads/call';
import { measure, type Rig } from './loads/measure';
import { uploadAcross } from './loads/upload';
import { publishBroadcast, publishSingle } from './loads/workflows';
import { HELP, readOptions, type Options } from './options';
import { report, type Findings } from './report/report';
import type { Series } from './report/throughput';
import { startRig } from './rig';
import { findPrograms, type Programs } from './servers/debian';

const page = path.join(projectFolder, 'docs', 'scaling.md');
const dataFolder = path.join(projectFolder, 'bench', '.data');
const folder = path.join(dataFolder, 'queue');

async function bench(options: Options, programs: Programs, progress: Progress, shutdown: Shutdown): Promise<Findings> {
	const begun = Date.now();
	progress.step('n8n 2.x and the package');
	await installN8n('2.x', ({ text }) => progress.update(text));
	await npm(['run', 'build'], projectFolder);
	progress.step('PostgreSQL, Redis, main process, webhook process');
	const { rig, sandbox, credential } = await startRig(programs, folder, shutdown);

	const series = await measureLoads(options, rig, credential, progress);

	progress.step('An upload across processes');
	const upload = await uploadAcross(rig, sandbox);
	await replaceWorkers(rig, 2, QUICK_LOCKS);
	progress.step('A worker is killed');
	const killed = await killWorker(rig, credential);
	progress.step('Redis is restarted, and crashes');
	await replaceWorkers(rig, 2, QUICK_LOCKS);
	const redis = await restartRedis(rig, credential);
	progress.done();
	return { series, upload, redis, killed, programs, minutes: (Date.now() - begun) / 60_000 };
}

/** Each load with each number of workers. */
async function measureLoads(options: Options, rig: Rig, credential: Credential, progress: Progress): Promise<Series[]> {
	const { executions, broadcasts, size } = options;
	const singles: Series = { title: `${count(executions)} executions of one message`, figures: [] };
	const many: Series = { title: `${count(broadcasts)} broadcasts of ${count(size)} messages`, figures: [] };
	for (const workers of options.workers) {
		progress.step(`${workers} workers`);
		await rig.cluster.haveWorkers(workers);
		// What a new process does for the first time costs more.
		await measure(rig, await singleLoad(rig, credential, `warm ${workers}`, 20 * workers));
		progress.update(singles.title);
		singles.figures.push(await measure(rig, await singleLoad(rig, credential, `single ${workers}`, executions)));
		progress.update(many.title);
		many.figures.push(await measure(rig, await broadcastLoad(rig, credential, `broadcast ${workers}`, options)));
	}
	progress.step('One worker, expressions without a sandbox');
	await replaceWorkers(rig, 1, { N8N_EXPRESSION_ENGINE: 'legacy' });
	const legacy: Series = { title: 'One message each, N8N_EXPRESSION_ENGINE=legacy', figures: [] };
	await measure(rig, await singleLoad(rig, credential, 'warm legacy', 20));
	legacy.figures.push(await measure(rig, await singleLoad(rig, credential, 'legacy', Math.ceil(executions / 5))));
	return [singles, many, legacy];
}

async function replaceWorkers({ cluster }: Rig, count: number, settings: Record<string, string>): Promise<void> {
	await cluster.haveWorkers(0);
	cluster.workerSettings = settings;
	await cluster.haveWorkers(count);
}

async function singleLoad({ cluster }: Rig, credential: Credential, name: string, executions: number) {
	const bodies = messages(name, executions);
	return { workflow: await publishSingle(cluster, credential), bodies, texts: bodies.map(({ text }) => text) };
}

async function broadcastLoad({ cluster }: Rig, credential: Credential, name: string, { broadcasts, size }: Options) {
	const all = Array.from({ length: broadcasts }, (_, index) => messages(`${name} ${index}`, size));
	const workflow = await publishBroadcast(cluster, { credential, atOnce: 10 });
	return { workflow, bodies: all.map((items) => ({ items })), texts: all.flat().map(({ text }) => text) };
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
		const release = claim(dataFolder);
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await shutdown.add(async () => (release(), await rm(folder, { recursive: true, force: true })));
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
