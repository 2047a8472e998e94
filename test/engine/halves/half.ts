import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '..');
const here = path.basename(__dirname);

/**
 * Runs these files of test/engine as one file, because loading n8n takes a second for each file. There are two
 * halves, because there are two workers: those before "i" take as long as the others.
 */
export function half(isIncluded: (file: string) => boolean): void {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts') && !name.startsWith(here) && isIncluded(name))
		.sort();
	// Inside, so that what a file does before each test is done for its own tests alone.
	describe.each(files)('%s', (file) => void jest.requireActual(path.join(folder, file)));
}
