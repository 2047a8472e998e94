import { count, duration, fine, megabytes, ratio, table } from '../page/table';
import { atLeast, atMost, type Target } from '../page/target';
import { figuresOf } from '../instruments/outcome';
import { batchedSender, floor, loop, sender } from './candidates';
import type { MessagesRow } from './index';

/** One row a candidate and load. */
export function messagesTable(rows: MessagesRow[]): string {
	return table(
		[
			'Service answers in',
			'Messages',
			'Sent by',
			'Time',
			'Time each',
			'CPU each',
			'Memory',
			'At once',
		],
		rows.map((row) => [
			`${row.latency} ms`,
			count(row.items),
			row.candidate,
			...(row.failure === undefined
				? [
						duration(row.time),
						fine(row.time / row.items),
						fine(row.processorTime / row.items),
						`+${megabytes(row.growth)}`,
						count(row.mostAtOnce),
					]
				: [`failed: ${row.failure}`, '–', '–', '–', '–']),
		]),
	);
}

/** How this node, ten at once, compares with the others under the same load. */
export function messagesRatios(rows: MessagesRow[]): string {
	const ours = rows.filter(({ candidate }) => candidate === sender(10).name);
	const others = (one: MessagesRow) =>
		rows.filter((row) => row !== one && row.items === one.items && row.latency === one.latency);
	return table(
		['Service answers in', 'Messages', 'Compared with', 'Its time', 'Its CPU'],
		ours.flatMap((one) =>
			others(one).map((other) => [
				`${one.latency} ms`,
				count(one.items),
				other.candidate,
				times(figuresOf(other).time / figuresOf(one).time),
				times(figuresOf(other).processorTime / figuresOf(one).processorTime),
			]),
		),
	);
}

const times = (figure: number) => (Number.isNaN(figure) ? '–' : `${ratio(figure)} ×`);

export function messagesTargets(rows: MessagesRow[]): Target[] {
	const of = (candidate: string, items: number, latency: number) =>
		figuresOf(
			rows.find(
				(row) => row.candidate === candidate && row.items === items && row.latency === latency,
			) as MessagesRow,
		);
	const ten = sender(10).name;
	const each = [100, 1000, 10_000].map((items) => of(ten, items, 0).time / items);
	const toIdeal = (candidate: string, items: number) =>
		atMost(
			`${count(items)} messages at 200 ms, ${candidate}: time to the ideal (messages × latency / 10)`,
			1.15,
			of(candidate, items, 200).time / ((items * 200) / 10),
		);
	return [
		toIdeal(ten, 100),
		toIdeal(ten, 1000),
		toIdeal(batchedSender.name, 1000),
		atLeast(
			'100 messages, 10 at once, 200 ms: times as fast as the loop',
			8,
			of(loop.name, 100, 200).time / of(ten, 100, 200).time,
		),
		atMost(
			'Time per message, the slowest of 100, 1,000 and 10,000 messages to the fastest',
			1.25,
			Math.max(...each) / Math.min(...each),
		),
		atMost(
			'CPU per message to that of an empty declarative node',
			1.3,
			of(sender(1).name, 1000, 0).processorTime / of(floor.name, 1000, 0).processorTime,
		),
	];
}
