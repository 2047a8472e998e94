import { createRequire } from 'node:module';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';

type Field = Omit<INodeProperties, 'modes'> & { values?: unknown[]; modes?: unknown[] };

/** One line of what the form shows: a label, and everything that is said about it. */
export interface FormText {
	label: string;
	texts: string[];
	/** Operations whose form shows it; none: all of them. */
	operations: string[];
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
	const { displayName, description: about, builderHint, hints = [] } = description;
	const row = (label: string, text = ''): FormText => ({ label, texts: [text], operations: [] });
	return [
		{ title: 'Node', rows: [row(displayName, about), row('For AI', builderHint?.searchHint)] },
		{ title: 'Credential', rows: merged(credential.properties.flatMap((field) => rowsOf(field))) },
		{ title: 'Operations', rows: operations.flatMap(({ options = [] }) => options.map(choice)) },
		{ title: 'Fields', rows: merged(fields.flatMap((field) => rowsOf(field))) },
		{ title: 'Before a run', rows: hints.map(({ message }) => row('Hint', message)) },
	];
}

const choice = (option: Field | INodePropertyOptions | object): FormText => {
	const { name, action, description: text } = option as INodePropertyOptions;
	return { label: name, texts: [action ?? '', text ?? ''].filter(Boolean), operations: [] };
};

/** A field and everything inside it; hidden ones show nothing. */
function rowsOf(field: Field, outer?: Field): FormText[] {
	if (field.type === 'hidden') return [];
	const operations = ((outer ?? field).displayOptions?.show?.operation ?? []) as string[];
	const { displayName, name, description: about, hint, placeholder, builderHint, type } = field;
	const label = [outer?.displayName, type === 'notice' ? 'Notice' : (displayName ?? name)];
	const inner = [field.options, field.values, field.modes].flatMap((part) => part ?? []) as Field[];
	const plain = inner.filter((part) => !part.displayName && !part.description && !part.values);
	const choices = plain.map((part) => part.name);
	const texts = [
		type === 'notice' && displayName,
		about,
		hint && `Hint: ${hint}`,
		placeholder && `Placeholder: ${placeholder}`,
		choices.length > 0 && `Choices: ${choices.join(', ')}`,
		builderHint && `For AI: ${builderHint.propertyHint}`,
	].filter((text) => typeof text === 'string' && text !== '') as string[];
	const self = { label: label.filter(Boolean).join(' → '), texts, operations };
	const context = {
		...field,
		displayName: self.label,
		displayOptions: (outer ?? field).displayOptions,
	};
	const more = inner.filter((part) => !plain.includes(part));
	return [self, ...more.flatMap((part) => rowsOf(part, context))];
}

/** Rows that say the same for several operations, as one row. */
function merged(rows: FormText[]): FormText[] {
	const known = new Map<string, FormText>();
	for (const row of rows) {
		const key = JSON.stringify([row.label, row.texts]);
		const first = known.get(key) ?? { ...row, operations: [] };
		first.operations = [...new Set([...first.operations, ...row.operations])];
		known.set(key, first);
	}
	return [...known.values()];
}
