import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { description, FORMS, isStored, shown, shownOptions } from './form';
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
const missing = (heading: string, fields: INodeProperties[]) =>
	fields
		.map(({ displayName }) => displayName)
		.filter((label) => !rows.get(heading)?.includes(label));
const isNoField = ({ name }: INodeProperties) =>
	['resource', 'operation', 'options'].includes(name);

test.each(FORMS)(
	'docs/operations.md has every field and option of %s, in its tables',
	(_form, set) => {
		const all = shown(set);
		const operation = all.find(({ name }) => name === 'operation')!;
		const { name } = (operation.options as INodePropertyOptions[]).find(
			({ value }) => value === set.operation,
		)!;
		const options = all.some((field) => field.name === 'options') ? shownOptions(set) : [];
		const own = [...all.filter((field) => !isNoField(field)), ...options].filter(isStored);
		expect(own).not.toEqual([]);
		expect(missing(name, own)).toEqual([]);
	},
);

test('docs/operations.md has every setting', () => {
	const settings = properties.filter(({ isNodeSetting }) => isNodeSetting);
	expect(missing('Settings', settings)).toEqual([]);
});
