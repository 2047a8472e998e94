import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from '../../../rig/n8n/npm';

/** The tools have dependencies that the project must not have, so they live in a folder of their own. */
export const toolsFolder = __dirname;

const OPTIONS = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];

/** Installs the tools beside this file, unless the versions in package.json are there already. */
export async function installTools(tell: (text: string) => void): Promise<void> {
	const marker = path.join(toolsFolder, 'node_modules', '.installed-for');
	const wanted = await readFile(path.join(toolsFolder, 'package.json'), 'utf8');
	if ((await readFile(marker, 'utf8').catch(() => undefined)) === wanted) return;
	tell("Installing n8n's lint and scan (once, about a minute)");
	// An interrupted npm leaves half-written packages that the next npm takes for good.
	await rm(path.join(toolsFolder, 'node_modules'), { recursive: true, force: true });
	await npm(['install', ...OPTIONS], toolsFolder);
	await writeFile(marker, wanted);
}

/** Installs other versions of the tools, with copies of the scripts, into another folder. */
export async function installToolsInto(
	folder: string,
	versions: Record<string, string>,
): Promise<void> {
	const content = JSON.parse(await readFile(path.join(toolsFolder, 'package.json'), 'utf8'));
	const manifest = { ...content, dependencies: versions };
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
	for (const script of ['scan.mjs', 'lint.mjs']) {
		await cp(path.join(toolsFolder, script), path.join(folder, script));
	}
	await npm(['install', ...OPTIONS], folder);
}
