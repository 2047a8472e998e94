import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { projectFolder } from '../../rig/n8n/folders';
import { pack, type Packed } from '../../rig/n8n/pack';

/** What package.json says, as far as a rule looks at it. */
export interface Manifest {
	name: string;
	version: string;
	homepage?: string;
	repository?: { url?: string };
	peerDependenciesMeta?: object;
	main: string;
	n8n: { nodes: string[]; credentials: string[] };
}

/** The package as a reviewer gets it: what would be published, and the source it is built from. */
export interface Candidate extends Omit<Packed, 'name' | 'tarball'> {
	manifest: Manifest;
	/** The tarball, unpacked. */
	packageFolder: string;
	/** A copy of what a lint looks at: package.json, `nodes`, `credentials`, README and licence. */
	sourceFolder: string;
	discard(): Promise<void>;
}

const SOURCE = ['package.json', 'nodes', 'credentials', 'README.md', 'LICENSE.md', 'tsconfig.json'];

/** Packs what has been built (`npm run build`). */
export async function packCandidate(): Promise<Candidate> {
	const temporary = await mkdtemp(path.join(tmpdir(), 'verify-'));
	const packageFolder = path.join(temporary, 'package');
	const sourceFolder = path.join(temporary, 'source');
	// What the package imports from n8n is found from the temporary folder too.
	const modules = path.join(projectFolder, 'node_modules');
	await symlink(modules, path.join(temporary, 'node_modules'), 'junction');
	const { tarball, size, files } = await pack();
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', temporary]);
	for (const entry of SOURCE) {
		const from = path.join(projectFolder, entry);
		await cp(from, path.join(sourceFolder, entry), { recursive: true });
	}
	return {
		manifest: JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')),
		files,
		size,
		packageFolder,
		sourceFolder,
		discard: async () => await rm(temporary, { recursive: true, force: true }),
	};
}

/** The classes that package.json names, from the tarball's own code. */
export function classesOf({ packageFolder, manifest }: Candidate) {
	const load = createRequire(path.join(packageFolder, 'package.json'));
	const instanceOf = <Instance>(file: string): Instance => {
		const exported = load(`./${file}`) as Record<string, new () => Instance>;
		return new (Object.values(exported)[0])();
	};
	return {
		node: instanceOf<INodeType>(manifest.n8n.nodes[0]),
		credential: instanceOf<ICredentialType>(manifest.n8n.credentials[0]),
	};
}

/** What n8n shows of the node beside its form, such as where it is found. */
export async function codexOf({ packageFolder, manifest }: Candidate): Promise<Codex> {
	const file = manifest.n8n.nodes[0].replace(/\.js$/, '.json');
	return JSON.parse(await readFile(path.join(packageFolder, file), 'utf8')) as Codex;
}

export interface Codex {
	node?: string;
	nodeVersion?: string;
	codexVersion?: string;
	categories?: string[];
	subcategories?: unknown;
	alias?: string[];
	resources?: { primaryDocumentation?: Array<{ url?: string }> };
}
