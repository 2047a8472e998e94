import type { INodeProperties } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { description } from './form';

/** A text that the form shows, and where. */
type Text = [at: string, text: string];

/** A field, one of its choices, or a mode of a resource locator. */
type Field = Pick<INodeProperties, 'name'> & Partial<Omit<INodeProperties, 'name'>> & Inner;
type Inner = { values?: unknown[]; action?: string };

function withInner(field: Field): Field[] {
	const inner = [field.options, field.values, field.modes].flatMap(
		(part) => (part ?? []) as Field[],
	);
	return [field, ...inner.flatMap(withInner)];
}

const fields = [...description.properties, ...new WhatsAppSenderApi().properties].flatMap(
	(property) => withInner(property),
);

/** One kind of text of all fields, each once. */
function texts(of: (field: Field) => string | undefined): Text[] {
	const found = fields.map((field): Text => [field.displayName ?? field.name, of(field) ?? '']);
	return [...new Map(found.filter(([, text]) => text).map((row) => [row.join(), row])).values()];
}

const labels = texts(({ displayName, name }) => displayName ?? name).map(([, label]) => label);
const notices = texts(({ type, displayName }) => (type === 'notice' ? displayName : ''));
const sentences = [
	...texts((field) => field.description),
	...texts(({ hint }) => hint),
	...notices,
	...description.hints!.map(({ message }): Text => ['before a run', message]),
];

/** Names in n8n's own settings of a node. */
const SETTINGS = ['Execute Once', 'On Error', 'Continue', 'Settings'];
/** What their labels say already. */
const CLEAR = [
	...['Resource', 'Operation', 'Authentication', 'Options', 'Buttons', 'Name', 'Value'],
	...['From List', 'By ID'],
];

describe('A text of the form', () => {
	test.each(sentences)(
		'has periods only where it is more than one sentence, and names what is shown (%s: "%s")',
		(_at, text) => {
			expect(text).toMatch(/^[A-Z]/);
			expect(text.endsWith('.')).toBe(/\. [A-Z]/.test(text));
			const shown = [...SETTINGS, ...labels.map((label) => label.replace(/ \(.*\)$/, ''))];
			for (const [, name] of text.matchAll(/'([A-Z][^']*)'/g)) expect(shown).toContain(name);
		},
	);

	test.each([
		['Phone', 'hint', /country code/],
		['Phone', 'placeholder', /^e\.g\. \+62 812-3456-7890$/],
		['Buttons', 'hint', /WhatsApp may not show buttons on every account/],
		['Media URL', 'description', /without a login/],
	] as const)('of %s says in its %s what must be known: %s', (label, kind, wanted) => {
		const of = fields.filter(({ displayName }) => displayName === label);
		expect(of.map((field) => field[kind])).toContainEqual(expect.stringMatching(wanted));
	});

	test('that comes with an upload says what the service takes', () => {
		const notice = fields.find(({ name }) => name === 'uploadNotice')!;
		expect(notice.displayOptions).toMatchObject({ show: { mediaSource: ['binary'] } });
		expect(notice.displayName).toMatch(/only go to a phone number, without buttons or a schedule/);
	});
});

// What n8n's UX guidelines ask, and no lint checks.
test('Every field and every operation says what it is for, unless its label does', () => {
	const operations = fields.filter(({ name }) => name === 'operation').flatMap(withInner);
	const silent = [...fields.filter(({ type }) => type && type !== 'notice'), ...operations].filter(
		({ displayName = '', description: about }) => !about && !CLEAR.includes(displayName),
	);
	expect(silent).toEqual([]);
});

test('A placeholder is an example, Simplify says it as everywhere, and the node has a description', () => {
	const typed = fields.filter(({ type }) => !/list|collection/i.test(type ?? ''));
	const examples = typed.flatMap(({ placeholder }) => placeholder ?? []);
	expect(examples.filter((example) => !/^e\.g\. \S/.test(example))).toEqual([]);
	expect(fields.find(({ name }) => name === 'simplify')?.description).toBe(
		'Whether to return a simplified version of the response instead of the raw data',
	);
	expect(description).toMatchObject({
		description: expect.stringMatching(/^[A-Z].{20}/),
		defaults: { name: 'WhatsApp Sender' },
	});
});

test.each(fields.filter(({ action }) => action).map(({ name, action }) => [name, String(action)]))(
	'The action of %s is in sentence case, without articles: %s',
	(_operation, action) => {
		expect(action).toMatch(/^[A-Z][a-z]+( (?!(an?|the)\b)[a-z]+)+$/);
	},
);
