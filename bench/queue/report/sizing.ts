import type { Figures } from '../loads/measure';
import { count, digits, table } from './table';

const RATES = [100, 1_000, 10_000];

/** Everything that a message costs, in cores at a rate: milliseconds of processor time × rate ÷ 1,000. */
const cores = (milliseconds: number, rate: number) => Math.max(1, Math.ceil((milliseconds * rate) / 1000));

/**
 * How many workers, and what else, a rate of messages takes.
 * @param ways kinds of load, each as measured with one worker
 */
export function sizingTable(ways: Array<{ title: string; alone: Figures }>): string {
	const head = ['Messages per second', 'Sent as', 'Workers, a core each', 'Cores for webhook processes', 'Cores for PostgreSQL', 'Cores for Redis'];
	const rows = RATES.flatMap((rate) =>
		ways.map(({ title, alone: { cpu } }) => [
			count(rate),
			title,
			...[cpu.workers, cpu.webhook, cpu.postgres, cpu.redis].map((each) => count(cores(each, rate))),
		]),
	);
	return table(head, rows);
}

/** The arithmetic of one row, in words. */
export function sizingExample({ cpu }: Figures): string {
	const perCore = 1000 / cpu.workers;
	return (
		`A broadcast takes ${digits(cpu.workers)} ms of a worker's processor for each message, so a core sends ` +
		`1,000 ÷ ${digits(cpu.workers)} = ${count(perCore)} messages per second, and 1,000 messages per second take ` +
		`1,000 × ${digits(cpu.workers)} ÷ 1,000 = ${count(cores(cpu.workers, 1000))} cores, rounded up.`
	);
}
