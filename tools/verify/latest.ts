import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lineFolder, pathWithNode24, projectFolder } from '../../rig/n8n/folders';
import { installN8n } from '../../rig/n8n/install';
import { npm } from '../../rig/n8n/npm';
import { packCandidate } from './candidate';
import { tryRules } from './rule';
import { toolRules } from './rules/tools.rules';
import { installTools, installVersions, testedVersions, toolsFolder } from './tools/install';

/** Each try downloads 2 GB. */
const MOST_TRIES = 3;

/**
 * `npm run verify:latest`: what a user meets who has the newest n8n 2.x, and a reviewer with the
 * newest tools. It reports, and fails only where it could not look: what n8n publishes today is no
 * fault of the code.
 */
async function lookAhead(): Promise<void> {
	console.log("n8n's tools");
	await tryNewestTools();
	console.log('\nn8n 2.x');
	await tryNewestN8n();
}

lookAhead().then(
	() => process.exit(0),
	(error: Error) => {
		console.error(`verify:latest could not look: ${error.message}`);
		process.exit(1);
	},
);

/** Tries the newest lint and scan of n8n, which every reviewer has, on the package. */
async function tryNewestTools(): Promise<void> {
	const tested = await testedVersions();
	const newest = { ...tested };
	for (const name of Object.keys(tested)) {
		newest[name] = (await npm(['view', name, 'version'], projectFolder)).trim();
		console.log(`  ${name} ${tested[name]} is tested, ${newest[name]} is the newest`);
	}
	if (Object.keys(tested).every((name) => newest[name] === tested[name])) return;

	const folder = await mkdtemp(path.join(tmpdir(), 'newest-tools-'));
	const candidate = await packCandidate();
	try {
		await installTools();
		await installVersions(folder, newest);
		const before = await lintRulesIn(toolsFolder);
		const added = (await lintRulesIn(folder)).filter((rule) => !before.includes(rule));
		console.log(`  New rules: ${added.join(', ') || 'none'}`);
		for (const { says, broken } of await tryRules(toolRules(folder), candidate)) {
			console.log([`  ${broken.length ? 'FAIL' : 'pass'}  ${says}`, ...broken].join('\n    '));
		}
	} finally {
		await candidate.discard();
		await rm(folder, { recursive: true, force: true });
	}
}

async function lintRulesIn(folder: string): Promise<string[]> {
	const plugin = 'node_modules/@n8n/eslint-plugin-community-nodes/dist/rules';
	return (await readdir(path.join(folder, plugin))).filter((file) => file.endsWith('.js'));
}

async function manifestOf(folder: string): Promise<{ dependencies: Record<string, string> }> {
	return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
}

/** Runs the suite of `npm run test:n8n` in the newest n8n 2.x that installs. */
async function tryNewestN8n(): Promise<void> {
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
	const args = ['jest', '--config', 'test/realN8n.config.js', '--ci', 'test/n8n/2.x'];
	const env = { ...process.env, PATH: pathWithNode24() };
	const { status } = spawnSync('npx', args, { cwd: folder, env, stdio: 'inherit' });
	console.log(`  In n8n ${version} the suite ${status === 0 ? 'passes' : 'FAILS'}`);
}
