import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../../rig/n8n/folders';

/**
 * A copy of the project's files, with its dependencies, in which another n8n can be tried without
 * touching the one that is tested.
 */
export async function copyProject(): Promise<{ folder: string; discard(): Promise<void> }> {
	const folder = await mkdtemp(path.join(tmpdir(), 'newest-n8n-'));
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
	const { stdout } = await promisify(execFile)('git', args, { cwd: projectFolder });
	for (const file of stdout.split('\0').filter(Boolean)) {
		const from = path.join(projectFolder, file);
		// Git still lists what has been deleted and not committed.
		if (existsSync(from)) await cp(from, path.join(folder, file));
	}
	const modules = path.join(projectFolder, 'node_modules');
	await symlink(modules, path.join(folder, 'node_modules'), 'junction');
	return { folder, discard: async () => await rm(folder, { recursive: true, force: true }) };
}
