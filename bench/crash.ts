import { cutOnce, isKept, startForKills, WAYS } from '../rig/crash/cut';
import type { Cut, VictimName } from '../rig/crash/cut';
import type { Settings } from '../rig/crash/campaign';
import type { Instance } from '../rig/startInstance';
import { count, table } from './page';

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
	await using alone = await startForKills(false);
	await using inQueueMode = await startForKills(true);
	const cuts: Cut[] = [];
	const cutAll = async (instance: Instance, ...victims: VictimName[]) => {
		for (let run = 0; run < RUNS * victims.length; run++) {
			const victim = victims[run % victims.length];
			const way = WAYS[Math.floor(run / victims.length) % WAYS.length];
			const cut = await cutOnce(instance, victim, RECIPIENTS, way);
			if (!isKept(cut)) throw new Error(`The promise was broken: ${JSON.stringify(cut)}`);
			tell(`crash: ${cuts.push(cut)} of ${3 * RUNS}: ${JSON.stringify(cut)}`);
		}
	};
	// Side by side: most of the time, each waits for what was killed.
	await Promise.all([cutAll(alone, 'n8n'), cutAll(inQueueMode, 'worker', 'Redis')]);
	const what = `${cuts.length} runs with ${count(RECIPIENTS)} recipients each.`;
	return { cuts: `${what} ${ONE_CUT_OFF}\n\n${cutsTable(cuts)}` };
}

const ONE_CUT_OFF = `In each run the service also cut one connection after it
had accepted the message: that recipient is unconfirmed, and not counted here.`;

const settingOf = ({ batchSize, noteFirst }: Settings) =>
	noteFirst ? `${batchSize}, noted first` : String(batchSize);

function cutsTable(cuts: Cut[]): string {
	const groups = (Object.keys(KILLED) as VictimName[]).flatMap((victim) =>
		WAYS.map(({ noteFirst }) =>
			cuts.filter((cut) => cut.victim === victim && cut.noteFirst === noteFirst),
		),
	);
	const rows = groups.map((group) => {
		const figures = (name: 'lost' | 'twice' | 'toCheck') => group.map((cut) => cut[name]);
		const sum = (all: number[]) => count(all.reduce((total, figure) => total + figure, 0));
		const sumAndMost = (all: number[]) => [sum(all), count(Math.max(...all))];
		return [
			...[KILLED[group[0].victim], settingOf(group[0]), count(group.length)],
			sum(figures('lost')),
			...sumAndMost(figures('twice')),
			...sumAndMost(figures('toCheck')),
		];
	});
	return table('Killed|Batch Size|Runs|Lost|Twice|In one run|To check|In one run', rows);
}
