import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import type { Candidate } from '../candidate';
import type { RuleGroup } from '../rule';

/** A label, and a description that n8n's own lint asks for. */
const N8NS_OWN =
	/^(Ignore SSL Issues \(Insecure\)|.*even if SSL certificate validation is not possible)$/;
/** What n8n itself or Node.js brings on both lines, of what the programme allows. */
const ALLOWED_IMPORT = /^(\.{1,2}\/|n8n-workflow$|luxon$|lodash$|zod$|crypto$)/;
const FORBIDDEN_GLOBALS = new Set(
	(
		'process console global globalThis eval Function setTimeout setInterval setImmediate ' +
		'clearTimeout clearInterval clearImmediate __dirname __filename fetch XMLHttpRequest'
	).split(' '),
);
/** Words that leave a user with blame and without a way on, as the UX guidelines see it. On Error is a setting, and the first failure is where a broadcast stops. */
const BLAMING = /\b(?<!On |first )(errors?|problems?|failures?|mistakes?)\b/i;
/** One term for one thing, and none that only programmers know: what not to say, and what instead. */
const TERMS: Array<[avoided: RegExp, used: string]> = [
	[/\bincoming item/i, 'input item'],
	[/\bpauses?\b/i, 'delay'],
	[/\bgone out\b/i, 'been sent'],
	[/\bbinary (field|property|file)\b/i, 'input field'],
	[/\b(payload|endpoint|boolean|TLS|SSL|ISO|Unix|null|undefined)\b/, 'words that anybody knows'],
];
/** Letters of any script but Latin. */
const FOREIGN = /[^\P{L}\p{Script=Latin}]/u;

type Report = (node: ts.Node, text: string) => void;

/** Walks through all code that is shipped, and tells where it found what. */
async function findings(
	{ files, packageFolder }: Candidate,
	look: (node: ts.Node, report: Report) => void,
): Promise<string[]> {
	const found: string[] = [];
	for (const { path: file } of files.filter((packed) => packed.path.startsWith('dist/'))) {
		if (!file.endsWith('.js')) continue;
		const text = await readFile(path.join(packageFolder, file), 'utf8');
		const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
		const report: Report = (node, what) => {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			found.push(`${file}:${line + 1} ${what}`);
		};
		const visit = (node: ts.Node): void => {
			look(node, report);
			ts.forEachChild(node, visit);
		};
		visit(source);
	}
	return found;
}

function importedModule(node: ts.Node): string | undefined {
	if (!ts.isCallExpression(node)) return undefined;
	const called = node.expression.getText();
	if (called !== 'require' && called !== 'import') return undefined;
	const [argument] = node.arguments;
	return argument && ts.isStringLiteral(argument) ? argument.text : '(not a fixed name)';
}

/** A name that is looked up, not one that is declared, set or read of an object. */
function isFreeName(node: ts.Node): node is ts.Identifier {
	if (!ts.isIdentifier(node)) return false;
	const { parent } = node;
	if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
	return !ts.isPropertyAssignment(parent) && !ts.isMethodDeclaration(parent);
}

/** A literal that is a sentence, or part of one: no name, no code. */
function sentence(node: ts.Node): string | undefined {
	const isText =
		ts.isStringLiteralLike(node) ||
		ts.isTemplateHead(node) ||
		ts.isTemplateMiddleOrTemplateTail(node);
	const text = isText ? node.text.trim() : '';
	return /^[^{}<=]*\w [^{}<=]*$/.test(text) && text !== 'use strict' ? text : undefined;
}

export const codeRules: RuleGroup = {
	title: 'Shipped code (verification guidelines: no file system, no environment, English only)',
	rules: [
		{
			says: 'It imports only its own files and what n8n has on both lines',
			broken: async (candidate) =>
				await findings(candidate, (node, report) => {
					const name = importedModule(node);
					if (name && !ALLOWED_IMPORT.test(name)) report(node, name);
				}),
		},
		{
			says: 'It uses no environment, timers, console, code from text, or requests past n8n',
			broken: async (candidate) =>
				await findings(candidate, (node, report) => {
					if (isFreeName(node) && FORBIDDEN_GLOBALS.has(node.text)) report(node, node.text);
				}),
		},
		{
			says: 'Its texts are in English letters',
			broken: async (candidate) =>
				await findings(candidate, (node, report) => {
					if (ts.isStringLiteralLike(node) && FOREIGN.test(node.text)) report(node, node.text);
				}),
		},
		{
			says: 'Its messages say what to do, without "error", "problem", "failure" or "mistake"',
			broken: async (candidate) =>
				await findings(candidate, (node, report) => {
					const text = sentence(node);
					if (text && BLAMING.test(text)) report(node, text);
				}),
		},
		{
			says: 'Its texts have one term for one thing, and no jargon',
			broken: async (candidate) =>
				await findings(candidate, (node, report) => {
					const text = (sentence(node) ?? '').replace(N8NS_OWN, '');
					const term = TERMS.find(([avoided]) => avoided.test(text));
					if (term) report(node, `"${text}": say ${term[1]}`);
				}),
		},
	],
};
