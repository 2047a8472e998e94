import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { messages, useBroadcasts } from './broadcasts';
import { postContacts, useReceiver } from './receiver';
import { editorContext } from './run';
import { credentialOf, getContacts, getLists, listRequests, PHONE } from './sandbox';

const SCHEMAS = join(__dirname, '../../nodes/WhatsAppSender/__schema__/v1.0.0');
const { description, methods } = new WhatsAppSender();
const { holder, send } = useBroadcasts();
const receiver = useReceiver();

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
		const once = { sendAt: '2030-01-01T09:00:00', eachRecipientOnce: true };
		const all = { parameters, to: messages(PHONE, PHONE) };
		const retryOf = await send({ ...all, options: once });
		const outcomes = [
			await send({ ...all, options: once, retryOf }),
			await send({
				parameters,
				to: messages(PHONE, ''),
				options: { dryRun: true, testPhone: PHONE },
			}),
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
		return (await methods.listSearch.searchLists.call(context)).results;
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
		return await methods.listSearch.searchGroups.call(context, filter, token);
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
		receiver.respond = async (_response, { url }) => {
			most = Math.max(most, ++inFlight);
			await new Promise((resolve) => setTimeout(resolve, 50));
			inFlight--;
			return url === '/lists/' ? Array.from({ length: 60 }, (_, id) => ({ id, contacts: 1 })) : [];
		};
		const whatsAppSenderApi = { apiKey: 'test-key', baseUrl: receiver.url };
		const context = editorContext({ whatsAppSenderApi });
		expect(await methods.listSearch.searchGroups.call(context, 'none')).toEqual({ results: [] });
		expect(receiver.received).toHaveLength(61);
		expect(most).toBeGreaterThan(10);
		expect(most).toBeLessThanOrEqual(20);
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
