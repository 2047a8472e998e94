/** `npm run build`: what is published, in `dist`. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
execFileSync(process.execPath, tsc, { stdio: 'inherit' });
// What n8n reads beside the code: icons, the codex file and the output schemas.
cpSync('nodes', 'dist/nodes', {
	recursive: true,
	filter: (path) => statSync(path).isDirectory() || /\.(svg|json)$/.test(path),
});
