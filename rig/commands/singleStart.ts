import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Two n8n on one SQLite file would spoil it: the first start notes its process id, a second one is refused.
 * @returns releases the folder again
 */
export function claim(folder: string): () => void {
	const file = path.join(folder, 'started-by.pid');
	const other = Number(readOrEmpty(file));
	if (other && other !== process.pid && isRunning(other)) {
		throw new Error(`It is already running (process ${other}): stop that one first.`);
	}
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, String(process.pid));
	return () => rmSync(file, { force: true });
}

function readOrEmpty(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

function isRunning(pid: number): boolean {
	try {
		// Signal 0 asks without disturbing.
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
