import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { examplesFolder } from '../../rig/n8n/folders';

/** One declaration, or one line of code, at the top of a file. */
interface Part {
	code: string;
	declares: string[];
	uses: Set<string>;
	file: string;
}
interface Example {
	nodes: Array<{ id?: string; name: string; type: string; parameters: Record<string, unknown> }>;
}

/** Types alone: they need no JavaScript. */
const isType = (statement: ts.Statement) =>
	ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);

function namesIn(node: ts.Node, names = new Set<string>()): Set<string> {
	if (ts.isIdentifier(node)) names.add(node.text);
	ts.forEachChild(node, (child) => void namesIn(child, names));
	return names;
}

function declaredBy(statement: ts.Statement): string[] {
	if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? ''];
	if (!ts.isVariableStatement(statement)) return [];
	return statement.declarationList.declarations.flatMap(({ name }) => [...namesIn(name)]);
}

/** The statement without types. Code that is pasted into n8n imports and exports nothing: it returns. */
function javaScriptOf(statement: ts.Statement): string {
	const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext };
	return ts
		.transpileModule(statement.getFullText(), { compilerOptions })
		.outputText.replace(/^"use strict";\s*/, '')
		.replace(/^export default /m, 'return ')
		.replace(/^export (?=const|function|async)/m, '')
		.trim();
}

/** A function, and the result, have an empty line before and behind them. */
const isLong = (code: string) => /^(\/\*\*[^]*?\*\/\s*)?(async )?(function|return)/.test(code);

/** The parts of a file, after those of the files that it imports. */
function partsOf(file: string, read = new Set<string>()): Part[] {
	if (read.has(file)) return [];
	read.add(file);
	const source = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.ESNext,
		true,
	);
	const imports = source.statements.filter(ts.isImportDeclaration);
	const imported = imports.flatMap(({ moduleSpecifier }) => {
		const { text } = moduleSpecifier as ts.StringLiteral;
		return partsOf(path.join(path.dirname(file), `${text}.ts`), read);
	});
	const own = source.statements.flatMap((statement) => {
		if (ts.isImportDeclaration(statement) || isType(statement)) return [];
		const code = javaScriptOf(statement);
		return [{ code, declares: declaredBy(statement), uses: namesIn(statement), file }];
	});
	return [...imported, ...own];
}

/**
 * Makes the code of a Code node: the file, and of the files that it imports what it uses.
 *
 * @throws an error if two of the files declare the same name
 */
async function codeOf(file: string): Promise<string> {
	const parts = partsOf(file);
	const used = new Set(parts.filter((part) => part.file === file));
	// A Set's loop also visits what is added meanwhile.
	for (const { uses } of used)
		for (const part of parts) if (part.declares.some((name) => uses.has(name))) used.add(part);
	const names = [...used].flatMap(({ declares }) => declares);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice) throw new Error(`${file}: "${twice}" is declared twice. Rename one of them.`);
	const from = path.relative(path.dirname(examplesFolder), file);
	const code = parts.flatMap((part) => {
		if (!used.has(part)) return [];
		return isLong(part.code) ? ['', part.code, ''] : [part.code];
	});
	const config = await resolveConfig(file);
	return await format(`// Written from ${from}\n${code.join('\n')}`, {
		...config,
		parser: 'babel',
	});
}

/** `Shop orders` is written in `shopOrders.ts`. */
const fileOf = (node: string) =>
	`${node.charAt(0).toLowerCase()}${node.slice(1).replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}.ts`;

/** The text of an example, with the code of its Code nodes as their files have it. */
async function textOf(example: string): Promise<string> {
	const file = path.join(examplesFolder, example);
	const workflow = JSON.parse(readFileSync(file, 'utf8')) as Example;
	const folder = path.join(examplesFolder, 'source', path.basename(example, '.json'));
	for (const node of workflow.nodes) {
		// n8n gives each node an ID when it imports it.
		delete node.id;
		if (node.type === 'n8n-nodes-base.code')
			node.parameters.jsCode = (await codeOf(path.join(folder, fileOf(node.name)))).trim();
	}
	const config = await resolveConfig(file);
	return await format(JSON.stringify(workflow), { ...config, parser: 'json' });
}

/** `npm run write:examples` writes the Code nodes from their files; with `--check` it only says which ones differ. */
async function main() {
	const isCheck = process.argv.includes('--check');
	const examples = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));
	for (const example of examples) {
		const file = path.join(examplesFolder, example);
		const text = await textOf(example);
		if (text === readFileSync(file, 'utf8')) continue;
		if (!isCheck) writeFileSync(file, text);
		process.stdout.write(
			`examples/${example} ${isCheck ? 'differs from its source' : 'written'}\n`,
		);
		if (isCheck) process.exitCode = 1;
	}
}

void main();
