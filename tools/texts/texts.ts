import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import ts from 'typescript';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSenderWebhookApi } from '../../credentials/WhatsAppSenderWebhookApi.credentials';
import { projectFolder } from '../../rig/n8n/folders';

export const TEXTS_FILE = path.join(projectFolder, 'docs', 'texts.md');

/** The texts under each label or file, in the order of the form and of the code. */
type Texts = Map<string, Set<string>>;

/** A field, or a choice of one, which has no label but a name. */
type Field = Omit<Partial<INodeProperties>, 'options'> & {
	action?: string;
	options?: Field[];
	values?: Field[];
};

// With its extension: without one, the codex file (.node.json) would be found first.
const { WhatsAppSender } = createRequire(__filename)(
	'../../nodes/WhatsAppSender/WhatsAppSender.node.ts',
) as { WhatsAppSender: new () => INodeType };
const { description } = new WhatsAppSender();
const credentials = [new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()];

function add(texts: Texts, label: string, ...more: Array<string | undefined>): void {
	const said = [...(texts.get(label) ?? []), ...more.filter((text) => text !== undefined)];
	if (said.length > 0) texts.set(label, new Set(said));
}

const forAi = (hint?: string) => hint && `For AI: ${hint}`;

/** A field and everything inside it; hidden ones show nothing. */
function addField(texts: Texts, field: Field): void {
	const { type, displayName: label = '', description: about, hint, builderHint } = field;
	if (type === 'hidden') return;
	if (type === 'notice') return add(texts, 'Notice', label);
	add(texts, label, about, hint);
	for (const part of [...(field.options ?? []), ...(field.values ?? [])]) {
		const { name = '', action, description: said } = part;
		if (part.displayName) addField(texts, part);
		else if (action) add(texts, name, action, said);
		else add(texts, label, said ? `${name}: ${said}` : name);
	}
	add(texts, label, forAi(builderHint?.propertyHint));
}

/** Everything that the editor shows of the node and of its credentials, in the order of the form. */
function formTexts(): Texts {
	const texts: Texts = new Map();
	const { displayName, description: about, builderHint, hints = [], properties } = description;
	add(texts, displayName, about, forAi(builderHint?.searchHint));
	const inCredentials = credentials.flatMap((credential) => credential.properties);
	for (const field of [...inCredentials, ...properties]) addField(texts, field as Field);
	add(texts, 'Hint before a run', ...hints.map(({ message }) => message));
	return texts;
}

/** Words with spaces between them, which code has no other use for. */
const SENTENCE = /[A-Za-z]{2}[,.:;)"']* [("'…]*[A-Za-z…0-9]/;

/** A page's style, attributes and headers, and expressions, which nobody reads. */
const CODE = /^(:root|={{|[a-z-]+="|default-src|text\/html|noindex|…; form-action|\[object)/;

/** What the code says in addition to the form, by the name of its file, such as `values/phone`. */
function messageTexts(): Texts {
	const texts: Texts = new Map();
	const shown = new Set(JSON.stringify([description, ...credentials]).match(/"([^"\\]|\\.)*"/g));
	const folders = ['credentials', 'nodes/WhatsAppSender'];
	for (const folder of folders.map((name) => path.join(projectFolder, name))) {
		const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
			const code = readFileSync(path.join(folder, file), 'utf8');
			for (const text of sentencesIn(code)) {
				if (!shown.has(JSON.stringify(text))) add(texts, file.slice(0, -3), text);
				shown.add(JSON.stringify(text));
			}
		}
	}
	return texts;
}

/** Every sentence, and every part of one; what is filled in is shown as …, and a page without its elements. */
function sentencesIn(code: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) found.push(node.text);
		if (ts.isTemplateExpression(node)) {
			const parts = node.templateSpans.map(({ literal }) => `…${literal.text}`);
			found.push(node.head.text + parts.join(''));
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('', code, ts.ScriptTarget.Latest));
	const plain = found.map((text) =>
		text
			.replace(/<[^>]*>/g, ' ')
			.replace(/\s+/g, ' ')
			.trim(),
	);
	return plain.filter((text) => SENTENCE.test(text) && !CODE.test(text));
}

/** `docs/texts.md`: all texts of the form, hints and errors, each once, for a reviewer to read in one go. */
export function textsDocument(): string {
	const table = (texts: Texts) => [
		'',
		'| Where | Text |',
		'| --- | --- |',
		...[...texts].map(([label, said]) => `| ${label} | ${[...said].map(cell).join('<br>')} |`),
	];
	const lines = [
		'# All texts',
		'',
		'What the node says: its form, its hints, and its errors, each text once. Generated by `npm run docs:texts`.',
		'`…` is filled in with a value, or with another text of this page. Examples inside empty fields are left out.',
		'',
		'## The form',
		...table(formTexts()),
		'',
		'## Errors and other messages',
		...table(messageTexts()),
	];
	return `${lines.join('\n')}\n`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

// npm run docs:texts
if (require.main === module) writeFileSync(TEXTS_FILE, textsDocument());
