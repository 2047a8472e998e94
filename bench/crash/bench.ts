import path from 'node:path';
import { Progress } from '../../rig/commands/progress';
import { Shutdown } from '../../rig/commands/shutdown';
import { cutOnce, isKept, runUndisturbed, type Cut } from '../../rig/crash/cut';
import { startAlone, startInQueueMode, type Victim } from '../../rig/crash/victims';
import { projectFolder } from '../../rig/n8n/folders';
import { findPrograms } from '../../rig/queue/startQueue';
import { insertFigures, machineFacts } from '../page';
import { HELP, readOptions, type Options } from './options';
import { report, type Undisturbed } from './report';

const page = path.join(projectFolder, 'docs', 'broadcast-that-outlives-n8n.md');
const BATCH_SIZES = [20, 1];

async function bench({ runs, recipients }: Options, progress: Progress, shutdown: Shutdown) {
	const cuts: Cut[] = [];
	const undisturbed: Undisturbed[] = [];
	const cutAll = async (victims: Victim[]) => {
		for (let run = 0; run < runs; run++) {
			const batchSize = BATCH_SIZES[run % BATCH_SIZES.length];
			for (const victim of victims) {
				progress.step(`${victim.name}, run ${run + 1} of ${runs}`);
				const cut = await cutOnce(victim, { recipients, batchSize });
				progress.note(JSON.stringify(cut));
				cuts.push(cut);
			}
		}
	};

	progress.step('n8n in one process');
	const alone = new EndOf(shutdown);
	const [n8n] = await startAlone(alone.begin);
	for (const batchSize of BATCH_SIZES) {
		progress.step(`Nothing is killed, batches of ${batchSize}`);
		undisturbed.push({
			batchSize,
			milliseconds: await runUndisturbed(n8n, { recipients, batchSize }),
		});
	}
	await cutAll([n8n]);
	await alone.end();
	progress.step('n8n in queue mode');
	await cutAll(await startInQueueMode(async (stop) => await shutdown.add(stop)));
	progress.done();
	return { cuts, undisturbed };
}

/** Ends the first n8n before the second one starts, or with everything else. */
class EndOf {
	end = async (): Promise<void> => {};

	constructor(private readonly shutdown: Shutdown) {}

	begin = async (stop: () => Promise<void>) => {
		this.end = stop;
		await this.shutdown.add(stop);
	};
}

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (options.help) return void console.log(HELP);
	findPrograms();
	const progress = new Progress(5 + 3 * options.runs);
	const shutdown = new Shutdown(() => {
		progress.interrupt();
		console.log('Stopping everything that was started …');
	});
	try {
		const machine = await machineFacts();
		const { cuts, undisturbed } = await bench(options, progress, shutdown);
		const parts = report(cuts, undisturbed, options, machine());
		console.log(`\n${Object.values(parts).join('\n\n')}\n`);
		if (options.write) await insertFigures(page, parts);
		const broken = cuts.filter((cut) => !isKept(cut));
		if (broken.length > 0) console.error(`The promise was broken:\n${JSON.stringify(broken)}`);
		await shutdown.run(broken.length > 0 ? 1 : 0);
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
