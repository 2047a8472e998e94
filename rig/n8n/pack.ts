import { execFile } from 'node:child_process';
import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from './folders';
import { npm } from './install';

/** Builds the node, unless everything it is built from is older than what was built. @returns whether it did */
export async function buildNode(): Promise<boolean> {
	const changedAt = (file: string) =>
		statSync(path.join(projectFolder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
	const files = ['{nodes,credentials}/**', 'gulpfile.js', 'package.json', 'tsconfig.build.json'];
	const sources = globSync(files, { cwd: projectFolder });
	// The assets come last, with the times of their sources.
	const built = 'dist/nodes/WhatsAppSender/WhatsAppSender.node';
	const isComplete = changedAt(`${built}.json`) > 0;
	if (isComplete && changedAt(`${built}.js`) > Math.max(...sources.map(changedAt))) return false;
	await npm(['run', 'build'], projectFolder);
	return true;
}

export interface Packed {
	name: string;
	tarball: string;
	/** Of the tarball, in bytes. */
	size: number;
	/** Its files: with slashes, from the package's folder; bytes. */
	files: Array<{ path: string; size: number }>;
}

let packed: Promise<Packed> | undefined;

/** Packs the node, which is built already (`npm run build`), as npm would publish it; once in this process. */
export const pack = async (): Promise<Packed> => await (packed ??= packNow());

async function packNow(): Promise<Packed> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const [{ filename, ...rest }] = JSON.parse(await npm(args, projectFolder));
	return { ...rest, tarball: path.join(folder, filename) };
}

/** Where n8n looks for the packages of its user. */
const nodesFolder = (userFolder: string) => path.join(userFolder, '.n8n', 'nodes');

/**
 * Puts the node where n8n finds it, in the state n8n's own installation leaves it in:
 * only what `npm pack` publishes, without its dev and peer dependencies.
 *
 * @returns the folder of the package inside the user folder
 */
export async function placePackage(userFolder: string): Promise<string> {
	const { tarball, name } = await pack();
	const target = path.join(nodesFolder(userFolder), 'node_modules', name);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
	const file = path.join(target, 'package.json');
	const manifest = JSON.parse(await readFile(file, 'utf8'));
	for (const entry of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
		if (!existsSync(path.join(target, entry)))
			throw new Error(`${entry} is not in the package: run "npm run build" first.`);
	}
	// JSON leaves out what is undefined.
	const dropped = { devDependencies: undefined, peerDependencies: undefined };
	await writeFile(file, JSON.stringify({ ...manifest, ...dropped }, null, 2));
	return target;
}

/** As n8n's guide has it for queue mode: `npm install` in `~/.n8n/nodes`, for every process. */
export async function installByHand(userFolder: string): Promise<void> {
	const { tarball } = await pack();
	const nodes = nodesFolder(userFolder);
	await mkdir(nodes, { recursive: true });
	await npm(['install', '--no-audit', '--no-fund', '--prefix', nodes, tarball], nodes);
}
