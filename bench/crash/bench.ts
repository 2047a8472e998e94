import path from 'node:path';
import { Progress } from '../../rig/commands/progress';
import { Shutdown } from '../../rig/commands/shutdown';
import { cutOnce, isKept, runUndisturbed, type Cut } from '../../rig/crash/cut';
import { startAlone, startInQueueMode, type Victim } from '../../rig/crash/victims';
import { projectFolder } from '../../rig/n8n/folders';
import { findPrograms } from '../../rig/queue/startQueue';
import { insertFigures, machineFacts } from '../page';
import { sideBySide } from '../usage';
import { HELP, readOptions, type Options } from './options';
import { report, WAYS, type Undisturbed } from './report';

const page = path.join(projectFolder, 'docs', 'broadcast-that-outlives-n8n.md');
const UNDISTURBED_RUNS = 3;

/** @param onCut gets all that is measured, after each broadcast that was cut */
async function bench(
	{ runs, recipients }: Options,
	progress: Progress,
	shutdown: Shutdown,
	onCut: (cuts: Cut[], undisturbed: Undisturbed[]) => Promise<void>,
): Promise<void> {
	const onBegin = async (stop: () => Promise<void>) => await shutdown.add(stop);
	progress.step('n8n in one process');
	const [n8n] = await startAlone(onBegin);
	progress.step('Nothing is killed');
	const times = await sideBySide(WAYS, UNDISTURBED_RUNS, async (way) => ({
		milliseconds: await runUndisturbed(n8n, { recipients, ...way }),
	}));
	const undisturbed = times.map((time, index) => ({ ...WAYS[index], ...time }));
	progress.step('n8n in queue mode');
	const inQueueMode = await startInQueueMode(onBegin);

	progress.step('Kills');
	const cuts: Cut[] = [];
	const cutAll = async (victims: Victim[]) => {
		for (let run = 0; run < runs; run++) {
			for (const victim of victims) {
				const cut = await cutOnce(victim, { recipients, ...WAYS[run % WAYS.length] });
				cuts.push(cut);
				progress.note(JSON.stringify(cut));
				progress.update(`${cuts.length} of ${3 * runs}`);
				await onCut(cuts, undisturbed);
			}
		}
	};
	// Side by side: most of the time, each waits for what was killed. Where one fails, the other goes on.
	const failed: Error[] = [];
	const noteFailure = (error: Error) => {
		failed.push(error);
		progress.note(String(error.stack));
	};
	await Promise.all([cutAll([n8n]), cutAll(inQueueMode)].map((all) => all.catch(noteFailure)));
	const broken = cuts.filter((cut) => !isKept(cut));
	if (broken.length > 0) throw new Error(`The promise was broken:\n${JSON.stringify(broken)}`);
	if (failed.length > 0) throw failed[0];
	progress.done();
}

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (options.help) return void console.log(HELP);
	findPrograms();
	const progress = new Progress(4);
	const shutdown = new Shutdown(() => {
		progress.interrupt();
		console.log('Stopping everything that was started …');
	});
	let parts: Record<string, string> = {};
	let written = Promise.resolve();
	try {
		const machine = await machineFacts();
		await bench(options, progress, shutdown, async (cuts, undisturbed) => {
			parts = report(cuts, undisturbed, options, machine());
			if (options.write) await (written = written.then(() => insertFigures(page, parts)));
		});
		console.log(`\n${Object.values(parts).join('\n\n')}\n`);
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
