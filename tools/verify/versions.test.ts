import { globSync } from 'node:fs';
import { cp, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dependencies } from '../../rig/n8n/2.x/package.json';
import { projectFolder } from '../../rig/n8n/folders';
import { npm } from '../../rig/n8n/install';

const read = async (file: string) => await readFile(path.join(projectFolder, file), 'utf8');

test('npm accepts the lock file on any platform, and the file names no registry', async () => {
	await using folder = await mkdtempDisposable(path.join(tmpdir(), 'lock-'));
	for (const file of ['package.json', 'package-lock.json', '.npmrc'])
		await cp(path.join(projectFolder, file), path.join(folder.path, file));
	// Unlike npm 10, it refuses a lock file that lacks a package of another platform.
	const npm11 = ['exec', '--yes', '--package', 'npm@11', '--', 'npm'];
	await npm([...npm11, 'ci', '--dry-run', '--ignore-scripts'], folder.path);
	expect(await read('package-lock.json')).not.toContain('"resolved"');
});

test('The documents name only the version of n8n that the suites run in', async () => {
	const cwd = projectFolder;
	const files = globSync(['*.md', '{docs,bench}/*.md', '.github/ISSUE_TEMPLATE/*'], { cwd });
	const texts = await Promise.all(files.map(read));
	const named = texts.join('\n').match(/\b(2\.\d{2}|1\.\d{3})\.\d+\b/g);
	expect(new Set(named)).toEqual(new Set([dependencies.n8n]));
});
