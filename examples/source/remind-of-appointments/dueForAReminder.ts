interface Row {
	row_number: number;
	name?: string;
	phone?: string;
	date?: string;
	time?: string;
	status?: string;
	'29 November': string;
	'not reminded': string;
}

const TIMES = ['H:mm', 'H:mm:ss', 'h:mm a', 'h:mm:ss a'];
const now = $now.toFormat("yyyy-MM-dd'T'HH:mm");
const tomorrow = $now.plus({ days: 1 }).toFormat('yyyy-MM-dd');
const inAYear = $now.plus({ years: 1 }).toFormat('yyyy-MM-dd');

/** A date or a time in another format; empty if none of `formats` fits. */
function convert(text: string, formats: string[], to: string) {
	const read = formats.map((format) => DateTime.fromFormat(text, format));
	return read.find(({ isValid }) => isValid)?.toFormat(to) ?? '';
}

function dayOf({ date, '29 November': example }: Row) {
	const text = (date ?? '').trim().replace(/\s*[./-]\s*/g, '/');
	const order = example.startsWith('29') ? 'd/M/yyyy' : 'M/d/yyyy';
	return convert(text, [/^\d{4}/.test(text) ? 'yyyy/M/d' : order], 'yyyy-MM-dd');
}

/** What is wrong with a row, in words; empty if nothing is. */
function problemOf(row: Row, day: string, hour: string) {
	const [field, written, example] = day
		? ['time', row.time, '14:30']
		: ['date', row.date, row['29 November']];
	const start = `Row ${row.row_number}${row.name ? ` (${row.name})` : ''}: `;
	if (day > inAYear) return `${start}date "${row.date}" is more than a year ahead: correct it`;
	if (day && hour) return '';
	if (!written) return `${start}${field} is empty: enter it, or drag its column into Your columns`;
	return `${start}${field} "${written}" cannot be read: write it like ${example}`;
}

function isLeftOut({ status, 'not reminded': list }: Row) {
	const words = list.toLowerCase().split(',');
	return words.some((word) => word.trim() && word.trim() === status?.trim().toLowerCase());
}

// Rows with a problem, and those of people to remind now: from the day before, until it begins.
export default $input.all<Row>().flatMap(({ json }) => {
	if (isLeftOut(json)) return [];
	const day = dayOf(json);
	const hour = convert((json.time ?? '').trim().replaceAll('.', ':'), TIMES, 'HH:mm');
	const problem = problemOf(json, day, hour);
	const isDue = day <= tomorrow && `${day}T${hour}` > now;
	if (!problem && !isDue) return [];
	return [{ json: { ...json, problem, appointment: `${day} ${hour} ${json.name ?? ''}` } }];
});
