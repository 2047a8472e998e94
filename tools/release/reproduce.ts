import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { name } from '../../package.json';
import { npm } from '../../rig/n8n/npm';
import { checksumOf, commitOf, rebuild, versionOf } from './rebuild';

const execute = promisify(execFile);

/**
 * `npm run reproduce -- <version|tarball>`: builds that version again from its tag, and compares the tarballs byte by
 * byte. The version is the one on npm; a tarball of a version without a tag is compared with the current commit.
 */
async function reproduce(wanted: string | undefined, folder: string): Promise<void> {
	if (!wanted) throw new Error('Say which version or tarball: npm run reproduce -- 1.2.3');
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

async function main(): Promise<void> {
	const folder = await mkdtemp(path.join(tmpdir(), 'reproduce-'));
	await reproduce(process.argv[2], folder)
		.catch((error: Error) => {
			console.error(error.message);
			process.exitCode = 1;
		})
		.finally(() => rm(folder, { recursive: true, force: true }));
}

void main();
