import type { KilledWorker } from '../../../rig/queue/killedWorker';
import type { Outcome } from '../../../rig/queue/outcome';
import type { UploadOutcome } from '../../../rig/queue/upload';
import type { Programs } from '../../../rig/queue/debian';
import { faultTable, killedWords } from './faults';
import { machineFacts } from './machine';
import { sizingTable, sizingWords } from './sizing';
import { cpuTable, throughputTable, type Series } from './throughput';

/** Everything that one run of the command has found. */
export interface Findings {
	/** executions of one message, then broadcasts */
	series: Series[];
	upload: UploadOutcome;
	redis: Outcome[];
	killed: KilledWorker;
	programs: Programs;
	minutes: number;
}

/** The measured parts of `docs/scaling.md`, by the names of their places there. */
export function report({
	series,
	upload,
	redis,
	killed,
	programs,
	minutes,
}: Findings): Record<string, string> {
	const [singles, broadcasts] = series.map(({ figures }) => figures[0]);
	const ways = [
		{ title: 'broadcasts', alone: broadcasts },
		{ title: 'one message an execution', alone: singles },
	];
	return {
		machine: machineFacts(programs, minutes),
		throughput: throughputTable(series),
		'processor time': cpuTable(series),
		sizing: `${sizingWords(broadcasts, singles)}\n\n${sizingTable(ways)}`,
		faults: `${faultTable([...killed.outcomes, ...redis])}\n\nThe killed worker:\n\n${killedWords(killed)}`,
		upload: uploadWords(upload),
	};
}

function uploadWords({ megabytes, store, sentByWorker, sameBytes }: UploadOutcome): string {
	const by = sentByWorker ? 'a worker' : 'no worker';
	const bytes = sameBytes ? 'the same bytes' : 'other bytes';
	return `A file of ${megabytes} MB came in at the webhook process, was kept in n8n's ${store} store, and was sent by ${by}: ${bytes}.`;
}
