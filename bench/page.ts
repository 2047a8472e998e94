import { readFile, writeFile } from 'node:fs/promises';

/** Something that the node should be, and what it is. */
export interface Target {
	measure: string;
	/** e.g. `at most 1.4` */
	target: string;
	measured: string;
	met: boolean;
}

/** A target for a figure that should be small. */
export const atMost = (measure: string, limit: number, figure: number, unit = ''): Target => ({
	measure,
	target: `at most ${limit}${unit}`,
	measured: `${digits(figure)}${unit}`,
	met: figure <= limit,
});

/** A target for a figure that should be large. */
export const atLeast = (measure: string, limit: number, figure: number): Target => ({
	measure,
	target: `at least ${limit}`,
	measured: digits(figure),
	met: figure >= limit,
});

export const targetTable = (targets: Target[]) =>
	table(
		['Measure', 'Target', 'Measured', ''],
		targets.map(({ measure, target, measured, met }) => [
			measure,
			target,
			measured,
			met ? 'met' : '**missed**',
		]),
	);

/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
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

/**
 * Writes figures into a page, between `<!-- name -->` and `<!-- end of name -->`. The text around them is written by
 * hand and has none.
 *
 * @throws where the page has no such place
 */
export async function insertFigures(page: string, figures: Record<string, string>): Promise<void> {
	let text = await readFile(page, 'utf8');
	for (const [name, markdown] of Object.entries(figures)) {
		const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
		const [from, to] = [text.indexOf(begin), text.indexOf(end)];
		if (from < 0 || to < from) throw new Error(`${page} has no place for ${name}`);
		text = `${text.slice(0, from)}${begin}\n${markdown}\n${text.slice(to)}`;
	}
	await writeFile(page, text);
}
