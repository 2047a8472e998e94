import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { name } from '../../package.json';
import { projectFolder } from '../../rig/n8n/folders';
import { npm } from '../../rig/n8n/install';
import { checksumOf, versionOf } from './notes';

const execute = promisify(execFile);

/**
 * `npm run reproduce -- <version|tarball>`: builds that version again from its tag, and compares the tarballs byte by
 * byte. The version is the one on npm; a tarball of a version without a tag is compared with the current commit.
 */
async function reproduce(wanted: string | undefined): Promise<void> {
	if (!wanted) throw new Error('Say which version or tarball: npm run reproduce -- 1.2.3');
	await using temporary = await mkdtempDisposable(path.join(tmpdir(), 'reproduce-'));
	const folder = temporary.path;
	const given = existsSync(wanted) ? path.resolve(wanted) : await download(wanted, folder);
	const version = await versionOf(given);
	const tag = await commitOf(`v${version}`);
	if (!tag && given !== path.resolve(wanted))
		throw new Error(`There is no tag v${version} here: run "git fetch --tags" first.`);
	const commit = tag ?? (await commitOf('HEAD'))!;
	console.log(`Building ${name}@${version} from ${tag ? `v${version}` : 'HEAD'}, ${commit} …`);
	const source = path.join(folder, 'source');
	await mkdir(source);
	const rebuilt = await rebuild(commit, source);

	const [expected, actual] = [await checksumOf(given), await checksumOf(rebuilt)];
	console.log(`given    ${expected}\nrebuilt  ${actual}`);
	if (actual === expected) return console.log('They are the same, byte by byte.');
	console.log(await differences(given, rebuilt, folder));
	throw new Error('They differ.');
}

/** The commit that git knows under a name, such as a tag; nothing where it knows none. */
async function commitOf(name: string): Promise<string | undefined> {
	const args = ['rev-parse', '--verify', '--quiet', `${name}^{commit}`];
	const found = await execute('git', args, { cwd: projectFolder }).catch(() => undefined);
	return found?.stdout.trim();
}

/** Builds and packs the project as a commit has it, from its lock file, in an empty folder. @returns the tarball */
async function rebuild(commit: string, folder: string): Promise<string> {
	const source = path.join(folder, 'source.tar');
	const archive = ['archive', '--output', source, commit];
	await execute('git', archive, { cwd: projectFolder });
	await execute('tar', ['-xf', source, '-C', folder]);
	await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
	await npm(['run', 'build'], folder);
	const [{ filename }] = JSON.parse(await npm(['pack', '--json', '--ignore-scripts'], folder));
	return path.join(folder, filename);
}

async function download(version: string, folder: string): Promise<string> {
	const [{ filename }] = JSON.parse(await npm(['pack', `${name}@${version}`, '--json'], folder));
	return path.join(folder, filename);
}

/** The files that are not the same in both; none where only the archives themselves differ. */
async function differences(given: string, rebuilt: string, folder: string): Promise<string> {
	for (const [side, tarball] of Object.entries({ given, rebuilt })) {
		await mkdir(path.join(folder, side));
		await execute('tar', ['-xzf', tarball, '-C', path.join(folder, side)]);
	}
	const compare = execute('diff', ['-rq', 'given', 'rebuilt'], { cwd: folder });
	return await compare.then(() => 'Their files are the same.').catch(({ stdout }) => stdout);
}

reproduce(process.argv[2]).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
