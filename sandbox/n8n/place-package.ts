import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from './folders';
import { npm } from './npm';

/** What n8n reads of a package, and what it strips before it installs one. */
interface PackageJson {
	name: string;
	n8n?: { nodes?: string[]; credentials?: string[] };
	devDependencies?: unknown;
	peerDependencies?: unknown;
	optionalDependencies?: unknown;
}

/**
 * Puts the built package where n8n finds it, in the state n8n's own installation leaves it in:
 * only what `npm pack` publishes, without its dev, peer and optional dependencies.
 * @param packageFolder built already (`npm run build`)
 * @returns the folder of the package inside the user folder
 */
export async function placePackage(userFolder: string, packageFolder = projectFolder): Promise<string> {
	const temporary = await mkdtemp(path.join(tmpdir(), 'n8n-package-'));
	try {
		const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', temporary];
		const [{ filename }] = JSON.parse(await npm(args, packageFolder)) as Array<{ filename: string }>;
		const unpacked = path.join(temporary, 'package');
		await mkdir(unpacked);
		const tar = ['-xzf', path.join(temporary, filename), '-C', unpacked, '--strip-components=1'];
		await promisify(execFile)('tar', tar);
		const { name } = await strip(unpacked);

		const target = path.join(userFolder, '.n8n', 'nodes', 'node_modules', name);
		await rm(target, { recursive: true, force: true });
		await mkdir(path.dirname(target), { recursive: true });
		// Copied rather than renamed: the system's temporary folder may be on another disk.
		await cp(unpacked, target, { recursive: true });
		return target;
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}

async function strip(folder: string): Promise<PackageJson> {
	const file = path.join(folder, 'package.json');
	const content = JSON.parse(await readFile(file, 'utf8')) as PackageJson;
	const kept: PackageJson = { ...content };
	for (const dropped of ['devDependencies', 'peerDependencies', 'optionalDependencies'] as const) {
		delete kept[dropped];
	}
	for (const entry of [...(kept.n8n?.nodes ?? []), ...(kept.n8n?.credentials ?? [])]) {
		if (!existsSync(path.join(folder, entry))) {
			throw new Error(`${entry} is not in the package: run "npm run build" first.`);
		}
	}
	await writeFile(file, JSON.stringify(kept, null, 2));
	return kept;
}
