import { BenchN8n } from '../rig/n8n';
import type { Service } from '../rig/service';
import { median, sideBySide } from '../statistics';
import { floor, httpRequest, loop, sender } from './candidates';
import type { Cell } from './grid';
import { send, type Figures, type Load } from './measure';

/** Medians of one candidate under one load. */
export type MessagesRow = Load & Figures & { candidate: string };

/** Sends all that the cells say, through one n8n. */
export async function measureMessages(
	service: Service,
	cells: Cell[],
	tell: (text: string) => void,
): Promise<MessagesRow[]> {
	const n8n = await BenchN8n.start(service.url);
	try {
		const runs = new Map<string, (body: object) => Promise<void>>();
		for (const { name, steps } of [floor, sender(1), sender(10), sender(50), httpRequest, loop]) {
			const run = await n8n.publish(steps(service, n8n.credentials));
			runs.set(name, run);
			// What is compiled and loaded once is not to be counted.
			await send(run, { items: 200, latency: 0 }, { n8n, service });
		}
		const rows: MessagesRow[] = [];
		for (const { items, latency, candidates, times } of cells) {
			const measured = await sideBySide(candidates, times, async ({ name }) => {
				const run = runs.get(name) as (body: object) => Promise<void>;
				return await send(run, { items, latency }, { n8n, service });
			});
			for (const [{ name }, figures] of measured) {
				rows.push({ candidate: name, items, latency, ...medians(figures) });
			}
			tell(`messages: ${items} with ${latency} ms`);
		}
		return rows;
	} finally {
		await n8n.stop();
	}
}

function medians(measured: Figures[]): Figures {
	const names = Object.keys(measured[0]) as Array<keyof Figures>;
	const of = (name: keyof Figures) => median(measured.map((figures) => figures[name]));
	return Object.fromEntries(names.map((name) => [name, of(name)])) as unknown as Figures;
}
