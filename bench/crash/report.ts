import type { Cut } from '../../rig/crash/cut';
import { count, digits, table } from '../page';
import type { Options } from './options';

/** A broadcast that nothing interrupted. */
export interface Undisturbed {
	batchSize: number;
	milliseconds: number;
}

const KILLED = {
	n8n: 'n8n in one process, SQLite',
	worker: 'The worker, queue mode',
	Redis: 'Redis, queue mode',
};

/** The parts of the guide that hold figures. */
export function report(
	cuts: Cut[],
	undisturbed: Undisturbed[],
	{ recipients }: Pick<Options, 'recipients'>,
	machine: string,
): Record<string, string> {
	const groups = new Map<string, Cut[]>();
	for (const cut of cuts) {
		const key = `${cut.victim} ${cut.batchSize}`;
		groups.set(key, [...(groups.get(key) ?? []), cut]);
	}
	const rows = [...groups.values()].map((group) => [
		KILLED[group[0].victim],
		String(group[0].batchSize),
		String(group.length),
		count(sum(group, ({ lost }) => lost)),
		count(sum(group, ({ twice }) => twice)),
		count(Math.max(...group.map(({ twice }) => twice))),
		count(sum(group, ({ rows }) => rows.unconfirmed ?? 0)),
	]);
	const head = ['Killed', 'Batch Size', 'Runs', 'Lost', 'Twice', 'Twice, at most', 'Unconfirmed'];
	const facts = [
		`${cuts.length} runs with ${count(recipients)} recipients each. In each run the service cut one connection after it`,
		'had accepted the message: that recipient is unconfirmed.',
	];
	const perRecipient = undisturbed.map(({ batchSize, milliseconds }) => [
		String(batchSize),
		`${digits(milliseconds / recipients)} ms`,
	]);
	return {
		cuts: [facts.join('\n'), table(head, rows), machine].join('\n\n'),
		batches: table(['Batch Size', 'Time per recipient'], perRecipient),
	};
}

const sum = (cuts: Cut[], figure: (cut: Cut) => number) =>
	cuts.reduce((total, cut) => total + figure(cut), 0);
