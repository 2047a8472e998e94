import {
	cutOnce,
	isKept,
	runUndisturbed,
	startForKills,
	VICTIMS,
	WAYS,
	type Cut,
	type VictimName,
} from '../rig/crash/cut';
import type { Settings } from '../rig/crash/campaign';
import type { Instance } from '../rig/startInstance';
import { count, digits, table } from './page';
import { sideBySide } from './usage';

/** Broadcasts that are cut, for each of the three: half of them with either setting. */
const RUNS = 10;
const RECIPIENTS = 300;

const KILLED: Record<VictimName, string> = {
	n8n: 'n8n in one process, SQLite',
	worker: 'The worker, queue mode',
	Redis: 'Redis, queue mode',
};

/**
 * Cuts broadcasts by kills (SIGKILL) of n8n, a worker and Redis, starts them again, and counts who was reached.
 *
 * @throws where somebody was lost, or reached twice outside the batch under way, or at all where it was noted first
 */
export async function measureCuts(tell: (text: string) => void) {
	const [alone, queue] = [{} as Instance, {} as Instance];
	try {
		await startForKills(false, alone);
		const times = await sideBySide(WAYS, 3, async (way) => ({
			each: (await runUndisturbed(alone, RECIPIENTS, way)) / RECIPIENTS,
		}));
		const rows = times.map(({ each }, index) => [settingOf(WAYS[index]), `${digits(each)} ms`]);
		await startForKills(true, queue);

		const cuts: Cut[] = [];
		const cutAll = async (instance: Instance, victims: VictimName[]) => {
			for (let run = 0; run < RUNS; run++) {
				for (const victim of victims) {
					const cut = await cutOnce(instance, victim, RECIPIENTS, WAYS[run % WAYS.length]);
					if (!isKept(cut)) throw new Error(`The promise was broken: ${JSON.stringify(cut)}`);
					tell(`crash: ${cuts.push(cut)} of ${3 * RUNS}: ${JSON.stringify(cut)}`);
				}
			}
		};
		// Side by side: most of the time, each waits for what was killed.
		await Promise.all([cutAll(alone, ['n8n']), cutAll(queue, ['worker', 'Redis'])]);
		return {
			cuts: [
				`${cuts.length} runs with ${count(RECIPIENTS)} recipients each. In each run the service also cut one connection after it`,
				'had accepted the message: that recipient is unconfirmed, and not counted here.',
				`\n${cutsTable(cuts)}`,
			].join('\n'),
			batches: [
				table(['Batch Size', 'Time per recipient'], rows),
				'Each is the median of three broadcasts, taken by turns.',
			].join('\n\n'),
		};
	} finally {
		for (const instance of [queue, alone]) await instance.stop?.();
	}
}

const settingOf = ({ batchSize, noteFirst }: Settings) =>
	noteFirst ? `${batchSize}, noted first` : String(batchSize);

function cutsTable(cuts: Cut[]): string {
	const rows = (Object.keys(VICTIMS) as VictimName[]).flatMap((victim) =>
		WAYS.map((way) => {
			const group = cuts.filter((cut) => cut.victim === victim && cut.noteFirst === way.noteFirst);
			const sum = (figure: (cut: Cut) => number) =>
				count(group.map(figure).reduce((total, each) => total + each, 0));
			const most = (figure: (cut: Cut) => number) => count(Math.max(...group.map(figure)));
			return [
				...[KILLED[victim], settingOf(way), count(group.length), sum(({ lost }) => lost)],
				...[sum(({ twice }) => twice), most(({ twice }) => twice)],
				...[sum(({ toCheck }) => toCheck), most(({ toCheck }) => toCheck)],
			];
		}),
	);
	const head = 'Killed|Batch Size|Runs|Lost|Twice|In one run|To check|In one run';
	return table(head.split('|'), rows);
}
