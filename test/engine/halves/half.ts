import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '..');
const here = path.basename(__dirname);

/**
 * Runs one half of the files of test/engine as one file, because loading n8n takes a second for each file. There are
 * two halves, because there are two workers.
 */
export function half(which: 0 | 1): void {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts') && !name.startsWith(here))
		.sort();
	const middle = files.length / 2;
	const own = which === 0 ? files.slice(0, middle) : files.slice(middle);
	describe.each(own)('%s', (file) => {
		// Inside, so that what a file does before each test is done for its own tests alone.
		jest.requireActual(path.join(folder, file));
	});
}
