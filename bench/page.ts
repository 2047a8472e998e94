import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { lineFolder, projectFolder } from '../rig/n8n/folders';

/** Something that the node should be, and what it is, as a row of a table. */
export type Target = ReturnType<typeof target>;

export const target = (measure: string, wanted: string, measured: string, isMet: boolean) => [
	measure,
	wanted,
	measured,
	isMet ? 'met' : '**missed**',
];

export const atMost = (measure: string, limit: number, figure: number, unit = '') =>
	target(measure, `at most ${limit}${unit}`, `${digits(figure)}${unit}`, figure <= limit);

export const targetTable = (targets: Target[]) => table('Measure|Target|Measured|', targets);

/** A Markdown table. @param head its columns, with `|` between them */
export function table(head: string, rows: string[][]): string {
	const columns = head.split('|');
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** e.g. `10,000` */
export const count = (number: number) => whole.format(number);

/** Three digits that mean something: `0.470`, `4.70`, `47.0`, `4,700`. */
export const digits = (number: number) => (number < 99.5 ? number.toPrecision(3) : count(number));

/** e.g. `12.3 s` or `340 ms` */
export const duration = (milliseconds: number) =>
	milliseconds < 1000 ? `${count(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

export const megabytes = (number: number) => `${count(number)} MB`;

/** Looks at the machine before a measurement. @returns what says afterwards when and where it was taken */
export async function machineFacts(): Promise<() => string> {
	const file = path.join(lineFolder('2.x'), 'node_modules', 'n8n', 'package.json');
	const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
	const [{ model }] = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	const [load] = loadavg();
	const begun = Date.now();
	return () => {
		const minutes = Math.ceil((Date.now() - begun) / 60_000);
		return [
			`Measured on ${new Date(begun).toISOString().slice(0, 10)} in ${minutes} minutes: n8n ${version}, Node.js ${process.versions.node},`,
			`${cpus().length} cores (${model.trim()}), ${memory} GB, load average ${load.toFixed(1)} just before.`,
		].join('\n');
	};
}

/**
 * Writes figures into `bench/README.md`, between `<!-- place -->` and `<!-- end of place -->`. The text around them is
 * written by hand.
 *
 * @throws where the page has no such place
 */
export async function insertFigures(place: string, figures: string): Promise<void> {
	const file = path.join(projectFolder, 'bench/README.md');
	const text = await readFile(file, 'utf8');
	const [begin, end] = [`<!-- ${place} -->`, `<!-- end of ${place} -->`];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${file} has no place for ${place}`);
	await writeFile(file, `${text.slice(0, from)}${begin}\n${figures}\n${text.slice(to)}`);
}
