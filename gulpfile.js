const { Buffer } = require('node:buffer');
const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { Transform } = require('node:stream');
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

/**
 * Makes the package smaller: tabs, as the sources have them, instead of four spaces, and without the
 * mark of an ES module in each file, which matters only to code that imports a default.
 */
function tidy() {
	const tidied = new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			const code = String(file.contents)
				.replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
				.replace('Object.defineProperty(exports, "__esModule", { value: true });\n', '');
			file.contents = Buffer.from(code);
			done(null, file);
		},
	});
	return src('dist/**/*.js').pipe(tidied).pipe(dest('dist'));
}

/** What n8n reads beside the code: icons, the codex file and the output schemas. */
function copyAssets() {
	return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

exports.build = series(clean, parallel(series(compile, tidy), copyAssets));
