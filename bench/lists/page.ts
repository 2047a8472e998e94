import { count, duration, megabytes, table } from '../page/table';
import { atMost, type Target } from '../page/target';
import { figuresOf } from '../instruments/outcome';
import { contactsOnly, httpRequest, limited, thisNode } from './candidates';
import { SETTINGS_AT, type ListsRow } from './index';

export function listsTable(rows: ListsRow[]): string {
	return table(
		['Contacts', 'Got by', 'Time', 'Memory'],
		rows
			.toSorted((a, b) => a.contacts - b.contacts || b.candidate.localeCompare(a.candidate))
			.map((row) => [
				count(row.contacts),
				row.candidate,
				...(row.failure === undefined
					? [duration(row.time), `+${megabytes(row.growth)}`]
					: [`failed: ${row.failure}`, '–']),
			]),
	);
}

export function listsTargets(rows: ListsRow[], settings: ListsRow[]): Target[] {
	const of = (candidate: string, contacts: number, among = rows) =>
		figuresOf(
			among.find((row) => row.candidate === candidate && row.contacts === contacts) as ListsRow,
		);
	const ours = (contacts: number) => of(thisNode.name, contacts);
	const theirs = of(httpRequest.name, 100_000);
	const whole = of(thisNode.name, SETTINGS_AT, settings).time;
	const added = (candidate: string) => of(candidate, SETTINGS_AT, settings).time / whole;
	return [
		atMost(
			'100,000 contacts: time to HTTP Request and Split Out',
			1,
			ours(100_000).time / theirs.time,
		),
		atMost('100,000 contacts: growth of memory to theirs', 1, ours(100_000).growth / theirs.growth),
		atMost(
			'Time per contact, 100,000 contacts to 10,000',
			1.25,
			ours(100_000).time / 10 / ours(10_000).time,
		),
		{
			what: '1,000,000 contacts in one run',
			wanted: 'all of them',
			measured: Number.isNaN(ours(1_000_000).time) ? 'an error' : 'all of them',
			met: !Number.isNaN(ours(1_000_000).time),
		},
		atMost('100,000 contacts: time with Include to without', 1.05, added(contactsOnly.name)),
		atMost('100,000 contacts: time with Limit to without', 1.05, added(limited.name)),
	];
}
