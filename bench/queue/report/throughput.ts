import type { Figures } from '../loads/measure';
import { count, ratio, table } from '../../page/table';
import { digits } from './digits';

/** What was measured of one kind of load, with one worker, two, four. */
export interface Series {
	/** e.g. `5,000 executions of one message` */
	title: string;
	figures: Figures[];
}

/** How fast, against one worker, and whether each message arrived once. */
export function throughputTable(series: Series[]): string {
	const head = [
		'Load',
		'Workers',
		'Seconds',
		'Messages per second',
		'Ratio to one worker',
		'Arrived once',
		'Twice',
		'Never',
	];
	const failures = series.flatMap(({ title, figures }) =>
		figures
			.filter(({ error }) => error)
			.map(
				({ workers, states, error }) =>
					`- ${title}, ${workers} workers: ${states.error} failed, "${error}"`,
			),
	);
	return [table(head, series.flatMap(rowsOf)), failures.join('\n')].filter(Boolean).join('\n\n');
}

function rowsOf({ title, figures }: Series): string[][] {
	return figures.map(({ workers, seconds, messagesPerSecond, delivery }) => [
		title,
		String(workers),
		count(seconds),
		digits(messagesPerSecond),
		ratio(messagesPerSecond / figures[0].messagesPerSecond),
		count(delivery.once),
		count(delivery.twice),
		count(delivery.never),
	]);
}

/** Milliseconds of processor time for each message, by process. */
export function cpuTable(series: Series[]): string {
	const head = [
		'Load',
		'Workers',
		'Worker processes',
		'Webhook process',
		'Main process',
		'PostgreSQL',
		'Redis',
		'Cores busy with all this',
	];
	const rows = series.flatMap(({ title, figures }) =>
		figures.map(({ workers, cpu, messagesPerSecond }) => {
			const all = Object.values(cpu).reduce((sum, each) => sum + each, 0);
			const columns = [cpu.workers, cpu.webhook, cpu.main, cpu.postgres, cpu.redis].map(digits);
			return [title, String(workers), ...columns, ((all * messagesPerSecond) / 1000).toFixed(1)];
		}),
	);
	return table(head, rows);
}
