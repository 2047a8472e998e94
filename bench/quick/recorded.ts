import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ratios } from './measure';

const file = path.join(__dirname, 'recorded.json');

/** The ratios that the last whole benchmark had. */
export const recordedRatios = async () => JSON.parse(await readFile(file, 'utf8')) as Ratios;

export async function recordRatios(ratios: Ratios): Promise<void> {
	const rounded = Object.entries(ratios).map(([name, ratio]) => [
		name,
		Number(ratio.toPrecision(3)),
	]);
	await writeFile(file, `${JSON.stringify(Object.fromEntries(rounded), null, '\t')}\n`);
}
