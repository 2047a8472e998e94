import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json';
import { node24, pathWithNode24, projectFolder } from '../../rig/n8n/folders';
import { npm } from '../../rig/n8n/install';

/** The tools have dependencies that the project must not have, so they live in a folder of their own. */
const TOOLS = path.join(__dirname, 'tools');
const INSTALL = ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
const N8N_NODE = 'node_modules/@n8n/node-cli/bin/n8n-node.mjs';
/** What n8n's tool writes into a new package, and compares in strict mode. */
const CONFIG =
	'node_modules/@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';
const ESLINT = 'node_modules/eslint/bin/eslint.js';

/** @returns what the tool prints; fails with it */
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

test('The official scan passes on the source and on what is published', async () => {
	await run(projectFolder, 'scan.mjs', projectFolder);
});

test('n8n-node lint passes at the root, as a reviewer starts it', async () => {
	await run(projectFolder, N8N_NODE, 'lint');
});

describe('What is published, alone in a folder, in strict mode with the config of n8n-node', () => {
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'strict-'));
		for (const name of ['nodes', 'credentials', 'tsconfig.json'])
			await cp(path.join(projectFolder, name), path.join(folder, name), { recursive: true });
		const strict = { ...manifest, n8n: { ...manifest.n8n, strict: true } };
		await writeFile(path.join(folder, 'package.json'), JSON.stringify(strict, null, '\t'));
		await cp(path.join(TOOLS, CONFIG), path.join(folder, 'eslint.config.mjs'));
		await symlink(path.join(TOOLS, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
		// The build bundles it, so a reviewer has it as a devDependency.
		const bundled = path.join('node_modules', 'libphonenumber-js');
		await rm(path.join(TOOLS, bundled), { recursive: true, force: true });
		await symlink(path.join(projectFolder, bundled), path.join(TOOLS, bundled), 'junction');
	});
	afterAll(async () => await rm(folder, { recursive: true }));

	test('n8n-node lint passes, and the package counts as eligible for n8n Cloud', async () => {
		await run(folder, N8N_NODE, 'lint');
		expect(await run(folder, N8N_NODE, 'cloud-support')).toContain('Cloud support is ENABLED');
	});

	test('Its lint gives no warning either, and needs no exception in the code', async () => {
		await run(folder, ESLINT, '--no-inline-config', '--max-warnings', '0', '.');
	});
});
