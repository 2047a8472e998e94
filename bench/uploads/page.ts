import { count, duration, megabytes, table } from '../page/table';
import { atMost, type Target } from '../page/target';
import { figuresOf } from '../instruments/outcome';
import { httpRequest, thisNode } from './candidates';
import { CANDIDATES, FIRST_AT, FIRST_UPLOAD, SIZES, type UploadsRow } from './index';

export function uploadsTable(rows: UploadsRow[]): string {
	const names = [...CANDIDATES, FIRST_UPLOAD].map(({ name }) => name);
	return table(
		['File', 'Uploaded by', 'Time', 'Memory'],
		rows
			.toSorted(
				(a, b) => a.size - b.size || names.indexOf(a.candidate) - names.indexOf(b.candidate),
			)
			.map((row) => [
				`${count(row.size)} MB`,
				row.candidate,
				...(row.failure === undefined
					? [duration(row.time), `+${megabytes(row.growth)}`]
					: [`failed: ${row.failure}`, '–']),
			]),
	);
}

export function uploadsTargets(rows: UploadsRow[]): Target[] {
	const of = ({ name }: { name: string }, size: number) =>
		figuresOf(rows.find((row) => row.candidate === name && row.size === size) as UploadsRow);
	const [ours, theirs] = [of(thisNode, 300), of(httpRequest, 300)];
	const largest = Math.max(...SIZES.map((size) => of(thisNode, size).growth));
	return [
		atMost('Uploads of 1 MB to 1 GB: growth of memory, at most', 48, largest, ' MB'),
		atMost(
			`${FIRST_AT} MB as the first upload since n8n began: growth of memory`,
			48,
			of(FIRST_UPLOAD, FIRST_AT).growth,
			' MB',
		),
		atMost(
			'Upload of 300 MB: growth of memory to the HTTP Request node',
			0.4,
			ours.growth / theirs.growth,
		),
		atMost('Upload of 300 MB: time to the HTTP Request node', 1, ours.time / theirs.time),
	];
}
