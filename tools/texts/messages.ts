import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../../rig/n8n/folders';

/** Texts of one file, in its order; what is filled in is shown as …. */
export interface FileMessages {
	file: string;
	messages: string[];
}

/** Words with spaces between them, which code has no other use for. */
const isText = (text: string) =>
	/[A-Za-z]{2}[,.:;)"']* [("'…]*[A-Za-z…0-9]/.test(text) && !isCode(text);

/** A page's style, attributes and headers, and expressions, which nobody reads. */
const isCode = (text: string) =>
	/^(:root|={{|[a-z-]+="|default-src|text\/html|noindex|…; form-action|\[object)/.test(text);

/** Every sentence, and every part of one, in these source files. */
export function messagesIn(files: string[]): FileMessages[] {
	return files
		.map((file) => ({ file, messages: [...new Set(textsOf(file))] }))
		.filter(({ messages }) => messages.length > 0);
}

function textsOf(file: string): string[] {
	const code = readFileSync(path.join(projectFolder, file), 'utf8');
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		const text = textOf(node);
		if (text !== undefined && isText(text)) texts.push(text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}

/** A text without the elements of a page around it. */
function textOf(node: ts.Node): string | undefined {
	return writtenOf(node)
		?.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}

function writtenOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
