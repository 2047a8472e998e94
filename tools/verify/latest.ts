import { spawnSync } from 'node:child_process';
import { mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathWithNode24, projectFolder } from '../../rig/n8n/folders';
import { npm } from '../../rig/n8n/install';

/** Each try downloads 2 GB. */
const MOST_TRIES = 3;

/**
 * `npm run verify:latest`: what a user meets who has the newest n8n 2.x, and a reviewer with the newest tools.
 * Both are tried in a copy of the project as git has it, with its dependencies. It reports, and fails only
 * where it could not look: what n8n publishes today is no fault of the code.
 */
async function lookAhead(): Promise<void> {
	await using folder = await mkdtempDisposable(path.join(tmpdir(), 'latest-'));
	const copy = folder.path;
	const checkout = ['checkout-index', '--all', `--prefix=${copy}/`];
	spawnSync('git', checkout, { cwd: projectFolder, stdio: 'inherit' });
	const modules = path.join(projectFolder, 'node_modules');
	await symlink(modules, path.join(copy, 'node_modules'), 'junction');
	await npm(['run', 'build'], copy);
	await tryTools(copy);
	await tryN8n(copy);
}

/** Tries the newest lint and scan of n8n, which every reviewer has. */
async function tryTools(copy: string): Promise<void> {
	const manifest = path.join(copy, 'tools/verify/tools/package.json');
	let isNewer = false;
	for (const [name, tested] of Object.entries(await dependenciesOf(manifest))) {
		const newest = (await npm(['view', name, 'version'], copy)).trim();
		console.log(`${name} ${tested} is tested, ${newest} is the newest`);
		isNewer ||= newest !== tested;
		await use(manifest, name, newest);
	}
	if (isNewer) runTests(copy, 'tools/verify/tools.test.ts', '--testNamePattern', 'scan|lint');
}

/** Runs the suite `test/n8n/2.x` in the newest n8n 2.x that installs. */
async function tryN8n(copy: string): Promise<void> {
	const manifest = path.join(copy, 'rig/n8n/2.x/package.json');
	const { n8n: tested } = await dependenciesOf(manifest);
	// Without betas, the oldest first.
	const versions = JSON.parse(await npm(['view', 'n8n@2', 'version', '--json'], copy)) as string[];
	const newer = versions.slice(versions.indexOf(tested) + 1).reverse();
	console.log(`n8n ${tested} is tested, ${newer[0] ?? tested} is the newest`);
	for (const version of newer.slice(0, MOST_TRIES)) {
		await use(manifest, 'n8n', version);
		const install = ['run', 'install:n8n', '--', '2.x'];
		const problem = await npm(install, copy).then(
			() => undefined,
			({ message }: Error) => message,
		);
		if (!problem) return runTests(copy, 'test/n8n/2.x');
		console.log(`n8n ${version} does not install: ${problem}`);
	}
}

async function dependenciesOf(manifest: string): Promise<Record<string, string>> {
	return JSON.parse(await readFile(manifest, 'utf8')).dependencies;
}

async function use(manifest: string, name: string, version: string): Promise<void> {
	const text = await readFile(manifest, 'utf8');
	await writeFile(manifest, text.replace(new RegExp(`("${name}": ")[^"]*`), `$1${version}`));
}

/** jest prints which tests fail; that some do is no reason to fail here. */
function runTests(copy: string, suite: string, ...args: string[]): void {
	const command = ['jest', '--config', 'test/realN8n.config.js', '--ci', suite, ...args];
	const env = { ...process.env, PATH: pathWithNode24() };
	const { status } = spawnSync('npx', command, { cwd: copy, env, stdio: 'inherit' });
	console.log(`${suite} ${status === 0 ? 'passes' : 'FAILS'} with it`);
}

lookAhead().catch((error: Error) => {
	console.error(`verify:latest could not look: ${error.message}`);
	process.exitCode = 1;
});
