import { createRequire } from 'node:module';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';

type Field = Omit<INodeProperties, 'modes'> & { values?: unknown[] };

/** One line of what the form shows: a label, and everything that is said about it. */
export interface FormText {
	label: string;
	texts: string[];
}

export interface FormSection {
	title: string;
	rows: FormText[];
}

// With its extension: without one, the codex file (.node.json) would be found first.
const { WhatsAppSender } = createRequire(__filename)(
	'../../nodes/WhatsAppSender/WhatsAppSender.node.ts',
) as { WhatsAppSender: new () => INodeType };
const { description } = new WhatsAppSender();
const credential = new WhatsAppSenderApi();

/** Everything that the editor shows of the node and of its credential, in the order of the form. */
export function formSections(): FormSection[] {
	const isOperation = ({ name }: Field) => name === 'operation';
	const operations = description.properties.filter(isOperation);
	const fields = description.properties.filter((field) => !isOperation(field));
	const { displayName: label, description: about = '', builderHint, hints = [] } = description;
	const node = { label, texts: [about, forAi(builderHint?.searchHint)] };
	return [
		{ title: 'Node', rows: [node] },
		{ title: 'Credential', rows: merged(credential.properties.flatMap(rowsOf)) },
		{ title: 'Operations', rows: operations.flatMap(({ options = [] }) => options.map(operation)) },
		{ title: 'Fields', rows: merged(fields.flatMap(rowsOf)) },
		{ title: 'Hints before a run', rows: merged(hints.map(({ message }) => row('Hint', message))) },
	];
}

const row = (label: string, ...texts: string[]): FormText => ({ label, texts });

const operation = (option: object): FormText => {
	const { name, action = '', description: about = '' } = option as INodePropertyOptions;
	return row(name, action, about);
};

const forAi = (hint?: string) => (hint ? `For AI: ${hint}` : '');

/** A field and everything inside it; hidden ones show nothing. */
function rowsOf(field: Field): FormText[] {
	if (field.type === 'hidden') return [];
	if (field.type === 'notice') return [row('Notice', field.displayName)];
	const { displayName, description: about = '', hint = '', builderHint } = field;
	const inner = [field.options, field.values].flatMap((part) => part ?? []) as Field[];
	const choices = inner.filter((part) => !part.displayName).map(choiceText);
	const texts = [about, hint, ...choices, forAi(builderHint?.propertyHint)].filter(Boolean);
	const parts = inner.filter((part) => part.displayName);
	return [...(texts.length > 0 ? [row(displayName, ...texts)] : []), ...parts.flatMap(rowsOf)];
}

const choiceText = ({ name, description: about }: Field) => (about ? `${name}: ${about}` : name);

/** One row for each label, with everything that any operation says there. */
function merged(rows: FormText[]): FormText[] {
	const byLabel = new Map<string, Set<string>>();
	for (const { label, texts } of rows) {
		byLabel.set(label, new Set([...(byLabel.get(label) ?? []), ...texts]));
	}
	return [...byLabel].map(([label, texts]) => ({ label, texts: [...texts] }));
}

/** Every text of the form, whatever it is for. */
export function formStrings(): Set<string> {
	const found = new Set<string>();
	JSON.stringify([description, credential], (_key, value: unknown) => {
		if (typeof value === 'string') found.add(value);
		return value;
	});
	return found;
}
