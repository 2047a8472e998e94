/** A block of cells, each as the spreadsheet program shows it. */
export type Sheet = { columns: string[]; rows: string[][] };

/** Splits copied text into lines of cells. */
export function cellsOf(text: string): string[][] {
	const lines: string[][] = [[]];
	// Excel writes quotes around a cell with line breaks. Other programs leave a quote as it is.
	const cell = /(?:"((?:[^"\t]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/gy;
	for (const [, quoted = '', plain, end] of text.replace(/\r\n?/g, '\n').matchAll(cell)) {
		const isQuoted = /\n|""/.test(quoted);
		const value = isQuoted ? quoted.replace(/""/g, '"') : (plain ?? `"${quoted}"`);
		lines.at(-1)!.push(value.trim());
		if (!end) break;
		if (end === '\n') lines.push([]);
	}
	return lines;
}

const isDate = (cell: string) =>
	/^(\d\d?([./-])\d\d?\2\d{2,4}|\d{4}([./-])\d\d?\3\d\d?)$/.test(cell);
const isPhone = (cell: string) =>
	/^(?=(\D*\d){8,15}\D*$)[+(]?\d[\d\s()./-]*$/.test(cell) && !isDate(cell);
/** What is left of a long number, or of one that is wider than its column. */
const isLost = (cell: string) => /^\d([.,]\d+)?E\+?\d+$|^#{2,}$/i.test(cell);
/** `0812****7890` */
const isHidden = (cell: string) => (/\d/.test(cell) && /[*•#_?x]{2}/i.test(cell)) || isLost(cell);

/** Names of columns whose long numbers are no phones, and names of columns with people, in our users' languages. */
const OTHER_NUMBER =
	/rek|bank|acc(oun)?t|iban|kart|card|\b(nik|ktp|nisn?|nip|npwp|cpf|cnpj|rg|id)\b|tax|pajak|order|pesan|pedido|invoice|fa[kc]?tur|nota|resi|track|ident|[ck][oó]d[ei]|birth|lahir|nasc|tanggal|date|data\b|fecha|jumlah|total|amount|harga|price|valor|biaya/i;
const PERSON = /\bnam|\bnom[be]|siswa|customer|pelanggan|cliente|student|aluno/i;

/** Columns in which most cells are phones, and whose name does not say otherwise. */
export const phoneColumns = ({ columns, rows }: Sheet) =>
	columns.filter((name, column) => {
		const cells = rows.map((row) => row[column]).filter(Boolean);
		return cells.filter(isPhone).length > cells.length / 2 && !OTHER_NUMBER.test(name);
	});
export const nameColumns = ({ columns }: Sheet) => columns.filter((name) => PERSON.test(name));

/** @returns the block, or in words what is wrong with it */
export function readPaste(text: string): Sheet | string {
	const lines = cellsOf(text);
	const width = lines.reduce((most, { length }) => Math.max(most, length), 0);
	if (width === 1 && lines.filter(([cell]) => /[;,|]/.test(cell)).length > lines.length / 2)
		return 'Your list is not a copy of cells: open the file in a spreadsheet program and copy from there.';
	// n8n trims the text, and with it the empty cells at both ends.
	const missing = ({ length }: string[]) => Array<string>(width - length).fill('');
	lines[0].unshift(...missing(lines[0]));
	lines.at(-1)!.push(...missing(lines.at(-1)!));
	const uneven = lines.findIndex(({ length }) => length !== width);
	if (uneven > 0)
		return `Line ${uneven + 1} of your list has ${lines[uneven].length} cells, others have ${width}: select all in your spreadsheet, copy and paste again.`;
	// A title can be above the names of the columns.
	const filled = lines.map((cells) => cells.filter(Boolean).length);
	const most = Math.max(...filled.slice(0, 100));
	const top = filled.findIndex((count) => count >= Math.max(most / 2, Math.min(2, most)));
	const rows = lines.slice(top + 1).filter((cells) => cells.some(Boolean));
	if (lines[top].some(isPhone) || !rows.length)
		return `The first line of your list must be the names of the columns, e.g. Name and HP, with people below. It is “${lines[top].join(' ')}”.`;
	const columns: string[] = [];
	for (const [index, head] of lines[top].map((one) => one.replace(/\s+/g, ' ')).entries()) {
		let name = head || `Column ${index + 1}`;
		for (let count = 2; columns.includes(name); count++) name = `${head} (${count})`;
		columns.push(name);
	}
	// Empty columns at the end are copied.
	const isUsed = lines[top].map((head, column) => head || rows.some((row) => row[column]));
	const kept = (cells: string[]) => cells.filter((_, column) => isUsed[column]);
	return { columns: kept(columns), rows: rows.map(kept) };
}

/** Cells that lost their digits when they were copied, with their columns. */
export const lostCells = ({ columns, rows }: Sheet) =>
	rows.flatMap((row) =>
		row.flatMap((cell, column) => (isLost(cell) ? `${cell} (${columns[column]})` : [])),
	);

/** The lines of people who unsubscribed: those without a number, and cells that do not show all of theirs. */
export function readUnsubscribed(text: string) {
	const lines = text ? cellsOf(text) : [];
	const hasNumber = (cells: string[]) => cells.some((cell) => /(\d[ ().\-/]{0,3}){7}/.test(cell));
	const without = lines.filter((cells) => !hasNumber(cells));
	return { lines, without, hidden: lines.flat().filter(isHidden) };
}
