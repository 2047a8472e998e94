import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../rig/n8n/folders';
import { npm } from '../../rig/n8n/npm';

const execute = promisify(execFile);

/** A file's SHA-512 as npm and n8n write it, `sha512-…`. */
export async function checksumOf(tarball: string): Promise<string> {
	const hash = createHash('sha512').update(await readFile(tarball));
	return `sha512-${hash.digest('base64')}`;
}

/** The version in a packed package. */
export async function versionOf(tarball: string): Promise<string> {
	const { stdout } = await execute('tar', ['-xOzf', tarball, 'package/package.json']);
	return JSON.parse(stdout).version;
}

/** The commit that git knows under a name, such as a tag; nothing where it knows none. */
export async function commitOf(name: string): Promise<string | undefined> {
	const args = ['rev-parse', '--verify', '--quiet', `${name}^{commit}`];
	const found = await execute('git', args, { cwd: projectFolder }).catch(() => undefined);
	return found?.stdout.trim();
}

/**
 * Builds and packs the project as a commit has it, from its lock file, in an empty folder.
 *
 * @returns the tarball, in that folder
 */
export async function rebuild(commit: string, folder: string): Promise<string> {
	const source = path.join(folder, 'source.tar');
	const archive = ['archive', '--output', source, commit];
	await execute('git', archive, { cwd: projectFolder });
	await execute('tar', ['-xf', source, '-C', folder]);
	await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
	await npm(['run', 'build'], folder);
	const [{ filename }] = JSON.parse(await npm(['pack', '--json', '--ignore-scripts'], folder));
	return path.join(folder, filename);
}
