import type { INodeProperties } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { description } from './form';

/** A text that the form shows, and where. */
type Text = [at: string, text: string];

type Field = INodeProperties & { values?: INodeProperties[] };

/** A field and everything inside it. */
function withInner(field: Field): Field[] {
	const inner = [...(field.options ?? []), ...(field.values ?? [])] as Field[];
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
const descriptions = texts((field) => field.description);
const hints = texts(({ hint }) => hint);
const notices = texts(({ type, displayName }) => (type === 'notice' ? displayName : ''));
const nodeHints = description.hints!.map(({ message }): Text => ['before a run', message]);

/** Names in n8n's own settings of a node. */
const SETTINGS = ['Execute Once', 'On Error', 'Continue', 'Settings'];

describe('A text of the form', () => {
	test.each([...descriptions, ...hints, ...notices, ...nodeHints])(
		'has periods only where it is more than one sentence (%s: "%s")',
		(_at, text) => {
			expect(text).toMatch(/^[A-Z]/);
			expect(text.endsWith('.')).toBe(/\. [A-Z]/.test(text));
		},
	);

	test.each([...descriptions, ...hints, ...notices, ...nodeHints])(
		'names in single quotes what the form really shows (%s: "%s")',
		(_at, text) => {
			const named = [...text.matchAll(/'([A-Z][^']*)'/g)].map(([, name]) => name);
			const shown = [...SETTINGS, ...labels.map((label) => label.replace(/ \(.*\)$/, ''))];
			for (const name of named) expect(shown).toContain(name);
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
