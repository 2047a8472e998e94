import { count, duration, fine, megabytes, ratio, table } from '../page/table';
import { atLeast, atMost, type Target } from '../page/target';
import { floor, loop, sender } from './candidates';
import type { MessagesRow } from './index';

/** One row a candidate and load; times as a ratio to this node with one message at once. */
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
		rows.map(({ latency, items, candidate, time, processorTime, growth, mostAtOnce }) => [
			`${latency} ms`,
			count(items),
			candidate,
			duration(time),
			fine(time / items),
			fine(processorTime / items),
			`+${megabytes(growth)}`,
			count(mostAtOnce),
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
				`${ratio(other.time / one.time)} ×`,
				`${ratio(other.processorTime / one.processorTime)} ×`,
			]),
		),
	);
}

export function messagesTargets(rows: MessagesRow[]): Target[] {
	const row = (candidate: string, items: number, latency: number) =>
		rows.find(
			(one) => one.candidate === candidate && one.items === items && one.latency === latency,
		) as MessagesRow;
	const ten = sender(10).name;
	const each = [100, 1000, 10_000].map((items) => row(ten, items, 0).time / items);
	const thousand = row(ten, 1000, 200);
	const hundred = row(ten, 100, 200);
	const ideal = ({ items, latency }: MessagesRow) => (items * latency) / 10;
	return [
		...[hundred, thousand].map((one) =>
			atMost(
				`${count(one.items)} messages, 10 at once, 200 ms: time to the ideal (messages × latency / 10)`,
				1.15,
				one.time / ideal(one),
			),
		),
		atLeast(
			'100 messages, 10 at once, 200 ms: times as fast as the loop',
			8,
			row(loop.name, 100, 200).time / hundred.time,
		),
		atMost(
			'Time per message, the slowest of 100, 1,000 and 10,000 messages to the fastest',
			1.25,
			Math.max(...each) / Math.min(...each),
		),
		atMost(
			'CPU per message to that of an empty declarative node',
			1.3,
			row(sender(1).name, 1000, 0).processorTime / row(floor.name, 1000, 0).processorTime,
		),
	];
}
