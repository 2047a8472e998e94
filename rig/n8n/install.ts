import { execFile } from 'node:child_process';
import { existsSync, readFileSync, type Dirent } from 'node:fs';
import { cp, lstat, readdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { lineFolder, node24, type N8nLine } from './folders';
import { npm, UNREACHABLE } from './npm';

const EXPECTED_MEGABYTES: Record<N8nLine, number> = { '2.x': 2200, '1.x': 1400 };
const NEEDED_FREE_MEGABYTES = 2560;
const LOOK_EVERY_MS = 4000;

/** Holds the package.json that n8n was installed for; written when everything else is done. */
const MARKER = '.installed-for';

const INSTALL_OPTIONS = [
	'--legacy-peer-deps',
	// Of all the install scripts that n8n's packages bring only sqlite3's is needed.
	'--ignore-scripts',
	// n8n fixes nearly all versions itself, and a lock written on one platform lacks packages of the others.
	'--no-package-lock',
	'--no-audit',
	'--no-fund',
	// npm's own patience lets someone without a network wait for more than a minute.
	'--fetch-retries=3',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=5000',
];

/** @throws an error that names the command, where this n8n is not installed as its package.json has it */
export function requireN8n(line: N8nLine, folder = lineFolder(line)): void {
	if (isInstalled(folder)) return;
	throw new Error(`n8n ${line} is not installed: run "npm run install:n8n -- ${line}" first.`);
}

function isInstalled(folder: string): boolean {
	const modules = path.join(folder, 'node_modules');
	const marker = path.join(modules, MARKER);
	if (![marker, path.join(modules, 'n8n', 'bin', 'n8n')].every(existsSync)) return false;
	return readFileSync(marker, 'utf8') === readFileSync(path.join(folder, 'package.json'), 'utf8');
}

/**
 * Installs n8n into its line's folder (`rig/n8n/<line>/node_modules`), unless it is there already.
 * @param report gets what is being done, and how far it is
 * @returns whether anything had to be installed
 * @throws an error a user can act on: disk full, registry not reachable, sqlite3 not usable
 */
export async function installN8n(
	line: N8nLine,
	report: (text: string) => void = () => {},
	folder = lineFolder(line),
): Promise<boolean> {
	const modules = path.join(folder, 'node_modules');
	if (isInstalled(folder)) return false;
	if (existsSync(modules)) {
		// An interrupted npm leaves half-written packages that the next npm takes for good.
		report('Removing an unfinished or outdated installation');
		await rm(modules, { recursive: true, force: true });
	}
	await assertRoom(folder);
	await assertRegistry(folder);

	const stopLooking = watchSize(modules, (megabytes) =>
		report(describeSize(megabytes, EXPECTED_MEGABYTES[line])),
	);
	await npm(['install', ...INSTALL_OPTIONS], folder).finally(stopLooking);
	report('Preparing the database driver, sqlite3 (the first time only)');
	await npm(['rebuild', 'sqlite3'], folder);
	await assertSqliteLoads(folder);
	await cp(path.join(folder, 'package.json'), path.join(modules, MARKER));
	return true;
}

/** How far the installation is. It names no duration, which could pass. */
export function describeSize(megabytes: number, expected: number): string {
	if (megabytes < 1) return 'Downloading n8n (the first time only)';
	const size = (value: number) => Math.round(value).toLocaleString('en');
	if (megabytes > expected) return `Unpacking n8n: ${size(megabytes)} MB, almost done`;
	return `Unpacking n8n: ${size(megabytes)} of about ${size(expected)} MB`;
}

async function assertRoom(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const free = (bavail * bsize) / 2 ** 20;
	if (free >= NEEDED_FREE_MEGABYTES) return;
	throw new Error(
		`n8n needs about 2.5 GB on the disk of ${folder}, but only ${(free / 1024).toFixed(1)} GB are free.`,
	);
}

/** Without a network `npm install` tries for minutes, because npm still has part of what it needs from earlier. */
async function assertRegistry(folder: string): Promise<void> {
	await npm(
		['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=20000'],
		folder,
	).catch((error: Error) => {
		// Not every registry answers a ping.
		if (error.message.startsWith(UNREACHABLE)) throw error;
	});
}

async function assertSqliteLoads(folder: string): Promise<void> {
	const script = "new (require('sqlite3').Database)(':memory:')";
	await promisify(execFile)(node24(), ['-e', script], { cwd: folder }).catch((error: Error) => {
		throw new Error(`sqlite3 was installed but does not load under Node 24:\n${error.message}`);
	});
}

/** Looks at the folder's size now and then, less often the longer a look takes. @returns ends it */
function watchSize(folder: string, tell: (megabytes: number) => void): () => void {
	let watching = true;
	let timer: NodeJS.Timeout | undefined;
	const look = async () => {
		const begun = Date.now();
		const megabytes = (await bytesIn(folder)) / 2 ** 20;
		if (!watching) return;
		tell(megabytes);
		timer = setTimeout(look, Math.max(LOOK_EVERY_MS, 3 * (Date.now() - begun)));
	};
	void look();
	return () => {
		watching = false;
		clearTimeout(timer);
	};
}

/** What a folder takes on the disk. npm moves folders about meanwhile: what vanishes counts nothing. */
async function bytesIn(folder: string): Promise<number> {
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	const pathOf = ({ name }: Dirent) => path.join(folder, name);
	const files = await Promise.all(
		entries.map(async (entry) => await lstat(pathOf(entry)).catch(() => undefined)),
	);
	// Windows does not count blocks.
	let bytes = files.reduce((sum, file) => sum + (file ? file.blocks * 512 || file.size : 0), 0);
	// One folder after the other: the point is to watch npm, not to compete with it.
	for (const entry of entries) if (entry.isDirectory()) bytes += await bytesIn(pathOf(entry));
	return bytes;
}
