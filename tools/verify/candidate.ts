import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../rig/n8n/folders';
import { pack, type PackedFile } from '../../rig/n8n/pack';

/** What package.json says, as far as a rule looks at it. */
export interface Manifest {
	name: string;
	version: string;
	description?: string;
	main?: string;
	license?: string;
	homepage?: string;
	keywords?: string[];
	author?: { name?: string; email?: string };
	repository?: { type?: string; url?: string };
	files?: string[];
	scripts?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	n8n?: { n8nNodesApiVersion?: number; nodes?: string[]; credentials?: string[] };
	[more: string]: unknown;
}

/** The package as a reviewer gets it: what would be published, and the source it is built from. */
export interface Candidate {
	manifest: Manifest;
	files: PackedFile[];
	/** Bytes of the tarball. */
	size: number;
	/** The tarball, unpacked. */
	packageFolder: string;
	/** A copy of what a lint looks at: package.json, `nodes`, `credentials`, README and licence. */
	sourceFolder: string;
	/** Of the repository itself. */
	projectFolder: string;
	discard(): Promise<void>;
}

const SOURCE = ['package.json', 'nodes', 'credentials', 'README.md', 'LICENSE.md', 'tsconfig.json'];

/** Packs what has been built (`npm run build`). */
export async function packCandidate(): Promise<Candidate> {
	const temporary = await mkdtemp(path.join(tmpdir(), 'verify-'));
	const packageFolder = path.join(temporary, 'package');
	const sourceFolder = path.join(temporary, 'source');
	await mkdir(packageFolder);
	// What the package imports from n8n is found from the temporary folder too.
	await symlink(
		path.join(projectFolder, 'node_modules'),
		path.join(temporary, 'node_modules'),
		'junction',
	);
	const { tarball, size, files } = await pack();
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', temporary]);
	for (const entry of SOURCE) {
		const from = path.join(projectFolder, entry);
		await cp(from, path.join(sourceFolder, entry), { recursive: true });
	}
	const manifest = await readFile(path.join(packageFolder, 'package.json'), 'utf8');
	return {
		manifest: JSON.parse(manifest) as Manifest,
		files,
		size,
		packageFolder,
		sourceFolder,
		projectFolder,
		discard: async () => await rm(temporary, { recursive: true, force: true }),
	};
}
