import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dependencies } from '../../rig/n8n/2.x/package.json';
import { projectFolder } from '../../rig/n8n/folders';

const read = async (file: string) => await readFile(path.join(projectFolder, file), 'utf8');

test('The lock file names no registry', async () => {
	expect(await read('package-lock.json')).not.toContain('"resolved"');
});

test('The documents name only the version of n8n that the suites run in', async () => {
	const cwd = projectFolder;
	const files = globSync(['*.md', '{docs,bench}/*.md', '.github/ISSUE_TEMPLATE/*'], { cwd });
	const texts = await Promise.all(files.map(read));
	const named = texts.join('\n').match(/\b(2\.\d{2}|1\.\d{3})\.\d+\b/g);
	expect(new Set(named)).toEqual(new Set([dependencies.n8n]));
});
