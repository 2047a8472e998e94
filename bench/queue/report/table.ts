/** A Markdown table, padded so that it also reads well in a terminal. */
export function table(head: string[], rows: string[][]): string {
	const all = [head, ...rows];
	const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column].length)));
	const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export const count = (value: number) => Math.round(value).toLocaleString('en');

/** Two digits that mean something: 0.47, 9.2, 61. */
export const digits = (value: number) => (value >= 9.95 ? count(value) : value.toFixed(value >= 0.995 ? 1 : 2));
