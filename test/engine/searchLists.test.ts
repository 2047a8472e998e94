import { inspect } from 'node:util';
import type { INodeListSearchResult } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { CredentialData } from './credentials';
import { editorContext } from './editor';
import { credentialOf, useSandbox } from './sandbox';

const holder = useSandbox();

/** Fills the drop-down of the List field as n8n's editor does. */
async function search(
	filter?: string,
	credentials: CredentialData = credentialOf(holder.sandbox),
): Promise<INodeListSearchResult> {
	const context = editorContext(credentials);
	return await new WhatsAppSender().methods.listSearch.searchLists.call(context, filter);
}
const failureOf = async (credentials?: CredentialData) =>
	await search('', credentials).then(
		() => undefined,
		(error: Error) => error,
	);

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
			expect(sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
				'GET /lists/',
			]);
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

	test('is empty where there is no list', async () => {
		holder.sandbox.lists = [];
		expect((await search()).results).toEqual([]);
	});

	test.each([
		[
			404,
			'x',
			'The API key was not accepted (HTTP 404): check it and the Base URL in the credential',
		],
		[500, { error: 'Out of order' }, 'The service answered HTTP 500: Out of order'],
	])('says in the editor what failed with HTTP %d', async (status, body, message) => {
		holder.sandbox.onLists = () => ({ status, body });
		expect((await failureOf())?.message).toBe(message);
	});

	test('shows what it can of lists whose fields are not what they should be', async () => {
		const strange = { toString: {} };
		const data = [
			{ id: 'a', title: strange, contacts: strange },
			{ id: 7, title: 2026 },
			{ title: 'No ID' },
			{ id: strange, title: 'No ID' },
			null,
			'text',
		];
		holder.sandbox.onLists = () => ({ status: 200, body: data });
		const { results } = await search();
		expect(results).toEqual([
			{ name: 'a (?)', value: 'a' },
			{ name: '2026 (?)', value: '7' },
		]);
	});

	test('says that a Base URL leads to a web page', async () => {
		const body = '<html><title>Welcome</title></html>';
		holder.sandbox.onLists = () => ({ status: 200, contentType: 'text/html', body });
		expect((await failureOf())?.message).toMatch(/Base URL/);
	});

	test('does not follow a redirect', async () => {
		const headers = { location: 'http://localhost:{port}/elsewhere' };
		holder.sandbox.onLists = () => ({ status: 302, body: '', headers });
		expect((await failureOf())?.message).toMatch(/HTTP 302.*Base URL/);
		expect(holder.sandbox.requests).toHaveLength(1);
	});

	test.each([
		['http://127.0.0.1:1', /^The service at 127\.0\.0\.1:1 could not be reached/],
		['api.example.com', /^Base URL "api\.example\.com" is not a web address/],
	])('says what is wrong with the Base URL %s, without the key', async (baseUrl, message) => {
		const error = await failureOf({ whatsAppSenderApi: { apiKey: 'the-secret-key', baseUrl } });
		expect(error?.message).toMatch(message);
		expect(inspect(error, { depth: Infinity })).not.toContain('the-secret-key');
	});
});
