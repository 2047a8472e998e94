import { inspect } from 'node:util';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { AnswerFault } from '../../sandbox';
import { editorContext, pressTest } from './run';
import {
	asked,
	credentialOf,
	failedOf,
	getContacts,
	getLists,
	READS,
	sendTexts,
	useSandbox,
} from './sandbox';

const holder = useSandbox({ basePath: '/api/v1' });
const { methods, description } = new WhatsAppSender();

const body = '<!doctype html><html><title>Welcome</title><body><p>x</p></body></html>';
const page = { status: 200, contentType: 'text/html', body };
const headers = { location: 'http://localhost:{port}/elsewhere' };
const OTHER_SERVICE =
	'. If the Base URL is right, your service may have another interface, which this node does not support.';

/** What is wrong, the credential's fields or the response, and the error. */
test.each<[string, object, AnswerFault | undefined, RegExp]>([
	['A wrong key', { apiKey: 'wrong-key' }, undefined, /^The API key was not accepted \(HTTP 404\)/],
	['A web page', {}, page, /^The service answered HTTP 200 with a web page "Welcome".* Base URL/],
	['A redirect', {}, { status: 302, body: '', headers }, /^The service answered HTTP 302: it redi/],
	['A key that no header takes', { apiKey: 'a b' }, undefined, /^The API Key of .* not allowed in/],
	['No server', { baseUrl: 'http://127.0.0.1:1' }, undefined, /^The service at .* was refused$/],
	['A wrong country', { countryCode: 'XX' }, undefined, /^Country Code of .* "XX" is not a/],
	['No Base URL', { baseUrl: 'a.com' }, undefined, /^Base URL "a\.com" is not a web/],
])(
	'%s is named in a run, in the editor and by the Test button',
	async (_case, credential, fault, words) => {
		const { sandbox } = holder;
		sandbox.onLists = fault && (() => fault);
		const data = { ...credentialOf(sandbox).whatsAppSenderApi, ...credential };
		const credentials = { whatsAppSenderApi: data };
		const lists = await getLists(sandbox, {}, { credentials });
		const contacts = await getContacts(sandbox, 'L1', {}, { credentials });
		const message = String(lists.error?.message);
		expect(message).toMatch(words);
		const isUnknownKey = data.apiKey === 'wrong-key';
		expect(contacts.error?.message).toEqual(
			isUnknownKey ? expect.stringMatching(/^List L1 was not found, or the API key/) : message,
		);
		// The panel of the credential shows no description.
		const inTest = fault === page ? message + OTHER_SERVICE : message;
		const pressed = isUnknownKey ? 'The API key is not valid, or the Base URL is wrong' : inTest;
		expect(await pressTest(data)).toEqual({ status: 'Error', message: pressed });
		for (const { error } of [lists, contacts]) {
			expect(error?.context?.itemIndex).toBe(0);
			expect(error?.description).toBeTruthy();
			expect(error?.message).not.toMatch(/<|\n/);
		}
		for (const search of [methods.listSearch.searchLists, methods.listSearch.searchGroups]) {
			const error = await search.call(editorContext(credentials)).catch((thrown) => thrown);
			expect(error).toMatchObject({ message });
			expect(inspect(error, { depth: Infinity })).not.toContain(data.apiKey);
		}
		const paths = new Set(sandbox.requests.map(({ path }) => path));
		expect([...paths]).toEqual(fault || isUnknownKey ? ['/api/v1/lists/', '/api/v1/lists/L1'] : []);
	},
);

test('A node without a credential says so in a send and in a drop-down', async () => {
	const message = expect.stringMatching(/^Node does not have any credentials set/);
	const { error } = await sendTexts(holder.sandbox, { credentials: {} });
	expect(error).toMatchObject({ message });
	const search = methods.listSearch.searchLists.call(editorContext({}));
	await expect(search).rejects.toMatchObject({ message });
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'%s keeps the items',
	async (onError) => {
		const { sandbox } = holder;
		const ids = ['nowhere', sandbox.lists[0].id, '..'];
		const options = { items: ids.map((list) => ({ json: { list } })), onError };
		const limited = { returnAll: false, limit: 2 };
		const outcome = await getContacts(sandbox, '={{ $json.list }}', limited, options);
		expect(outcome.errors).toHaveLength(onError === 'continueErrorOutput' ? 2 : 0);
		const [unknown, path] = ['List nowhere was not found', 'List ".."'];
		expect(failedOf(outcome)).toMatchObject([
			{ json: { error: expect.stringContaining(unknown) }, pairedItem: { item: 0 } },
			{ json: { error: expect.stringContaining(path) }, pairedItem: { item: 2 } },
		]);
		const good = outcome.items.filter(({ json }) => json.phone);
		expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 1 }]);
	},
);

test('The Test button is that of the credential, and takes the right key, also without any lists', async () => {
	const { sandbox } = holder;
	expect(description.credentials?.[0]).toMatchObject({
		name: 'whatsAppSenderApi',
		testedBy: 'testCredential',
	});
	const success = { status: 'OK', message: 'Connection successful!' };
	const data = credentialOf(sandbox).whatsAppSenderApi;
	const typed = { baseUrl: ` ${sandbox.url}// `, countryCode: '+62' };
	expect(await pressTest({ ...data, ...typed })).toEqual(success);
	sandbox.form = 'bare';
	expect(await pressTest(data)).toEqual(success);
	sandbox.lists = [];
	expect(await pressTest(data)).toEqual(success);
	expect(asked(sandbox)).toEqual(Array(3).fill('/api/v1/lists/'));
});

test('A Proxy whose expression has no result is not left out, in a run and in the drop-down', async () => {
	const { sandbox } = holder;
	const requestOptions = { proxy: '={{ undefined }}' };
	const words = /^Proxy: the expression has no result/;
	for (const [, read] of READS) {
		expect((await read(sandbox, { requestOptions })).error?.message).toMatch(words);
	}
	const inEditor = editorContext(credentialOf(sandbox), requestOptions);
	await expect(methods.listSearch.searchLists.call(inEditor)).rejects.toThrow(words);
	expect(sandbox.requests).toEqual([]);
});
