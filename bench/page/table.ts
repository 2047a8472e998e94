/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** e.g. `10,000` */
export const count = (number: number) => whole.format(number);

/** e.g. `1.24` */
export const ratio = (number: number) => number.toFixed(2);

/** Milliseconds as seconds, e.g. `12.3 s`, or as they are where they are few. */
export const duration = (milliseconds: number) =>
	milliseconds < 1000 ? `${count(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** e.g. `3.4 ms` */
export const fine = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;

export const megabytes = (number: number) => `${count(number)} MB`;
