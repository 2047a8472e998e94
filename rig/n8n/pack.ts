import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from './folders';
import { npm } from './npm';

/** A file of the tarball. */
export interface PackedFile {
	/** With slashes, from the package's folder. */
	path: string;
	/** Bytes. */
	size: number;
}

export interface Packed {
	/** The file that `npm pack` made. */
	tarball: string;
	/** Of the tarball, in bytes. */
	size: number;
	files: PackedFile[];
}

const known = new Map<string, Promise<Packed>>();

/**
 * Packs a package as npm would publish it, once in this process.
 *
 * @param packageFolder built already (`npm run build`)
 */
export function pack(packageFolder = projectFolder): Promise<Packed> {
	const packed = known.get(packageFolder) ?? packNow(packageFolder);
	known.set(packageFolder, packed);
	return packed;
}

async function packNow(packageFolder: string): Promise<Packed> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	type Answer = { filename: string; size: number; files: PackedFile[] };
	const [{ filename, size, files }] = JSON.parse(await npm(args, packageFolder)) as Answer[];
	return { tarball: path.join(folder, filename), size, files };
}
