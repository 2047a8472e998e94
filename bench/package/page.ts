import { count, fine, ratio, table } from '../page/table';
import { atMost, type Target } from '../page/target';
import type { PackageFigures } from './index';

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

export function packageTable(figures: PackageFigures): string {
	const { load, loadOfHttpRequest, packed, unpacked, files } = figures;
	return table(
		['What', 'Figure'],
		[
			['Loading node and credential', fine(load)],
			['Loading n8n’s own HTTP Request node', fine(loadOfHttpRequest)],
			['Ratio', ratio(load / loadOfHttpRequest)],
			['Download', kilobytes(packed)],
			['Unpacked', kilobytes(unpacked)],
			['Files', count(files)],
		],
	);
}

export const packageTargets = ({ load, unpacked }: PackageFigures): Target[] => [
	atMost('Loading node and credential', 15, load, ' ms'),
	atMost('Unpacked size', 100, unpacked / 1000, ' kB'),
];
