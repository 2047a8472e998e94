// Fails if files import each other in a circle, directly or through other files. knip ignores imports of types, this
// check does not.
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { preProcessFile, sys } = require('typescript');

const FOLDERS = ['nodes', 'credentials', 'sandbox', 'rig', 'test', 'bench', 'tools'];

function importsOf(file) {
	const { importedFiles } = preProcessFile(readFileSync(file, 'utf8'));
	return importedFiles
		.filter(({ fileName }) => fileName.startsWith('.'))
		.map(({ fileName }) => path.join(path.dirname(file), fileName))
		.flatMap((imported) => [`${imported}.ts`, path.join(imported, 'index.ts')])
		.filter(existsSync);
}

const visited = new Set();
const circles = [];

function visit(file, importers) {
	const begin = importers.indexOf(file);
	if (begin >= 0) circles.push([...importers.slice(begin), file].join('\n  → '));
	if (begin >= 0 || visited.has(file)) return;
	for (const imported of importsOf(file)) visit(imported, [...importers, file]);
	visited.add(file);
}

const files = sys.readDirectory('.', ['.ts'], ['**/node_modules'], FOLDERS);
for (const file of files) visit(path.normalize(file), []);
if (circles.length > 0) {
	process.stderr.write(`Files import each other in a circle:\n${circles.join('\n')}\n`);
	process.exitCode = 1;
}
