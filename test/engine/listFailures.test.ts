import { inspect } from 'node:util';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { AnswerFault } from '../../sandbox';
import { editorContext, pressTest } from './run';
import { credentialOf, getContacts, getLists, listById } from './sandbox';
import { sendTexts, useSandbox } from './sandbox';

const holder = useSandbox({ basePath: '/api/v1' });
const { methods, description } = new WhatsAppSender();
const { searchLists, searchGroups } = methods.listSearch;

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
	'%s causes the same error in a run, the editor and the Test button',
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
		expect([...paths]).toEqual(fault || isUnknownKey ? ['/api/v1/lists/', '/api/v1/lists/L1'] : []);
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
	expect(sandbox.requests.map(({ url }) => url)).toEqual(Array(3).fill('/api/v1/lists/'));
});
