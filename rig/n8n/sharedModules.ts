import { existsSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { lineFolder, projectFolder, type N8nLine } from './folders';

/** What a community node may import and n8n itself has. */
const SHARED = ['n8n-workflow', 'luxon', 'lodash', 'zod'];

/**
 * A user folder below the project would find the project's own `n8n-workflow` on the way up, before n8n's:
 * a second copy, whose errors n8n does not recognise. Links to n8n's copies come first. Elsewhere nothing is done.
 */
export async function linkSharedModules(line: N8nLine, userFolder: string): Promise<void> {
	if (path.relative(projectFolder, userFolder).startsWith('..')) return;
	const n8n = path.join(lineFolder(line), 'node_modules', 'n8n', 'package.json');
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	await mkdir(modules, { recursive: true });
	for (const name of SHARED) {
		const own = createRequire(n8n)
			.resolve.paths(name)
			?.map((folder) => path.join(folder, name))
			.find((folder) => existsSync(folder));
		const link = path.join(modules, name);
		await rm(link, { force: true, recursive: true });
		if (own) await symlink(own, link, 'junction');
	}
}
