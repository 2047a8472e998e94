import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The password of the n8n that keeps its data in a folder, made at its first start: n8n answers at any host name, so a
 * website whose name leads to this machine (DNS rebinding) could log in with one that is known.
 */
export function passwordIn(folder: string): string {
	const file = path.join(folder, 'password');
	// n8n wants 8 characters, a digit and a capital.
	const password = `N8n-${randomBytes(9).toString('base64url')}`;
	try {
		writeFileSync(file, password, { mode: 0o600, flag: 'wx' });
	} catch {
		return readFileSync(file, 'utf8');
	}
	return password;
}

/** Two n8n on one SQLite file would spoil it, so a second start is refused. @returns releases the folder again */
export function claim(folder: string): () => void {
	const file = path.join(folder, 'started-by.pid');
	mkdirSync(folder, { recursive: true });
	let other = 0;
	try {
		other = Number(readFileSync(file, 'utf8'));
		// Signal 0 asks without disturbing.
		process.kill(other, 0);
	} catch {
		other = 0;
	}
	if (other && other !== process.pid)
		throw new Error(`It is already running (process ${other}): stop that one first.`);
	writeFileSync(file, String(process.pid));
	return () => rmSync(file, { force: true });
}
