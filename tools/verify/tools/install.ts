import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from '../../../rig/n8n/npm';

/** The tools have dependencies that the project must not have, so they live in a folder of their own. */
export const toolsFolder = __dirname;

export type Versions = Record<string, string>;

const manifestIn = async (folder: string) =>
	await readFile(path.join(folder, 'package.json'), 'utf8');

/** The versions of the tools that package.json names. */
export async function testedVersions(): Promise<Versions> {
	const manifest = JSON.parse(await manifestIn(toolsFolder)) as { dependencies: Versions };
	return manifest.dependencies;
}

/** Copies the scripts and other versions of the tools into another folder, and installs them. */
export async function installVersions(folder: string, dependencies: Versions): Promise<void> {
	for (const script of ['scan.mjs', 'lint.mjs']) {
		await cp(path.join(toolsFolder, script), path.join(folder, script));
	}
	const manifest = { ...JSON.parse(await manifestIn(toolsFolder)), dependencies };
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
	await installTools(folder);
}

/** Installs the tools of a folder, unless the versions in its package.json are there already. */
export async function installTools(folder = toolsFolder): Promise<void> {
	const modules = path.join(folder, 'node_modules');
	const marker = path.join(modules, '.installed-for');
	const wanted = await manifestIn(folder);
	if ((await readFile(marker, 'utf8').catch(() => undefined)) === wanted) return;
	console.log("  Installing n8n's lint and scan (once, about a minute)");
	// An interrupted npm leaves half-written packages that the next npm takes for good.
	await rm(modules, { recursive: true, force: true });
	const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
	await npm(['install', ...options], folder);
	await writeFile(marker, wanted);
}
