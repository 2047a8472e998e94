import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { postContacts, useReceiver } from './receiver';
import { editorContext } from './run';
import { asked, credentialOf, getContacts, getLists, sendTexts, useSandbox } from './sandbox';
import type { SendOptions } from './sandbox';

const SCHEMAS = join(__dirname, '../../nodes/WhatsAppSender/__schema__/v1.0.0');
const { description, methods } = new WhatsAppSender();
const holder = useSandbox();
const receiver = useReceiver();

/** Fields and their JSON types, in the order in which a table shows them: `status: integer`. */
function fieldsOf(json: IDataObject): string[] {
	const typeOf = (value: unknown) => (Number.isInteger(value) ? 'integer' : typeof value);
	return Object.entries(json).map(([name, value]) => `${name}: ${typeOf(value)}`);
}

/** What the editor offers of an operation before its first run. */
function offered(operation: string): string[] {
	const schema = JSON.parse(readFileSync(join(SCHEMAS, `${operation}.json`), 'utf8'));
	const properties = schema.properties as Record<string, { type: string }>;
	return Object.entries(properties).map(([name, { type }]) => `${name}: ${type}`);
}

const item = { json: { phone: '6281234567890', text: 'Hello' } };
const byUrl = { operation: 'sendMedia', mediaUrl: 'https://example.com/invoice.pdf' };

describe('Before the first run the editor offers the fields that come out', () => {
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
		['message/sendMedia', byUrl],
	])('of %s, in their order, those that only some messages have too', async (operation, given) => {
		holder.sandbox.onSend = (_request, attempt) => (attempt === 1 ? 'cut-after' : undefined);
		const send = async (parameters: INodeParameters, more: SendOptions = {}) => {
			const all = { items: [item, item], parameters: { ...given, ...parameters }, ...more };
			return await sendTexts(holder.sandbox, all);
		};
		const once = { options: { sendAt: '2030-01-01T09:00:00', eachRecipientOnce: true } };
		const retryOf = await send(once);
		const warnedAndSkipped = await send(once, { retryOf });
		const options = { dryRun: true, testPhone: '6281234567890' };
		const planned = await send({ phone: '={{ $itemIndex ? "" : $json.phone }}', options });
		const failed = await send({ phone: 'nobody' }, { onError: 'continueRegularOutput' });
		const items = [warnedAndSkipped, planned, failed].flatMap((outcome) => outcome.items);
		const fields = new Set(items.flatMap(({ json }) => fieldsOf(json)));
		expect([...fields]).toEqual(offered(operation));
	});

	test('of lists and contacts, for each of them', async () => {
		const { sandbox } = holder;
		const { items: lists } = await getLists(sandbox);
		expect(lists.length).toBeGreaterThan(1);
		for (const { json } of lists) expect(fieldsOf(json)).toEqual(offered('list/getLists'));
		const { items: entries } = await getContacts(sandbox, sandbox.lists[0].id);
		expect(new Set(entries.map(({ json }) => json.is_group))).toEqual(new Set([true, false]));
		const ofContact = offered('list/getListContacts');
		for (const { json } of entries) expect(fieldsOf(json)).toEqual(ofContact);
	});

	test('of Webhook List where the receiver responds without JSON of its own', async () => {
		const found: string[] = [];
		for (const body of ['', 'Thank you']) {
			receiver.answer = (reply) => reply.type('text/plain').send(body);
			const { items } = await postContacts(receiver);
			found.push(...fieldsOf(items[0].json));
		}
		expect(found).toEqual(offered('webhook/webhookList'));
	});
});

describe('The drop-down of the List field', () => {
	/** Fills it as n8n's editor does. */
	async function search(requestOptions?: INodeParameters) {
		const context = editorContext(credentialOf(holder.sandbox), requestOptions);
		return (await methods.listSearch.searchLists.call(context)).results;
	}

	test('has all lists by title, or their ID, with their number of contacts, and none without an ID', async () => {
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
		expect(asked(holder.sandbox)).toEqual(['/lists/']);
	});

	test('is filled over the proxy of Request Options, as the requests of a run are', async () => {
		receiver.answer = () => [{ id: 'a', title: 'Behind the proxy', contacts: 1 }];
		const results = await search({ proxy: receiver.url });
		expect(results).toEqual([{ name: 'Behind the proxy (1)', value: 'a' }]);
		expect(asked(holder.sandbox)).toEqual([]);
	});
});

describe('The drop-down of Group ID', () => {
	const entry = (name: string, phone: string) => {
		const is_group = phone.endsWith('@g.us');
		return { name, phone, is_group, id: name, created_at: 0, updated_at: 0 };
	};
	const market = entry('Market', '7@g.us');
	const many = Array.from({ length: 20 }, (_, at) => entry(`Branch ${at}`, `${100 + at}@g.us`));
	const lists = [
		{ id: 'a', title: 'Customers', contacts: [entry('Ayu', '6281234567890'), market, ...many] },
		{ id: 'b', title: 'Staff', contacts: [market, entry('Night shift', '8@g.us')] },
	].map((list) => ({ ...list, updated_at: 0 }));
	let key = {};
	const search = async (filter?: string, token?: string) => {
		const { whatsAppSenderApi } = credentialOf(holder.sandbox);
		const context = editorContext({ whatsAppSenderApi: { ...whatsAppSenderApi, ...key } });
		return await methods.listSearch.searchGroups.call(context, filter, token);
	};

	test('has the groups of all lists, each once, and reads a list only when its page is shown', async () => {
		holder.sandbox.lists = lists;
		const { results, paginationToken } = await search();
		expect(results).toHaveLength(21);
		expect(results[0]).toEqual({ name: 'Market (Customers)', value: '7@g.us' });
		expect(asked(holder.sandbox)).toEqual(['/lists/', '/lists/a?all=true']);
		const rest = { results: [{ name: 'Night shift (Staff)', value: '8@g.us' }] };
		expect(await search('', paginationToken as string)).toEqual(rest);
		// A part of a name, in any case, in any list. Each letter that is typed is a search.
		for (const filter of ['Ni', 'NIG', 'night']) expect(await search(filter)).toEqual(rest);
		expect(asked(holder.sandbox)).toEqual(['/lists/', '/lists/a?all=true', '/lists/b?all=true']);
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
			return asked(sandbox).length;
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
