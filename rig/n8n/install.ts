import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { n8nFolder, pathWithNode24 } from './folders';

const MANIFEST = path.join(n8nFolder, 'package.json');
/** A copy of the package.json, once the n8n that it names is installed. */
const MARKER = path.join(n8nFolder, 'node_modules', '.installed-for');

const isInstalled = () =>
	existsSync(MARKER) && readFileSync(MARKER, 'utf8') === readFileSync(MANIFEST, 'utf8');

/** @throws an error that names the command, if n8n is not installed as its package.json says */
export function requireN8n(): void {
	if (!isInstalled()) throw new Error('n8n is not installed: run "npm run install:n8n" first.');
}

/**
 * Installs n8n into its folder under `rig/n8n`, unless it is installed already.
 *
 * @throws an error with the end of npm's output and what the installation needs
 */
export async function installN8n(): Promise<void> {
	if (isInstalled()) return;
	await step(
		'Downloading n8n (0.4 GB, on the disk 2.3 GB) and building its database driver: this takes minutes (the first time only)',
		async () => await run('sh', ['install.sh'], n8nFolder),
	).catch(({ message }: Error) => {
		throw new Error(`${message}\n\n${NEEDS}`);
	});
}

/** What the installation needs, for a person who reads the end of npm's output. */
const NEEDS =
	'n8n needs 3 GB on the disk, the npm registry, and for its database driver, sqlite3, either github.com, or nodejs.org, Python 3, make and a C++ compiler (Debian, Ubuntu: "sudo apt install python3 make g++"; macOS: "xcode-select --install"). Check these and your proxy, if there is one, then start again.';

/** Runs npm in a folder, as `run` does. */
export const npm = async (args: string[], folder: string): Promise<string> =>
	await run('npm', args, folder);

/**
 * Runs a command in a folder under the project's Node 24, in the terminal's process group, so that Ctrl-C ends it too.
 *
 * @returns what the command printed to stdout
 * @throws an error with the end of the command's output
 */
async function run(command: string, args: string[], folder: string): Promise<string> {
	// npm prints its errors even under `npm start --silent`.
	const env = { ...process.env, PATH: pathWithNode24(), npm_config_loglevel: 'error' };
	const options = { cwd: folder, env, maxBuffer: Infinity };
	const { stdout } = await promisify(execFile)(command, args, options).catch((error) => {
		const output = `${error.stderr}${error.stdout}`.trim();
		const tail = output.split('\n').slice(-15).join('\n');
		// A system that runs out of memory ends npm without any output.
		throw new Error(
			`${command} ${args[0]} failed (${error.signal ?? error.code}). The end of its output:\n${tail}`,
		);
	});
	return stdout;
}

/** Prints a title, then the time every 20 seconds until the step ends. */
export async function step<Result>(title: string, act: () => Promise<Result>): Promise<Result> {
	console.log(title);
	const begun = Date.now();
	const report = () => console.log(`  … ${Math.round((Date.now() - begun) / 1000)} s`);
	const ticking = setInterval(report, 20_000);
	try {
		return await act();
	} finally {
		clearInterval(ticking);
	}
}
