import { inspect } from 'node:util';
import type { INodeListSearchResult } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { AnswerFault } from '../../sandbox';
import { editorContext } from './run';
import { asked, credentialOf, failedOf, getContacts, getLists, useSandbox } from './sandbox';

const holder = useSandbox();

/** Fills the drop-down of the List field as n8n's editor does. */
async function search(
	filter?: string,
	credentials = credentialOf(holder.sandbox),
): Promise<INodeListSearchResult> {
	const context = editorContext(credentials);
	return await new WhatsAppSender().methods.listSearch.searchLists.call(context, filter);
}
const failureOfSearch = async (credentials?: ReturnType<typeof credentialOf>) =>
	await search('', credentials).then(
		() => undefined,
		(error: Error) => error,
	);

describe('A failure', () => {
	const page = '<!doctype html><html><title>Welcome</title><body><p>x</p></body></html>';
	const noKey =
		'The API key was not accepted (HTTP 404): check it and the Base URL in the credential';
	const broken = 'The service answered HTTP 500: Out of order';

	test.each<[string, AnswerFault, string | RegExp]>([
		['HTTP 404', { status: 404 }, noKey],
		['HTTP 500', { status: 500, body: { error: 'Out of order' } }, broken],
		[
			'an error in the envelope under HTTP 200',
			{ status: 200, body: { status: 500, statusText: '', data: 'Out of order', headers: {} } },
			broken,
		],
		[
			'a web page',
			{ status: 200, contentType: 'text/html', body: page },
			/^The service answered HTTP 200 .*Welcome.*Base URL/,
		],
		[
			'a redirect, which is not followed',
			{ status: 302, body: '', headers: { location: 'http://localhost:{port}/elsewhere' } },
			/^The service answered HTTP 302: .*Base URL/,
		],
	])(
		'with %s says so, in a run and in the drop-down of the editor',
		async (_case, fault, words) => {
			const { sandbox } = holder;
			sandbox.onLists = () => fault;
			const lists = await getLists(sandbox);
			const contacts = await getContacts(sandbox, 'L1');
			const message = (await failureOfSearch())?.message;

			if (typeof words === 'string') expect(message).toBe(words);
			else expect(message).toMatch(words);
			expect(lists.error?.message).toBe(message);
			expect(contacts.error?.message).toBe(
				message === noKey
					? 'List L1 was not found, or the API key was not accepted (HTTP 404): choose the list again, or check the credential'
					: message,
			);
			for (const { error } of [lists, contacts]) {
				expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
				expect(error?.description).toBeTruthy();
				expect(error?.message).not.toMatch(/<|\n/);
			}
			expect(sandbox.requests.every(({ path }) => /^\/lists\/(L1)?$/.test(path))).toBe(true);
		},
	);

	test.each([
		['http://127.0.0.1:1', /^The service at 127\.0\.0\.1:1 could not be reached: /],
		['api.example.com', /^Base URL "api\.example\.com" is not a web address/],
	])('says what is wrong with the Base URL %s, without the key', async (baseUrl, message) => {
		const credentials = { whatsAppSenderApi: { apiKey: 'the-secret-key', baseUrl } };
		const { error } = await getLists(holder.sandbox, {}, { credentials });
		const inEditor = await failureOfSearch(credentials);
		expect(error?.message).toMatch(message);
		expect(inEditor?.message).toBe(error?.message);
		expect(inspect(inEditor, { depth: Infinity })).not.toContain('the-secret-key');
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with On Error = %s stays with its item, and the others are read',
		async (onError) => {
			const { sandbox } = holder;
			const ids = ['nowhere', sandbox.lists[0].id, '..'];
			const items = ids.map((list) => ({ json: { list } }));
			const options = { items, onError };
			const outcome = await getContacts(sandbox, '={{ $json.list }}', { limit: 2 }, options);

			expect(outcome.errors).toHaveLength(onError === 'continueErrorOutput' ? 2 : 0);
			expect(failedOf(outcome)).toMatchObject([
				{
					json: { error: expect.stringMatching(/^List nowhere was not found/) },
					pairedItem: { item: 0 },
				},
				{ json: { error: expect.stringMatching(/^List "\.\."/) }, pairedItem: { item: 2 } },
			]);
			const good = outcome.items.filter(({ json }) => json.phone);
			expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 1 }]);
		},
	);
});

describe('The drop-down of the List field', () => {
	test.each(['envelope', 'bare'] as const)(
		'shows all lists by title with their number of contacts (%s)',
		async (form) => {
			const { sandbox } = holder;
			sandbox.form = form;
			expect((await search()).results).toEqual(
				sandbox.lists.map(({ id, title, contacts }) => ({
					name: `${title} (${contacts.length})`,
					value: id,
				})),
			);
			expect(asked(sandbox)).toEqual(['/lists/']);
		},
	);

	test.each([
		['CUSTOMERS', ['Newsletter customers (14)', 'All customers (1250)']],
		['الرياض', ['عملاء الرياض (3)']],
		['🎉', ['🎉 Launch party (4)']],
		['(', []],
		['no such list', []],
	])('finds %j in titles, in any case', async (filter, names) => {
		expect((await search(filter)).results.map(({ name }) => name)).toEqual(names);
	});

	test('shows what it can of lists whose fields are not what they should be', async () => {
		const strange = { toString: {} };
		const body = [
			{ id: 'a', title: strange, contacts: strange },
			{ id: 7, title: 2026 },
			{ title: 'No ID' },
			{ id: strange, title: 'No ID' },
			null,
			'text',
		];
		holder.sandbox.onLists = () => ({ status: 200, body });
		expect((await search()).results).toEqual([
			{ name: 'a (?)', value: 'a' },
			{ name: '2026 (?)', value: '7' },
		]);
	});
});
