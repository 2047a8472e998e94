import { readFile } from 'node:fs/promises';
import { arch, cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { lineFolder } from '../rig/n8n/folders';
import { table } from './page/table';

/**
 * What the figures were measured on.
 *
 * @param how n8n ran
 */
export async function machineFacts(
	how = 'with SQLite, in one process, with its own defaults',
): Promise<string> {
	const file = path.join(lineFolder('2.x'), 'node_modules', 'n8n', 'package.json');
	const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
	return table(
		['Measured', 'On'],
		[
			['Date', new Date().toISOString().slice(0, 10)],
			['Processor', `${cpus()[0].model.trim()}, ${cpus().length} cores`],
			['Memory', `${Math.round(totalmem() / 2 ** 30)} GB`],
			['System', `${type()} ${release().split('-')[0]}, ${arch()}`],
			['Node.js', process.versions.node],
			['n8n', `${version} ${how}`],
		],
	);
}
