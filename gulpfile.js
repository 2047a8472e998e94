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

/** n8n's rule for a package that needs a library: bundle it, because a package may have no `dependencies`. */
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

/** What is bundled, and both licences: of the library, and of Google's numbering plans in it. */
function licences() {
	const library = require.resolve('libphonenumber-js/package.json');
	const { name, version } = require(library);
	const read = (file) => readFileSync(path.join(path.dirname(library), file), 'utf8').trim();
	const plans = "Its numbering plans are those of Google's libphonenumber, under this licence:";
	return [`${name} ${version}`, read('LICENSE'), plans, read('LICENSE.Apache')].join('\n\n');
}

/** What n8n reads beside the code: icons, the codex file and the output schemas. */
function copyAssets() {
	return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

/** `npm run build`: what is published, in `dist`. */
exports.build = series(compile, bundleLibrary, copyAssets);
