import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { n8nFolder, pathWithNode24, projectFolder } from '../../rig/n8n/folders';

const read = async (file: string) => await readFile(path.join(projectFolder, file), 'utf8');
const dependenciesIn = async (folder: string): Promise<Record<string, string>> =>
	JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')).dependencies;

describe('The lock file', () => {
	// npm 11 refuses what npm 10 still takes: a package that is missing for another platform.
	test.each(['npm@10', 'npm@11'])('installs with %s as it is, on any platform', async (version) => {
		await using folder = await mkdtempDisposable(path.join(tmpdir(), 'lock-'));
		for (const file of ['package.json', 'package-lock.json', '.npmrc'])
			await cp(path.join(projectFolder, file), path.join(folder.path, file));
		const install = ['npm', 'ci', '--dry-run', '--ignore-scripts'];
		const command = ['exec', '--yes', '--package', version, '--', ...install];
		const env = { ...process.env, PATH: pathWithNode24() };
		const { status, stderr } = spawnSync('npm', command, {
			cwd: folder.path,
			env,
			encoding: 'utf8',
		});
		expect(stderr.match(/(Missing|Invalid): .*/g) ?? []).toEqual([]);
		expect(status).toBe(0);
	});

	test('names no registry', async () => {
		expect(await read('package-lock.json')).not.toContain('"resolved"');
	});
});

describe('The versions of n8n', () => {
	test('The documents name the n8n that the suites run in, and no other one', async () => {
		const { n8n } = await dependenciesIn(n8nFolder);
		const cwd = projectFolder;
		const files = globSync(['*.md', '{docs,bench}/*.md', '.github/ISSUE_TEMPLATE/*'], { cwd });
		const texts = await Promise.all(files.map(async (file) => await read(file)));
		const named = texts.join('\n').match(/\b(2\.\d{2}|1\.\d{3})\.\d+\b/g);
		expect(new Set(named)).toEqual(new Set([n8n]));
	});
});
