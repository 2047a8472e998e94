import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectFolder } from '../n8n/folders';

/** n8n watches the files of its packages with these, and tells the editor when it has reloaded a node. */
export const RELOAD_SETTINGS = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };

/** What n8n prints of it, for the one who waits for it. */
export const reloadsIn = (text: string): string[] =>
	text.match(/Hot reload (triggered|failed).*/g) ?? [];

/** Compiles the node into the placed package that n8n has loaded, at every change of its code. @returns ends it */
export function compileInto(placed: string): () => void {
	const args = ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput', '--outDir'];
	const tsc = [require.resolve('typescript/bin/tsc'), ...args, path.join(placed, 'dist')];
	const options = { cwd: projectFolder, stdio: 'inherit' } as const;
	const compiler = spawn(process.execPath, tsc, options);
	return () => void compiler.kill();
}
