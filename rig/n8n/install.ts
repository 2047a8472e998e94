import { existsSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { UNREACHABLE } from './advice';
import { freeMegabytes, megabytesIn } from './folderSize';
import { lineFolder, type N8nLine } from './folders';
import { node24 } from './node24';
import { npm } from './npm';

/** One thing the installation tells about itself. */
export interface InstallStep {
	text: string;
	/** since the installation began */
	seconds: number;
	/** on disk so far, and at the end; only while packages are being downloaded */
	megabytes?: number;
	expectedMegabytes?: number;
}

export type ReportInstallStep = (step: InstallStep) => void;

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
 * @returns whether anything had to be installed
 * @throws an error a user can act on: disk full, registry not reachable, sqlite3 not usable
 */
export async function installN8n(
	line: N8nLine,
	report: ReportInstallStep = () => {},
	folder = lineFolder(line),
): Promise<boolean> {
	const modules = path.join(folder, 'node_modules');
	if (isInstalled(folder)) return false;

	const begun = Date.now();
	const tell = (text: string, size?: Pick<InstallStep, 'megabytes' | 'expectedMegabytes'>) =>
		report({ text, seconds: (Date.now() - begun) / 1000, ...size });

	if (existsSync(modules)) {
		// An interrupted npm leaves half-written packages that the next npm takes for good.
		tell('Removing an unfinished or outdated installation');
		await rm(modules, { recursive: true, force: true });
	}
	await assertRoom(folder);
	await assertRegistry(folder);

	const stopLooking = watchSize(modules, (megabytes) =>
		tell(megabytes < 1 ? 'Downloading n8n' : 'Unpacking n8n', {
			megabytes,
			expectedMegabytes: EXPECTED_MEGABYTES[line],
		}),
	);
	try {
		await npm(['install', ...INSTALL_OPTIONS], folder);
	} finally {
		stopLooking();
	}
	tell('Preparing the database driver, sqlite3');
	await npm(['rebuild', 'sqlite3'], folder);
	await assertSqliteLoads(folder);
	await cp(path.join(folder, 'package.json'), path.join(modules, MARKER));
	tell('n8n is installed');
	return true;
}

async function assertRoom(folder: string): Promise<void> {
	const free = await freeMegabytes(folder);
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

/** Looks at the folder's size now and then, less often the longer a look takes. */
function watchSize(folder: string, tell: (megabytes: number) => void): () => void {
	let watching = true;
	let timer: NodeJS.Timeout | undefined;
	const look = async () => {
		const begun = Date.now();
		const megabytes = await megabytesIn(folder);
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
