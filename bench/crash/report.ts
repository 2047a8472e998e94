import { loadavg } from 'node:os';
import { BY_HAND, TWICE, type Settings } from '../../rig/crash/campaign';
import type { Cut } from '../../rig/crash/cut';
import { count, digits, table } from '../page';
import type { Options } from './options';

/** A broadcast that nothing interrupted. */
export interface Undisturbed extends Settings {
	milliseconds: number;
}

/** The two ways to set the example. */
export const WAYS = [TWICE, BY_HAND];

const KILLED = {
	n8n: 'n8n in one process, SQLite',
	worker: 'The worker, queue mode',
	Redis: 'Redis, queue mode',
};

/** Of the machine, before the bench adds its own. */
const [LOAD] = loadavg();

/** The parts of the guide that hold figures. */
export function report(
	cuts: Cut[],
	undisturbed: Undisturbed[],
	{ recipients }: Pick<Options, 'recipients'>,
	machine: string,
): Record<string, string> {
	const facts = [
		`${cuts.length} runs with ${count(recipients)} recipients each. In each run the service also cut one connection after it`,
		'had accepted the message: that recipient is unconfirmed, and not counted here.',
	];
	return {
		cuts: [facts.join('\n'), cutsTable(cuts), machine].join('\n\n'),
		batches: [timesTable(undisturbed, recipients), loadNote()].join('\n\n'),
	};
}

function cutsTable(cuts: Cut[]): string {
	const ways = Object.keys(KILLED).flatMap((victim) => WAYS.map((way) => ({ victim, ...way })));
	const groups = ways.map(({ victim, batchSize }) =>
		cuts.filter((cut) => cut.victim === victim && cut.batchSize === batchSize),
	);
	const rows = groups
		.filter(({ length }) => length > 0)
		.map((group) => {
			const [{ victim, batchSize, noteFirst }] = group;
			const sum = (figure: (cut: Cut) => number) =>
				count(group.map(figure).reduce((total, each) => total + each, 0));
			const most = (figure: (cut: Cut) => number) => count(Math.max(...group.map(figure)));
			return [
				KILLED[victim],
				settingOf({ batchSize, noteFirst }),
				String(group.length),
				sum(({ lost }) => lost),
				sum(({ twice }) => twice),
				most(({ twice }) => twice),
				sum(({ toCheck }) => toCheck),
				most(({ toCheck }) => toCheck),
			];
		});
	const head = [
		'Killed',
		'Batch Size',
		'Runs',
		'Lost',
		'Twice',
		'In one run',
		'To check',
		'In one run',
	];
	return table(head, rows);
}

const settingOf = ({ batchSize, noteFirst }: Settings) =>
	noteFirst ? `${batchSize}, noted first` : String(batchSize);

function timesTable(undisturbed: Undisturbed[], recipients: number): string {
	const rows = undisturbed.map(({ milliseconds, ...settings }) => [
		settingOf(settings),
		`${digits(milliseconds / recipients)} ms`,
	]);
	return table(['Batch Size', 'Time per recipient'], rows);
}

function loadNote(): string {
	const medians = 'Each is the median of three broadcasts, taken by turns.';
	if (LOAD <= 0.5) return medians;
	return `${medians} The machine was busy with other work (load average\n${LOAD.toFixed(1)} just before): a quiet one is faster, and the difference between the two says little.`;
}
