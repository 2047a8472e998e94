const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { dest, parallel, series, src } = require('gulp');

async function clean() {
	rmSync('dist', { recursive: true, force: true });
}

async function compile() {
	execFileSync(
		process.execPath,
		[require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
		{
			stdio: 'inherit',
		},
	);
}

/** What n8n reads beside the code: icons, the codex file and the output schemas. */
function copyAssets() {
	return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

exports.build = series(clean, parallel(compile, copyAssets));
