import { setTimeout as pause } from 'node:timers/promises';
import { BenchN8n } from '../instruments/n8n';
import { medians, tryOnce, type Outcome, type Row } from '../instruments/outcome';
import type { Service } from '../instruments/service';
import { usageOf } from '../instruments/usage';
import { sideBySide } from '../statistics';
import { contactsOnly, httpRequest, limited, thisNode, type Reader } from './candidates';

/** One way to get a list of one size. */
export type ListsRow = Row<{ candidate: string; contacts: number }>;

export const SIZES = [1000, 10_000, 100_000, 1_000_000];
/** With what Include and Limit are compared. */
export const SETTINGS_AT = 100_000;

/** Reads lists of all sizes, each time with an n8n that has just started. */
export async function measureLists(
	service: Service,
	tell: (text: string) => void,
): Promise<ListsRow[]> {
	// By itself V8 stops at about 4 GB, whatever the machine has.
	const n8n = await BenchN8n.start(service.url, { NODE_OPTIONS: '--max-old-space-size=8192' });
	try {
		const rows: ListsRow[] = [];
		for (const contacts of SIZES) {
			const measured = await sideBySide([thisNode, httpRequest], 3, async (reader) => {
				await n8n.restart();
				return await readOnce(n8n, service, reader, contacts);
			});
			rows.push(...rowsOf(measured, contacts));
			tell(`lists: ${contacts} contacts`);
		}
		return rows;
	} finally {
		await n8n.stop();
	}
}

/** What Include and Limit add: little, so it is measured more often, in one n8n. */
export async function measureSettings(
	service: Service,
	tell: (text: string) => void,
): Promise<ListsRow[]> {
	const n8n = await BenchN8n.start(service.url);
	try {
		const readers = [thisNode, contactsOnly, limited];
		const read = async (reader: Reader) => await readOnce(n8n, service, reader, SETTINGS_AT);
		const measured = await sideBySide(readers, 9, read);
		tell('lists: Include and Limit');
		return rowsOf(measured, SETTINGS_AT);
	} finally {
		await n8n.stop();
	}
}

/** Reads a list of so many contacts once. */
export async function readOnce(
	n8n: BenchN8n,
	{ url }: Service,
	{ steps }: Reader,
	contacts: number,
): Promise<Outcome> {
	// What is loaded once only is not counted.
	await (
		await n8n.publish(steps(100, url, n8n.credentials))
	)({});
	const run = await n8n.publish(steps(contacts, url, n8n.credentials));
	// The service writes its answer before n8n asks for it.
	await (await fetch(`${url}/lists/contacts-${contacts}`)).body?.cancel();
	await pause(1000);
	return await tryOnce(async () => await usageOf(n8n.process.pid, async () => await run({})));
}

const rowsOf = (measured: Array<[Reader, Outcome[]]>, contacts: number): ListsRow[] =>
	measured.map(([{ name }, tries]) => ({ candidate: name, contacts, ...medians(tries) }));
