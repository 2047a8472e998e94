import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { description } from './form';
import { read } from './pages';

const [, ...sections] = read('docs/operations.md').split(/^## /m);
/** The first cells of the tables under each heading: fields and options, some of them side by side. */
const rows = new Map(
	sections.map((section) => {
		const cells = [...section.matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell);
		return [section.split('\n')[0], cells.flatMap((cell) => cell.split(', '))];
	}),
);
// As the page says: "It has the fields and options of Send Text, and these".
rows.get('Send Media')?.push(...(rows.get('Send Text') ?? []));

const { properties } = description;
const isNoField = ({ name, type }: INodeProperties) =>
	['resource', 'operation'].includes(name) || ['hidden', 'notice', 'credentials'].includes(type);
/** A field by its label; of Options, each option. */
const labels = ({ name, displayName, options }: INodeProperties) =>
	name === 'options'
		? options!.map((option) => (option as INodeProperties).displayName)
		: displayName;
const missing = (heading: string, fields: INodeProperties[]) =>
	fields.flatMap(labels).filter((label) => !rows.get(heading)?.includes(label));

const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(({ name, value }) => {
			return { name, operation: value, resource: displayOptions!.show!.resource![0] };
		}),
	);
const fields = properties.filter((field) => !isNoField(field) && !field.isNodeSetting);
/** Whether the form shows a field for an operation, whatever else is set in it. */
const isOf = ({ displayOptions }: INodeProperties, values: Record<string, unknown>) => {
	const lists = (conditions?: object) =>
		Object.entries(conditions ?? {}) as Array<[string, unknown[]]>;
	const { show, hide } = displayOptions ?? {};
	return (
		lists(show).every(([name, allowed]) => !(name in values) || allowed.includes(values[name])) &&
		!lists(hide).some(([name, refused]) => refused.includes(values[name]))
	);
};

test.each(operations)(
	'docs/operations.md has every field and option of $name, in its tables',
	({ name, resource, operation }) => {
		const own = fields.filter((field) => isOf(field, { resource, operation }));
		expect(own).not.toEqual([]);
		expect(missing(name, own)).toEqual([]);
	},
);

test('docs/operations.md has every setting', () => {
	const settings = properties.filter(({ isNodeSetting }) => isNodeSetting);
	expect(missing('Settings', settings)).toEqual([]);
});
