import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { asked, getContacts, getLists, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const { properties } = new WhatsAppSender().description;
afterEach(() => jest.restoreAllMocks());

/** A field of a resource; of an operation, where several have one of this name. */
const field = (name: string, resource: string, operation?: string) =>
	properties.find(({ name: own, displayOptions }) => {
		const { show = {} } = displayOptions ?? {};
		const isOf = show.resource?.includes(resource);
		return own === name && isOf && (!operation || show.operation?.includes(operation));
	})!;

const routingOf = ({ routing }: INodeProperties | INodePropertyOptions) => routing!;

const operation = (resource: string, value: string) => {
	const options = field('operation', resource).options as INodePropertyOptions[];
	return routingOf(options.find((option) => option.value === value)!).request!;
};

describe.each(['turns', 'routing'] as const)(
	'What the form describes is on the wire (%s):',
	(runsBy) => {
		const sendOne = async () => {
			await sendTexts(holder.sandbox, { items: recipients(1), runsBy });
			return holder.sandbox.requests;
		};

		test('method and URL of an operation', async () => {
			jest.replaceProperty(operation('message', 'sendText'), 'method', 'PUT');
			jest.replaceProperty(operation('message', 'sendText'), 'url', '/elsewhere');
			expect(await sendOne()).toMatchObject([{ method: 'PUT', path: '/elsewhere' }]);
		});

		test('the name of a field in the body', async () => {
			jest.replaceProperty(routingOf(field('text', 'message')).send!, 'property', 'words');
			const [{ body }] = await sendOne();
			expect(body).toMatchObject({ words: 'Message 0' });
			expect(body).not.toHaveProperty('text');
		});
	},
);

describe('What the form describes is on the wire:', () => {
	test('the URL of Get Lists', async () => {
		jest.replaceProperty(operation('list', 'getLists'), 'url', '/catalog/');
		await getLists(holder.sandbox);
		expect(asked(holder.sandbox)).toEqual(['/catalog/']);
	});

	test('the URL of Get List Contacts', async () => {
		const { request } = routingOf(field('list', 'list', 'getListContacts'));
		jest.replaceProperty(request!, 'url', '=/catalog/{{ $value }}');
		await getContacts(holder.sandbox, 'L1', { limit: 1 });
		expect(asked(holder.sandbox)).toEqual(['/catalog/L1']);
	});

	test.each([{ returnAll: true }, { returnAll: false, limit: 5000 }])(
		'the name of the query parameter of Return All: %j',
		async (parameters) => {
			const { send } = routingOf(field('returnAll', 'list', 'getListContacts'));
			jest.replaceProperty(send!, 'property', 'everything');
			await getContacts(holder.sandbox, holder.sandbox.lists[0].id, parameters);
			const queries = holder.sandbox.requests.map(({ query }) => query);
			expect(queries.at(-1)).toEqual({ everything: 'true' });
		},
	);
});
