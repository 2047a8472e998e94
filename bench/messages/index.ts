import { BenchN8n } from '../instruments/n8n';
import { medians, tryOnce, type Row } from '../instruments/outcome';
import type { Service } from '../instruments/service';
import { sideBySide } from '../statistics';
import { everyone, type Cell } from './grid';
import { send, type Figures, type Load } from './measure';

/** One candidate under one load. */
export type MessagesRow = Row<Load & { candidate: string }, Figures>;

/** Sends all that the cells say, through one n8n. */
export async function measureMessages(
	service: Service,
	cells: Cell[],
	tell: (text: string) => void,
): Promise<MessagesRow[]> {
	const n8n = await BenchN8n.start(service.url);
	try {
		const runs = new Map<string, (body: object) => Promise<void>>();
		for (const { name, steps } of everyone) {
			const run = await n8n.publish(steps(service, n8n.credentials));
			runs.set(name, run);
			// What is compiled and loaded once is not to be counted.
			await send(run, { items: 200, latency: 0 }, { n8n, service });
		}
		const rows: MessagesRow[] = [];
		for (const { items, latency, candidates, times } of cells) {
			const measured = await sideBySide(candidates, times, async ({ name }) => {
				const run = runs.get(name) as (body: object) => Promise<void>;
				return await tryOnce(async () => await send(run, { items, latency }, { n8n, service }));
			});
			for (const [{ name }, tries] of measured) {
				rows.push({ candidate: name, items, latency, ...medians(tries) });
			}
			tell(`messages: ${items} at ${latency} ms`);
		}
		return rows;
	} finally {
		await n8n.stop();
	}
}
