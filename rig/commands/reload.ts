import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../n8n/folders';

/** n8n watches the files of its packages with these, and tells the editor when it has reloaded a node. */
export const RELOAD_SETTINGS = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };

/** What n8n prints of it, for the one who waits for it. */
export function reloadsIn(text: string): string[] {
	return text
		.split('\n')
		.flatMap((line) => /Hot reload (triggered|failed).*/.exec(line)?.[0] ?? []);
}

/**
 * Compiles the node into the package that n8n has loaded, at every change of its sources.
 *
 * @param placed the folder of the package inside n8n's user folder
 * @returns ends it
 */
export function compileInto(placed: string): () => void {
	const dist = path.join(placed, 'dist');
	const tsc = require.resolve('typescript/bin/tsc');
	const args = ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput', '--outDir', dist];
	const compiler = spawn(process.execPath, [tsc, ...args], {
		cwd: projectFolder,
		stdio: 'inherit',
	});
	// Icons, the codex file and the output schemas.
	const sources = path.join(projectFolder, 'nodes');
	const assets = watch(sources, { recursive: true }, (_event, file) => {
		if (!file || !/\.(svg|json)$/.test(file)) return;
		void cp(path.join(sources, file), path.join(dist, 'nodes', file)).catch(() => undefined);
	});
	return () => {
		assets.close();
		compiler.kill();
	};
}
