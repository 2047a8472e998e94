const { execFileSync } = require('node:child_process');
const { readFileSync, rmSync } = require('node:fs');
const path = require('node:path');
const { buildSync } = require('esbuild');
const { dest, series, src } = require('gulp');

async function compile() {
	rmSync('dist', { recursive: true, force: true });
	const tsc = [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'];
	execFileSync(process.execPath, tsc, { stdio: 'inherit' });
}

/** Bundles the library, because n8n allows a package no `dependencies`. */
async function bundleLibrary() {
	const file = 'nodes/WhatsAppSender/values/phoneLibrary';
	buildSync({
		entryPoints: [`${file}.ts`],
		outfile: `dist/${file}.js`,
		allowOverwrite: true,
		bundle: true,
		platform: 'node',
		target: 'node20',
		minify: true,
		banner: { js: `/*!\n${licences()}\n*/` },
	});
}

/** Name, version and licence of the library, and the licence of Google's numbering plans in it. */
function licences() {
	const library = require.resolve('libphonenumber-js/package.json');
	const { name, version } = require(library);
	const read = (file) => readFileSync(path.join(path.dirname(library), file), 'utf8').trim();
	const plans = "Its numbering plans are those of Google's libphonenumber, under this licence:";
	return [`${name} ${version}`, read('LICENSE'), plans, read('LICENSE.Apache')].join('\n\n');
}

/** Copies icons, the codex file and the output schemas, which n8n reads. */
function copyAssets() {
	return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

/** `npm run build` writes the published files into `dist`. */
exports.build = series(compile, bundleLibrary, copyAssets);
