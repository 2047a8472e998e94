import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from './folders';
import { npm } from './npm';
import { pack } from './pack';

/** What n8n reads of a package, and what it strips before it installs one. */
interface PackageJson {
	name: string;
	n8n?: { nodes?: string[]; credentials?: string[] };
	devDependencies?: unknown;
	peerDependencies?: unknown;
	optionalDependencies?: unknown;
}

/** Where n8n looks for the packages of its user. */
const nodesFolder = (userFolder: string) => path.join(userFolder, '.n8n', 'nodes');

/**
 * Puts a package where n8n finds it, in the state n8n's own installation leaves it in:
 * only what `npm pack` publishes, without its dev, peer and optional dependencies.
 *
 * @param packageFolder built already (`npm run build`)
 * @returns the folder of the package inside the user folder
 */
export async function placePackage(
	userFolder: string,
	packageFolder = projectFolder,
): Promise<string> {
	const { tarball } = await pack(packageFolder);
	const { name } = await read(path.join(packageFolder, 'package.json'));
	const target = path.join(nodesFolder(userFolder), 'node_modules', name);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
	await strip(target);
	return target;
}

/** As n8n's guide has it for queue mode: `npm install` in `~/.n8n/nodes`, for every process. */
export async function installByHand(
	userFolder: string,
	packageFolder = projectFolder,
): Promise<void> {
	const { tarball } = await pack(packageFolder);
	const nodes = nodesFolder(userFolder);
	await mkdir(nodes, { recursive: true });
	await npm(['install', '--no-audit', '--no-fund', '--prefix', nodes, tarball], nodes);
}

const read = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as PackageJson;

async function strip(folder: string): Promise<void> {
	const file = path.join(folder, 'package.json');
	const kept = await read(file);
	for (const dropped of ['devDependencies', 'peerDependencies', 'optionalDependencies'] as const) {
		delete kept[dropped];
	}
	for (const entry of [...(kept.n8n?.nodes ?? []), ...(kept.n8n?.credentials ?? [])]) {
		if (!existsSync(path.join(folder, entry))) {
			throw new Error(`${entry} is not in the package: run "npm run build" first.`);
		}
	}
	await writeFile(file, JSON.stringify(kept, null, 2));
}
