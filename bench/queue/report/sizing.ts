import type { Figures } from '../loads/measure';
import { count, table } from '../../page/table';
import { digits } from './digits';

const RATES = [100, 1_000, 10_000];

/** Everything that a message costs, in cores at a rate: milliseconds of processor time × rate ÷ 1,000. */
const cores = (milliseconds: number, rate: number) =>
	Math.max(1, Math.ceil((milliseconds * rate) / 1000));

/**
 * How many workers, and what else, a rate of messages takes.
 * @param ways kinds of load, each as measured with one worker
 */
export function sizingTable(ways: Array<{ title: string; alone: Figures }>): string {
	const head = [
		'Messages per second',
		'Sent as',
		'Workers, a core each',
		'Cores for webhook processes',
		'Cores for PostgreSQL',
		'Cores for Redis',
	];
	const rows = RATES.flatMap((rate) =>
		ways.map(({ title, alone: { cpu } }) => [
			count(rate),
			title,
			...[cpu.workers, cpu.webhook, cpu.postgres, cpu.redis].map((each) =>
				count(cores(each, rate)),
			),
		]),
	);
	return table(head, rows);
}

/** The arithmetic behind the table, in words. */
export function sizingWords(broadcasts: Figures, singles: Figures): string {
	const worker = digits(broadcasts.cpu.workers);
	const { redis, postgres } = singles.cpu;
	return [
		`A message of a broadcast takes ${worker} ms of a worker's processor. So a core sends 1,000 ÷ ${worker} =`,
		`${count(1000 / broadcasts.cpu.workers)} messages per second, and 1,000 messages per second take ${count(cores(broadcasts.cpu.workers, 1000))} cores, rounded up.`,
		`An execution of one message takes ${digits(singles.cpu.workers)} ms: ${count(1000 / singles.cpu.workers)} per second and core.`,
		`Redis works on one core, which is full at 1,000 ÷ ${digits(redis)} = ${count(1000 / redis)} executions per second;`,
		`a PostgreSQL of 8 cores at 8,000 ÷ ${digits(postgres)} = ${count(8000 / postgres)}.`,
	].join('\n');
}
