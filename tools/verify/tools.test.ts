import { execFile } from 'node:child_process';
import { cp, mkdtempDisposable, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json';
import { node24, pathWithNode24, projectFolder } from '../../rig/n8n/folders';
import { npm } from '../../rig/n8n/install';

/** The tools depend on packages that the project must not contain, so they have their own folder. */
const TOOLS = path.join(__dirname, 'tools');
const INSTALL = [
	...['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'],
	// Right after a release, npm's cache may lack a part of it.
	'--prefer-online',
];
const N8N_NODE = 'node_modules/@n8n/node-cli/bin/n8n-node.mjs';
/** n8n's tool writes this file into a new package, and in strict mode compares it. */
const CONFIG =
	'node_modules/@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';
const ESLINT = 'node_modules/eslint/bin/eslint.js';

/** @returns what the tool prints. @throws an error with it */
async function run(folder: string, script: string, ...args: string[]): Promise<string> {
	const command = [path.join(TOOLS, script), ...args];
	// jest sets NODE_ENV to "test", and n8n's linter then checks files of any name. In CI, some tools print colours.
	const env = { ...process.env, NODE_ENV: undefined, NO_COLOR: '1', PATH: pathWithNode24() };
	const options = { cwd: folder, env };
	const { stdout } = await promisify(execFile)(node24(), command, options).catch((error) => {
		throw new Error(`${error.stdout}\n${error.stderr}`);
	});
	return stdout;
}

beforeAll(async () => void (await npm(INSTALL, TOOLS)), 600_000);

test('The official scan passes on the source and on the published files', async () => {
	await run(projectFolder, 'scan.mjs', projectFolder);
});

test('n8n-node lint passes in the project folder', async () => {
	await run(projectFolder, N8N_NODE, 'lint');
});

test('The published source, alone and in strict mode, is eligible for n8n Cloud and needs no exception to its lint', async () => {
	await using folder = await mkdtempDisposable(path.join(tmpdir(), 'strict-'));
	for (const name of ['nodes', 'credentials', 'tsconfig.json'])
		await cp(path.join(projectFolder, name), path.join(folder.path, name), { recursive: true });
	const strict = { ...manifest, n8n: { ...manifest.n8n, strict: true } };
	await writeFile(path.join(folder.path, 'package.json'), JSON.stringify(strict, null, '\t'));
	await cp(path.join(TOOLS, CONFIG), path.join(folder.path, 'eslint.config.mjs'));
	await symlink(path.join(TOOLS, 'node_modules'), path.join(folder.path, 'node_modules'));
	// The build bundles this devDependency.
	const bundled = path.join('node_modules', 'libphonenumber-js');
	await rm(path.join(TOOLS, bundled), { recursive: true, force: true });
	await symlink(path.join(projectFolder, bundled), path.join(TOOLS, bundled));
	expect(await run(folder.path, N8N_NODE, 'cloud-support')).toContain('Cloud support is ENABLED');
	await run(folder.path, ESLINT, '--no-inline-config', '--max-warnings', '0', '.');
});
