import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { lineFolder, node24, pathWithNode24, projectFolder } from '../../../rig/n8n/folders';
import { installN8n } from '../../../rig/n8n/install';
import { npm } from '../../../rig/n8n/npm';
import { newerVersions } from './newest';

/** Each try downloads 2 GB. */
const MOST_TRIES = 3;

type Tell = (text: string) => void;

interface Manifest {
	dependencies: Record<string, string>;
}

const manifestOf = async (folder: string) =>
	JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Runs the suite of `npm run test:n8n` in the newest n8n 2.x that installs.
 *
 * @returns what came of it, line by line
 */
export async function tryNewestN8n(tell: Tell): Promise<string[]> {
	const tested = (await manifestOf(lineFolder('2.x'))).dependencies.n8n;
	const newer = await newerVersions('n8n', tested);
	if (newer.length === 0) return [`n8n ${tested}, which is tested, is the newest`];

	const copy = await copyProject();
	try {
		const folder = path.join(copy.folder, 'rig', 'n8n', '2.x');
		const report = [`n8n ${tested} is tested, ${newer[0]} is the newest`];
		for (const version of newer.slice(0, MOST_TRIES)) {
			tell(`Installing n8n ${version}`);
			const problem = await install(version, folder);
			if (!problem) return [...report, ...(await suiteIn(copy.folder, version, tell))];
			report.push(`n8n ${version} does not install: ${problem}`);
		}
		return report;
	} finally {
		await copy.discard();
	}
}

async function install(version: string, folder: string): Promise<string | undefined> {
	const manifest = await manifestOf(folder);
	manifest.dependencies.n8n = version;
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
	return await installN8n('2.x', undefined, folder).then(
		() => undefined,
		(error: Error) => withoutNoise(error.message),
	);
}

/** npm's words about what is missing, without its warnings and its log's whereabouts. */
const withoutNoise = (message: string) =>
	message
		.split('\n')
		.filter((line) => line.trim() && !/npm warn|complete log|npm error code/.test(line))
		.join('\n  ');

interface Results {
	numPassedTests: number;
	testResults: Array<{
		message: string;
		assertionResults: Array<{ status: string; fullName: string; failureMessages: string[] }>;
	}>;
}

async function suiteIn(folder: string, version: string, tell: Tell): Promise<string[]> {
	tell(`Running the suite in n8n ${version}`);
	await npm(['run', 'build'], folder);
	const results = path.join(folder, 'results.json');
	const jest = path.join(folder, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = path.join('test', 'n8n', 'jest.config.js');
	const args = ['--config', config, '--ci', '--json', `--outputFile=${results}`, '2.x.test.ts'];
	const env = { ...process.env, PATH: pathWithNode24() };
	const options = { cwd: folder, env, maxBuffer: 100_000_000 };
	// jest ends with a failing code where a test fails; its results say which.
	await new Promise<void>((resolve) =>
		execFile(node24(), [jest, ...args], options, () => resolve()),
	);

	const { numPassedTests, testResults } = JSON.parse(await readFile(results, 'utf8')) as Results;
	const failed = testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ status }) => status === 'failed')
		.map(({ fullName, failureMessages }) => `  ${fullName}\n${failureMessages.join('\n')}`);
	// A suite that never came to its tests has only a message.
	const broken = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
	failed.push(...broken.map(({ message }) => `  ${message}`));
	return [`In n8n ${version}: ${numPassedTests} passed, ${failed.length} failed`, ...failed];
}

/**
 * A copy of the project's files, with its dependencies, in which another n8n can be tried without
 * touching the one that is tested.
 */
async function copyProject(): Promise<{ folder: string; discard(): Promise<void> }> {
	const folder = await mkdtemp(path.join(tmpdir(), 'newest-n8n-'));
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
	const { stdout } = await promisify(execFile)('git', args, { cwd: projectFolder });
	for (const file of stdout.split('\0').filter(Boolean)) {
		const from = path.join(projectFolder, file);
		// Git still lists what has been deleted and not committed.
		if (existsSync(from)) await cp(from, path.join(folder, file));
	}
	const modules = path.join(projectFolder, 'node_modules');
	await symlink(modules, path.join(folder, 'node_modules'), 'junction');
	return { folder, discard: async () => await rm(folder, { recursive: true, force: true }) };
}
