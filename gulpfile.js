const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { dest, series, src } = require('gulp');

async function compile() {
	rmSync('dist', { recursive: true, force: true });
	const tsc = [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'];
	execFileSync(process.execPath, tsc, { stdio: 'inherit' });
}

/** What n8n reads beside the code: icons, the codex file and the output schemas. */
function copyAssets() {
	return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

/** `npm run build`: what is published, in `dist`. */
exports.build = series(compile, copyAssets);
