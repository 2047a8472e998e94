import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireN8n } from '../../rig/n8n/install';

const MANIFEST = '{ "dependencies": { "n8n": "2.40.7" } }';

/** A line's folder, as an installation for this package.json has left it. */
function folderInstalledFor(manifest: string): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'line-'));
	const bin = path.join(folder, 'node_modules', 'n8n', 'bin');
	mkdirSync(bin, { recursive: true });
	writeFileSync(path.join(bin, 'n8n'), '');
	writeFileSync(path.join(folder, 'package.json'), MANIFEST);
	writeFileSync(path.join(folder, 'node_modules', '.installed-for'), manifest);
	return folder;
}

const words = 'n8n 2.x is not installed: run "npm run install:n8n -- 2.x" first.';

test('An n8n that is installed as its package.json has it is there', () => {
	expect(() => requireN8n('2.x', folderInstalledFor(MANIFEST))).not.toThrow();
});

test.each([
	['that another version was installed into', () => folderInstalledFor('{}')],
	[
		'in which nothing was installed',
		() => {
			const folder = mkdtempSync(path.join(tmpdir(), 'line-'));
			writeFileSync(path.join(folder, 'package.json'), MANIFEST);
			return folder;
		},
	],
])('A folder %s names the command that installs n8n', (_case, folder) => {
	expect(() => requireN8n('2.x', folder())).toThrow(words);
});
