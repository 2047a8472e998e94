// One item for each row that is not empty: {name} in the text becomes the cell of the column name.
const { text } = $('Your campaign').first<{ text: string }>().json;
const { binary } = $('Picture').first();

/** The row with its text, and what to check of it. */
function messageOf(row: Row) {
	const columnOf = (word: string) =>
		Object.keys(row).find((column) => column.toLowerCase() === word.trim().toLowerCase()) ?? '';
	const words = text.match(/(?<=\{)[^{}]+(?=\})/g) ?? [];
	const empty = words.filter((word) => columnOf(word) && !row[columnOf(word)]);
	return {
		...row,
		text: text.replace(/\{([^{}]+)\}/g, (whole, word) => String(row[columnOf(word)] ?? whole)),
		check: empty.map((word) => `${word} is empty`).join(', '),
	};
}

const isFilled = (row: Row) =>
	Object.entries(row).some(([column, cell]) => column !== 'row_number' && cell);

export default $input
	.all()
	.flatMap(({ json }, pairedItem) =>
		isFilled(json) ? [{ json: messageOf(json), binary, pairedItem }] : [],
	);
