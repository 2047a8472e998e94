import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../../../sandbox/n8n/folders';
import { npm } from '../../../sandbox/n8n/npm';

/** @returns the file that `npm pack` makes of the built package */
export async function packInto(folder: string): Promise<string> {
	const answer = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], projectFolder);
	const [{ filename }] = JSON.parse(answer) as Array<{ filename: string }>;
	return path.join(folder, filename);
}

/** As n8n's guide has it for queue mode: `npm install` in `~/.n8n/nodes`, for every process. */
export async function installByHand(packed: string, userFolder: string): Promise<void> {
	const nodes = path.join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	await npm(['install', '--no-audit', '--no-fund', '--prefix', nodes, packed], nodes);
}
