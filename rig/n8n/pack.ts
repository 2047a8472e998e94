import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from './folders';
import { npm } from './install';

export interface Packed {
	name: string;
	tarball: string;
	/** Bytes of the tarball. */
	size: number;
	/** Paths within the package. */
	files: Array<{ path: string }>;
}

let packed: Promise<Packed> | undefined;

/** Packs the built node (`npm run build`) as npm would publish it, once in this process. */
export const pack = async (): Promise<Packed> => await (packed ??= packNow());

async function packNow(): Promise<Packed> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const [{ filename, ...rest }] = JSON.parse(await npm(args, projectFolder));
	return { ...rest, tarball: path.join(folder, filename) };
}

/**
 * Installs the packed node in a user folder of n8n, as n8n's guide describes.
 *
 * @returns the folder of the package
 */
export async function installPackage(userFolder: string): Promise<string> {
	const { tarball, name } = await pack();
	const nodes = path.join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	await npm(['install', '--no-audit', '--no-fund', '--prefix', nodes, tarball], nodes);
	return path.join(nodes, 'node_modules', name);
}
