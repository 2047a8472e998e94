import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { n8nFolder, pathWithNode24 } from './folders';

const INSTALL_OPTIONS = [
	'--legacy-peer-deps',
	// Of all the install scripts that n8n's packages bring only sqlite3's is needed.
	'--ignore-scripts',
	// n8n fixes nearly all versions itself, and a lock written on one platform lacks packages of the others.
	'--no-package-lock',
	'--no-audit',
	'--no-fund',
	// What an interrupted start has downloaded is in npm's cache.
	'--prefer-offline',
	// npm's own patience lets someone without a network wait for more than a minute.
	'--fetch-retries=3',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=5000',
];

const MANIFEST = path.join(n8nFolder, 'package.json');
const MODULES = path.join(n8nFolder, 'node_modules');
/** A copy of the package.json, once the n8n that it names is installed. */
const MARKER = path.join(MODULES, '.installed-for');

const isInstalled = () =>
	existsSync(MARKER) && readFileSync(MARKER, 'utf8') === readFileSync(MANIFEST, 'utf8');

/** @throws an error that names the command, if n8n is not installed as its package.json says */
export function requireN8n(): void {
	if (!isInstalled()) throw new Error('n8n is not installed: run "npm run install:n8n" first.');
}

/**
 * Installs n8n into its folder under `rig/n8n`, unless it is installed already.
 *
 * @throws an error a user can act on: disk full, registry not reachable
 */
export async function installN8n(): Promise<void> {
	if (isInstalled()) return;
	// An interrupted npm leaves half-written packages that the next npm believes to be complete.
	await rm(MODULES, { recursive: true, force: true });
	await assertRegistry();
	await step(
		'Downloading and unpacking n8n, about 2 GB: this takes minutes (the first time only)',
		async () => await npm(['install', ...INSTALL_OPTIONS], n8nFolder),
	);
	await step(
		'Building the database driver of n8n: this takes minutes (the first time only)',
		async () => await npm(['rebuild', 'sqlite3'], n8nFolder),
	);
	await cp(MANIFEST, MARKER);
}

/** Without a network `npm install` tries for minutes, because npm has part of what it needs in its cache. */
async function assertRegistry(): Promise<void> {
	const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=20000'];
	await npm(['ping', ...patience], n8nFolder).catch((error: Error) => {
		// Not every registry answers a ping.
		if (error.message.startsWith(UNREACHABLE)) throw error;
	});
}

const UNREACHABLE =
	'The npm registry cannot be reached: check the network (and the proxy, if there is one), then start again.';

/** What to do about what npm's output says, in this order. */
const ADVICE: Array<[said: RegExp, advice: string]> = [
	[
		/gyp ERR!/,
		'The database driver, sqlite3, could neither be downloaded from github.com nor be built here. Let this machine reach github.com, or install Python 3, make and a C++ compiler (Debian, Ubuntu: "sudo apt install python3 make g++"; macOS: "xcode-select --install"). Then start again.',
	],
	[/ENOSPC/, 'The disk is full: free 3 GB, then start again.'],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR/,
		UNREACHABLE,
	],
];

/**
 * Runs npm in a folder under the project's Node 24, in the terminal's process group, so that Ctrl-C ends it too.
 *
 * @returns what npm printed to stdout
 * @throws an error with the end of npm's output, which says what is wrong with the disk or its rights
 */
export async function npm(args: string[], folder: string): Promise<string> {
	// What is said of an error is needed even under `npm start --silent`.
	const env = { ...process.env, PATH: pathWithNode24(), npm_config_loglevel: 'error' };
	const options = { cwd: folder, env, maxBuffer: Infinity };
	const { stdout } = await promisify(execFile)('npm', args, options).catch((error) => {
		const output = `${error.stderr}${error.stdout}`.trim();
		const tail = output.split('\n').slice(-15).join('\n');
		// A system that runs out of memory ends npm without any output.
		const failed = `npm ${args[0]} failed (${error.signal ?? error.code}). The end of its output:\n${tail}`;
		const [, advice] = ADVICE.find(([said]) => said.test(output)) ?? [];
		throw new Error(advice ? `${advice}\n\n${failed}` : failed);
	});
	return stdout;
}

/** Prints what begins, and every 20 seconds that it still goes on. */
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
