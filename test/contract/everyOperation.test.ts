import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { description } from './form';
import { savedNames, savedParameters, savedWorkflow, senders } from './savedWorkflow';

const saved = savedParameters();
const savedOptions = saved.map(({ options }) => (options ?? {}) as Record<string, unknown>);
const unique = <Value>(values: Value[]) => [...new Set(values)].sort();

const isStored = ({ type }: INodeProperties) => type !== 'hidden' && type !== 'notice';
const optionsOf = (property: INodeProperties) => (property.options ?? []) as INodeProperties[];
const properties = description.properties.filter(isStored);
const options = properties.filter(({ name }) => name === 'options').flatMap(optionsOf);

/** The choices that drop-downs offer and nobody made, as `field=value`. */
function unchosen(fields: INodeProperties[], values: Array<Record<string, unknown>>): string[] {
	const dropDowns = fields.filter(({ type }) => type === 'options');
	return dropDowns.flatMap(({ name, options: offered = [] }) =>
		(offered as INodePropertyOptions[])
			.filter(({ value }) => !values.some((set) => set[name] === value))
			.map(({ value }) => `${name}=${String(value)}`),
	);
}

// A new parameter fails here: it gets a new workflow in this folder, and the old ones stay as they are.
describe('Between them, the saved workflows', () => {
	test('set every parameter', () => {
		const set = unique(saved.flatMap((parameters) => Object.keys(parameters)));
		expect(set).toEqual(unique(properties.map(({ name }) => name)));
	});

	test('set every option', () => {
		const set = unique(savedOptions.flatMap((values) => Object.keys(values)));
		expect(set).toEqual(unique(options.map(({ name }) => name)));
	});

	test('make every choice', () => {
		expect([...unchosen(properties, saved), ...unchosen(options, savedOptions)]).toEqual([]);
	});

	test('are of version 1', () => {
		const versions = savedNames.flatMap((name) =>
			senders(savedWorkflow(name)).map(({ typeVersion }) => typeVersion),
		);
		expect(unique(versions)).toEqual([1]);
	});
});
