import type { INodeProperties } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSenderWebhookApi } from '../../credentials/WhatsAppSenderWebhookApi.credentials';
import { description } from './form';

/** A field, one of its choices, or a mode of a resource locator. */
type Field = Pick<INodeProperties, 'name'> &
	Partial<Omit<INodeProperties, 'name'>> & { values?: Field[] };

/** A field and everything inside it. */
function withInner(field: Field): Field[] {
	const { options, values, modes } = field;
	const inner = [options, values, modes].flatMap((part) => (part ?? []) as Field[]);
	return [field, ...inner.flatMap(withInner)];
}

const credentials = [new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()];
const properties: Field[] = [description, ...credentials].flatMap((type) => type.properties);
const fields = properties.flatMap(withInner);
const isNotice = ({ type }: Field) => type === 'notice';
const sentences = [
	...fields.flatMap((field) => [
		field.description,
		field.hint,
		isNotice(field) ? field.displayName : '',
	]),
	...description.hints!.map(({ message }) => message),
].filter(Boolean);

/** Names in n8n's own settings of a node, and what the form shows, without a unit in brackets. */
const names = [
	'Execute Once',
	'On Error',
	'Continue',
	'Settings',
	...fields.map(({ displayName, name }) => (displayName ?? name).replace(/ \(.*\)$/, '')),
];
/** Labels that say already what a field is for. */
const CLEAR = [
	'Resource',
	'Operation',
	'Authentication',
	'Options',
	'Buttons',
	'Name',
	'Value',
	'User',
	'Password',
	'Credential',
	'From List',
	'By ID',
];

test.each([...new Set(sentences)])(
	'A text has periods only where it is more than one sentence, and names what is shown: "%s"',
	(text) => {
		expect(text).toMatch(/^[A-Z]/);
		expect(text!.endsWith('.')).toBe(/\. [A-Z]/.test(text!));
		for (const [, name] of text!.matchAll(/'([A-Z][^']*)'/g)) expect(names).toContain(name);
	},
);

test.each([
	['Phone', 'hint', /country code/],
	['Phone', 'placeholder', /^e\.g\. \+62 812-3456-7890$/],
	['Buttons', 'hint', /WhatsApp may not show buttons on every account/],
	['Media URL', 'description', /without a login/],
] as const)('%s says in its %s what must be known: %s', (label, kind, wanted) => {
	const of = fields.filter(({ displayName }) => displayName === label);
	expect(of.map((field) => field[kind])).toContainEqual(expect.stringMatching(wanted));
});

test('The notice of an upload says what the service takes', () => {
	const notice = fields.find(({ name }) => name === 'uploadNotice')!;
	expect(notice.displayOptions).toMatchObject({ show: { mediaSource: ['binary'] } });
	expect(notice.displayName).toMatch(/only go to a phone number, without buttons or a schedule/);
});

// What n8n's UX guidelines ask, and no published lint checks yet.
test('A field says what it is for, unless its label does, with an example and a short hint', () => {
	const operations = fields.filter(({ name }) => name === 'operation').flatMap(withInner);
	const explained = [...fields.filter(({ type }) => type), ...operations].filter(
		(field) => !isNotice(field) && !CLEAR.includes(field.displayName ?? ''),
	);
	expect(explained.filter((field) => !field.description)).toEqual([]);
	expect(fields.filter(({ hint = '' }) => hint.length > 120)).toEqual([]);
	const typed = fields.filter(({ type }) => !/list|collection/i.test(type ?? ''));
	const examples = typed.flatMap(({ placeholder }) => placeholder ?? []);
	expect(examples.filter((example) => !/^e\.g\. \S/.test(example))).toEqual([]);
});
