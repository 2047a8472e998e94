import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';

const MEGABYTE = 1024 * 1024;

/** What a folder takes on the disk, in megabytes; 0 when it is not there. */
export async function megabytesIn(folder: string): Promise<number> {
	return (await bytesIn(folder)) / MEGABYTE;
}

/** What is free on the disk that holds the folder, in megabytes. */
export async function freeMegabytes(folder: string): Promise<number> {
	const disk = await statfs(folder);
	return (disk.bavail * disk.bsize) / MEGABYTE;
}

async function bytesIn(folder: string): Promise<number> {
	// npm moves folders about while this looks at them: what vanished counts nothing.
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	let bytes = 0;
	const subfolders: string[] = [];
	await Promise.all(
		entries.map(async (entry) => {
			const full = path.join(folder, entry.name);
			if (entry.isDirectory()) subfolders.push(full);
			const info = await lstat(full).catch(() => undefined);
			// Windows does not count blocks.
			if (info) bytes += info.blocks ? info.blocks * 512 : info.size;
		}),
	);
	// One folder after the other: the point is to watch npm, not to compete with it.
	for (const subfolder of subfolders) bytes += await bytesIn(subfolder);
	return bytes;
}
