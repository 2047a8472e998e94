import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lineFolder, pathWithNode24, projectFolder } from '../../../rig/n8n/folders';
import { installN8n } from '../../../rig/n8n/install';
import { npm } from '../../../rig/n8n/npm';

/** Each try downloads 2 GB. */
const MOST_TRIES = 3;

const manifestOf = async (folder: string) =>
	JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
	};

/** Runs the suite of `npm run test:n8n` in the newest n8n 2.x that installs. */
export async function tryNewestN8n(): Promise<void> {
	const tested = (await manifestOf(lineFolder('2.x'))).dependencies.n8n;
	const newer = await newerVersions(tested);
	console.log(`  n8n ${tested} is tested, ${newer[0] ?? tested} is the newest`);
	if (newer.length === 0) return;

	const copy = await copyProject();
	try {
		for (const version of newer.slice(0, MOST_TRIES)) {
			console.log(`  Installing n8n ${version}`);
			const problem = await install(version, path.join(copy, 'rig', 'n8n', '2.x'));
			if (!problem) return await runSuite(copy, version);
			console.log(`  n8n ${version} does not install: ${problem}`);
		}
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}

/** The plain versions (no betas) of n8n 2.x after the tested one, newest first. */
async function newerVersions(tested: string): Promise<string[]> {
	const answer = await npm(['view', 'n8n', 'versions', '--json'], projectFolder);
	const order = new Intl.Collator('en', { numeric: true }).compare;
	return (JSON.parse(answer) as string[])
		.filter((version) => /^2\.\d+\.\d+$/.test(version) && order(version, tested) > 0)
		.sort((one, other) => order(other, one));
}

/**
 * A copy of the project as git has it, with its dependencies, in which another n8n can be tried
 * without touching the one that is tested.
 */
async function copyProject(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'newest-n8n-'));
	const args = ['checkout-index', '--all', `--prefix=${folder}/`];
	spawnSync('git', args, { cwd: projectFolder, stdio: 'inherit' });
	const modules = path.join(projectFolder, 'node_modules');
	await symlink(modules, path.join(folder, 'node_modules'), 'junction');
	return folder;
}

/** @returns why it does not install, without npm's warnings and its log's whereabouts */
async function install(version: string, folder: string): Promise<string | undefined> {
	const manifest = await manifestOf(folder);
	manifest.dependencies.n8n = version;
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
	return await installN8n('2.x', undefined, folder).then(
		() => undefined,
		({ message }: Error) =>
			message
				.split('\n')
				.filter((line) => line.trim() && !/npm warn|complete log|npm error code/.test(line))
				.join('\n  '),
	);
}

/** jest prints which tests fail; that some do is no reason to fail here. */
async function runSuite(folder: string, version: string): Promise<void> {
	await npm(['run', 'build'], folder);
	const args = ['jest', '--config', 'test/n8n/jest.config.js', '--ci', '2.x.test.ts'];
	const env = { ...process.env, PATH: pathWithNode24() };
	const { status } = spawnSync('npx', args, { cwd: folder, env, stdio: 'inherit' });
	console.log(`  In n8n ${version} the suite ${status === 0 ? 'passes' : 'FAILS'}`);
}
