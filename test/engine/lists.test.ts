import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { AnswerFault } from '../../sandbox';
import { messages, useBroadcasts } from './broadcasts';
import { postContacts, useReceiver } from './receiver';
import { editorContext, pressTest } from './run';
import {
	PHONE,
	credentialOf,
	getContacts,
	getLists,
	listById,
	listRequests,
	sendTexts,
} from './sandbox';

const { methods, description } = new WhatsAppSender();
const { searchLists, searchGroups } = methods.listSearch;
const { holder, send } = useBroadcasts();
const receiver = useReceiver();
const emptyItems = (count: number) => Array.from({ length: count }, () => ({ json: {} }));

test('Get Lists returns one item per list, as the service sends it, linked to its input item', async () => {
	const { items } = await getLists(holder.sandbox, {}, { items: emptyItems(2) });
	const lists = holder.sandbox.lists.map((list) => ({ ...list, contacts: list.contacts.length }));
	expect(items).toEqual(
		[0, 1].flatMap((item) => lists.map((json) => ({ json, pairedItem: { item } }))),
	);
});

test('Get List Contacts returns the contacts of the list of each item, none for an empty list', async () => {
	const [first, empty, , last] = holder.sandbox.lists;
	const items = [first, empty, last].map(({ id }) => ({ json: { id } }));
	const list = listById('={{ $json.id }}');
	const outcome = await getContacts(holder.sandbox, { list }, { items });
	expect(outcome.items).toMatchObject([
		...first.contacts.map((json) => ({ json, pairedItem: { item: 0 } })),
		...last.contacts.map((json) => ({ json, pairedItem: { item: 2 } })),
	]);
});

test('An element that is not an object becomes the field "response"', async () => {
	const body = [['a', 'b'], 'c', 1, null, { id: 'd' }];
	holder.sandbox.onLists = () => ({ status: 200, body });
	const { items } = await getLists(holder.sandbox);
	expect(items.map(({ json }) => json)).toEqual([
		...body.slice(0, 4).map((response) => ({ response })),
		{ id: 'd' },
	]);
});

test('Get Lists returns up to Limit, 50 by default, or all', async () => {
	const { sandbox } = holder;
	sandbox.lists = Array.from({ length: 60 }, (_, id) => ({ ...sandbox.lists[1], id: `${id}` }));
	const idsWith = async (parameters: INodeParameters) =>
		(await getLists(sandbox, parameters)).items.map(({ json }) => json.id);
	expect(await idsWith({})).toHaveLength(50);
	expect(await idsWith({ limit: 1 })).toEqual(['0']);
	expect(await idsWith({ returnAll: true })).toHaveLength(60);
});

describe('Get List Contacts reads', () => {
	const upTo = (limit: number | string) => ({ returnAll: false, limit });

	test.each<[string, INodeParameters, number]>([
		['all at once by default', {}, 1250],
		['all if Return All has no result', { returnAll: '={{ $json.none }}' }, 1250],
		['50 without Return All', { returnAll: false }, 50],
		['up to a limit', upTo(150), 150],
		['groups before the limit', { include: 'groups', ...upTo(3) }, 3],
	])('%s', async (_rule, parameters, count) => {
		const { id, contacts } = holder.sandbox.lists[2];
		const { items } = await getContacts(holder.sandbox, { list: listById(id), ...parameters });
		const wanted = contacts.filter(({ is_group }) => !parameters.include || is_group);
		expect(items.map(({ json }) => json)).toEqual(wanted.slice(0, count));
		expect(items).toHaveLength(count);
		expect(listRequests(holder.sandbox)).toEqual([`/lists/${id}?all=true`]);
	});

	test.each<[INodeParameters, string]>([
		[upTo('={{ 0 }}'), 'Limit "0" is not a number of results: enter 1 or'],
		[upTo('={{ "all" }}'), 'Limit "all" is not a number of results'],
		[{ returnAll: '={{ "maybe" }}' }, 'Return All "maybe" is neither true nor false'],
		[{ include: '={{ "people" }}' }, 'Include "people" is not supported: use '],
		[
			{ requestOptions: { proxy: '={{ undefined }}' } },
			'Proxy is not a web address: enter it like',
		],
	])('nothing with %j', async (parameters, words) => {
		const { error } = await getContacts(holder.sandbox, parameters);
		expect(error?.message.slice(0, words.length)).toBe(words);
		expect(holder.sandbox.requests).toEqual([]);
	});
});

const body = '<!doctype html><html><title>Welcome</title><body><p>x</p></body></html>';
const page = { status: 200, contentType: 'text/html', body };
const redirect = { status: 302, headers: { location: 'http://localhost:{port}/elsewhere' } };
const OTHER_SERVICE =
	'. If the Base URL is right, your service may use a different API, which this node does not support.';

/** What is wrong, the credential's fields or the response, and the error. */
test.each<[string, object, AnswerFault | undefined, RegExp]>([
	['A wrong key', { apiKey: 'wrong-key' }, undefined, /^The API key was not accepted \(HTTP 404\)/],
	['A web page', {}, page, /^The service answered HTTP 200 with a web page "Welcome".* Base URL/],
	['A redirect', {}, redirect, /^The service answered HTTP 302: it redi/],
	['A key that no header takes', { apiKey: 'a b' }, undefined, /^The API Key of .* not allowed in/],
	['No server', { baseUrl: 'http://127.0.0.1:1' }, undefined, /^The service at .* was refused$/],
	['A wrong country', { countryCode: 'XX' }, undefined, /^Country Code of .* "XX" is not a/],
	['A wrong Base URL', { baseUrl: 'a.com' }, undefined, /^Base URL "a\.com" is not a web/],
])(
	'%s causes one error in a run, the editor and the Test button',
	async (_case, fields, fault, words) => {
		const { sandbox } = holder;
		sandbox.onLists = fault && (() => fault);
		const data = { ...credentialOf(sandbox).whatsAppSenderApi, ...fields };
		const credentials = { whatsAppSenderApi: data };
		const lists = await getLists(sandbox, {}, { credentials });
		const contacts = await getContacts(sandbox, {}, { credentials });
		const message = String(lists.error?.message);
		expect(message).toMatch(words);
		const isUnknownKey = data.apiKey === 'wrong-key';
		expect(contacts.error?.message).toEqual(
			isUnknownKey ? expect.stringMatching(/^List L1 was not found, or the API key/) : message,
		);
		// The panel of the credential shows no description.
		const ofTest = fault === page ? message + OTHER_SERVICE : message;
		const pressed = isUnknownKey ? 'The API key is not valid, or the Base URL is wrong' : ofTest;
		expect(await pressTest(data)).toEqual({ status: 'Error', message: pressed });
		for (const { error } of [lists, contacts]) {
			expect(error?.context?.itemIndex).toBe(0);
			expect(error?.description).toBeTruthy();
			expect(error?.message).not.toMatch(/<|\n/);
		}
		for (const search of [searchLists, searchGroups]) {
			const error = await search.call(editorContext(credentials)).catch((thrown) => thrown);
			expect(error).toMatchObject({ message });
			expect(inspect(error, { depth: Infinity })).not.toContain(data.apiKey);
		}
		const paths = new Set(sandbox.requests.map(({ path }) => path));
		expect([...paths]).toEqual(fault || isUnknownKey ? ['/lists/', '/lists/L1'] : []);
	},
);

test('A node without a credential says so in a send and in a drop-down', async () => {
	const message = expect.stringMatching(/^Node does not have any credentials set/);
	const { error } = await sendTexts(holder.sandbox, { credentials: {} });
	expect(error).toMatchObject({ message });
	await expect(searchLists.call(editorContext({}))).rejects.toMatchObject({ message });
});

test('Failed lists go to the error output, the contacts of the others to the first output', async () => {
	const ids = ['nowhere', holder.sandbox.lists[0].id, '..'];
	const items = ids.map((list) => ({ json: { list } }));
	const limited = { list: listById('={{ $json.list }}'), returnAll: false, limit: 2 };
	const options = { items, onError: 'continueErrorOutput' } as const;
	const outcome = await getContacts(holder.sandbox, limited, options);
	const linked = [outcome.errors, outcome.items].map((output) =>
		output.map(({ pairedItem }) => pairedItem),
	);
	expect(linked).toEqual([
		[{ item: 0 }, { item: 2 }],
		[{ item: 1 }, { item: 1 }],
	]);
	const words = 'List ".." is not the ID of a list: choose a list, or enter its ID';
	expect(outcome.errors[1].json.error).toBe(words);
});

test('The Test button of the credential accepts the right key, with or without lists', async () => {
	const { sandbox } = holder;
	const { name, testedBy } = description.credentials![0];
	expect([name, testedBy]).toEqual(['whatsAppSenderApi', 'testCredential']);
	const success = { status: 'OK', message: 'Connection successful!' };
	const data = credentialOf(sandbox).whatsAppSenderApi;
	const entered = { baseUrl: ` ${sandbox.url}// `, countryCode: '+62' };
	expect(await pressTest({ ...data, ...entered })).toEqual(success);
	sandbox.form = 'bare';
	expect(await pressTest(data)).toEqual(success);
	sandbox.lists = [];
	expect(await pressTest(data)).toEqual(success);
	expect(sandbox.requests.map(({ url }) => url)).toEqual(Array(3).fill('/lists/'));
});

const SCHEMAS = join(__dirname, '../../nodes/WhatsAppSender/__schema__/v1.0.0');

/** Fields and their JSON types, in the order in which a table shows them: `status: integer`. */
function fieldsOf(json: IDataObject): string[] {
	const typeOf = (value: unknown) => (Number.isInteger(value) ? 'integer' : typeof value);
	return Object.entries(json).map(([name, value]) => `${name}: ${typeOf(value)}`);
}

function schemaFieldsOf(operation: string): string[] {
	const schema = JSON.parse(readFileSync(join(SCHEMAS, `${operation}.json`), 'utf8'));
	const properties = schema.properties as Record<string, { type: string }>;
	return Object.entries(properties).map(([name, { type }]) => `${name}: ${type}`);
}

describe('Before the first run the editor offers the fields of the output', () => {
	test('of every operation, and of nothing else', () => {
		const operations = description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options }) =>
				(options as INodePropertyOptions[]).map(
					({ value }) => `${displayOptions?.show?.resource}/${value}.json`,
				),
			);
		const files = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' });
		expect(files.filter((file) => file.endsWith('.json')).sort()).toEqual(operations.sort());
	});

	test.each([
		['message/sendText', {}],
		['message/sendMedia', { operation: 'sendMedia', mediaUrl: 'https://example.com/a.pdf' }],
	])('of %s, in their order, rare fields included', async (operation, parameters) => {
		holder.sandbox.onSend = (_request, attempt) => (attempt === 1 ? 'cut-after' : undefined);
		const tried = { dryRun: true, testPhone: PHONE };
		const once = { sendAt: '2030-01-01T09:00:00', eachRecipientOnce: true };
		const all = { parameters, to: messages(PHONE, PHONE) };
		const retryOf = await send({ ...all, options: once });
		const outcomes = [
			await send({ ...all, options: once, retryOf }),
			await send({ parameters, to: messages(PHONE, ''), options: tried }),
			await send({ parameters, to: messages(''), onError: 'continueRegularOutput' }),
		];
		const items = outcomes.flatMap((outcome) => outcome.items);
		const fields = new Set(items.flatMap(({ json }) => fieldsOf(json)));
		expect([...fields]).toEqual(schemaFieldsOf(operation));
	});

	test('of each list and each contact', async () => {
		const { sandbox } = holder;
		const { items: lists } = await getLists(sandbox);
		const ofList = schemaFieldsOf('list/getLists');
		expect(lists.map(({ json }) => fieldsOf(json))).toEqual(sandbox.lists.map(() => ofList));
		const list = sandbox.lists[0].id;
		const { items: contacts } = await getContacts(sandbox, { list });
		expect(new Set(contacts.map(({ json }) => json.is_group))).toEqual(new Set([true, false]));
		const ofContact = schemaFieldsOf('list/getListContacts');
		for (const { json } of contacts) expect(fieldsOf(json)).toEqual(ofContact);
	});

	test('of Webhook List if the receiver responds without JSON of its own', async () => {
		const found: string[] = [];
		for (const body of ['', 'Thank you']) {
			receiver.respond = (response) => response.end(body);
			const { items } = await postContacts(receiver);
			found.push(...fieldsOf(items[0].json));
		}
		expect(found).toEqual(schemaFieldsOf('webhook/webhookList'));
	});
});

describe('The drop-down of lists', () => {
	async function search(requestOptions?: INodeParameters) {
		const context = editorContext(credentialOf(holder.sandbox), requestOptions);
		return (await searchLists.call(context)).results;
	}

	test('offers all lists with an ID, with title and number of contacts', async () => {
		const lists = [
			{ id: 'a', title: 'A', contacts: 5 },
			{ id: 'b', contacts: 0 },
		];
		const body = [...lists, { id: 7, title: 'C' }, { title: 'D' }, null];
		holder.sandbox.onLists = () => ({ status: 200, body });
		expect(await search()).toEqual([
			{ name: 'A (5)', value: 'a' },
			{ name: 'b (0)', value: 'b' },
			{ name: 'C (?)', value: '7' },
		]);
		expect(listRequests(holder.sandbox)).toEqual(['/lists/']);
	});

	test('uses the proxy of Request Options', async () => {
		receiver.respond = () => [{ id: 'a', title: 'Behind the proxy', contacts: 1 }];
		const results = await search({ proxy: receiver.url });
		expect(results).toEqual([{ name: 'Behind the proxy (1)', value: 'a' }]);
	});
});

describe('The drop-down of groups', () => {
	const contact = (name: string, phone: string) => ({ name, phone, is_group: /@g/.test(phone) });
	const market = contact('Market', '7@g.us');
	const many = Array.from({ length: 20 }, (_, i) => contact(`Branch ${i}`, `${100 + i}@g.us`));
	const lists = [
		{ id: 'a', title: 'Customers', contacts: [contact('Ayu', PHONE), market, ...many] },
		{ id: 'b', title: 'Staff', contacts: [market, contact('Night shift', '8@g.us')] },
	] as never[];
	let key = {};
	const search = async (filter?: string, token?: string) => {
		const { whatsAppSenderApi } = credentialOf(holder.sandbox);
		const context = editorContext({ whatsAppSenderApi: { ...whatsAppSenderApi, ...key } });
		return await searchGroups.call(context, filter, token);
	};

	test('offers the groups of all lists once, and reads a list only when its page is shown', async () => {
		holder.sandbox.lists = lists;
		const { results, paginationToken } = await search();
		expect(results).toHaveLength(21);
		expect(results[0]).toEqual({ name: 'Market (Customers)', value: '7@g.us' });
		expect(listRequests(holder.sandbox)).toEqual(['/lists/', '/lists/a?all=true']);
		const rest = { results: [{ name: 'Night shift (Staff)', value: '8@g.us' }] };
		expect(await search('', paginationToken as string)).toEqual(rest);
		// A part of a name, in any case, in any list. Each letter that the user types is a search.
		for (const filter of ['Ni', 'NIG', 'night']) expect(await search(filter)).toEqual(rest);
		expect(listRequests(holder.sandbox).slice(2)).toEqual(['/lists/b?all=true']);
	});

	test('reads up to 20 lists side by side', async () => {
		let [inFlight, most] = [0, 0];
		const { promise: areMany, resolve } = Promise.withResolvers<void>();
		receiver.respond = async (_response, { url }) => {
			if (url === '/lists/') return Array.from({ length: 60 }, (_, id) => ({ id, contacts: 1 }));
			most = Math.max(most, ++inFlight);
			// So that more than 20 would be seen.
			if (inFlight === 20) setTimeout(resolve, 50);
			// After 1 + 1 + 2 + 4 + 8 + 16.
			if (receiver.received.length > 32) await areMany;
			inFlight--;
			return [];
		};
		const whatsAppSenderApi = { apiKey: 'test-key', baseUrl: receiver.url };
		const context = editorContext({ whatsAppSenderApi });
		expect(await searchGroups.call(context, 'none')).toEqual({ results: [] });
		expect(receiver.received).toHaveLength(61);
		expect(most).toBe(20);
	});

	test('reads the lists again after a minute, for another key, and after a failure', async () => {
		const { sandbox } = holder;
		sandbox.lists = lists.slice(1);
		const start = Date.now() + 600_000;
		const readsAfter = async (ms: number) => {
			sandbox.requests.length = 0;
			const clock = jest.spyOn(Date, 'now').mockReturnValue(start + ms);
			await Promise.all([search('night'), search('nigh')]).catch(() => {});
			clock.mockRestore();
			return sandbox.requests.length;
		};
		sandbox.onLists = () => ({ status: 500 });
		expect(await readsAfter(0)).toBe(1);
		sandbox.onLists = undefined;
		expect([await readsAfter(0), await readsAfter(59_000)]).toEqual([2, 0]);
		expect(await readsAfter(60_000)).toBe(2);
		key = { apiKey: 'another-key' };
		expect(await readsAfter(60_000)).toBe(1);
	});
});
