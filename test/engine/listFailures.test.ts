import { inspect } from 'node:util';
import './execution';
import { CredentialTestContext } from 'n8n-core';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { AnswerFault } from '../../sandbox';
import { editorContext } from './run';
import { credentialOf, failedOf, getContacts, getLists, useSandbox } from './sandbox';

const holder = useSandbox({ basePath: '/api/v1' });
const { methods, description } = new WhatsAppSender();

async function press(data: object = credentialOf(holder.sandbox).whatsAppSenderApi) {
	const context = new CredentialTestContext({} as never);
	return await methods.credentialTest.testCredential.call(context, { data } as never);
}

const noKey =
	'The API key was not accepted (HTTP 404): check it and the Base URL in the credential';
const noList =
	'List L1 was not found, or the API key was not accepted (HTTP 404): choose the list again, or check the credential';
const invalid = 'The API key is not valid, or the Base URL is wrong';
const refused = 'The service at 127.0.0.1:1 could not be reached: the connection was refused';
const body = '<!doctype html><html><title>Welcome</title><body><p>x</p></body></html>';
const page = { status: 200, contentType: 'text/html', body };
const elsewhere = { location: 'http://localhost:{port}/elsewhere' };

/** What is wrong: the credential's fields, or the response. */
test.each<[string, object, AnswerFault | undefined, string | RegExp]>([
	['A wrong key', { apiKey: 'wrong-key' }, undefined, noKey],
	['A web page', {}, page, /^The service answered HTTP 200 with a web page "Welcome".* Base URL/],
	[
		'A redirect, which is not followed,',
		{},
		{ status: 302, body: '', headers: elsewhere },
		/^The service answered HTTP 302: it redirects.* Base URL/,
	],
	['A key that no header takes', { apiKey: 'a b' }, undefined, /^The API Key of .* not allowed in/],
	['A Base URL where nothing listens', { baseUrl: 'http://127.0.0.1:1' }, undefined, refused],
	['A country that is none', { countryCode: 'ID' }, undefined, /^Country Code of .* "ID" is not a/],
	['A Base URL that is none', { baseUrl: 'a.com' }, undefined, /^Base URL "a\.com" is not a web/],
])(
	'%s is named in a run, in the drop-down of the editor, and by the Test button',
	async (_case, credential, fault, words) => {
		const { sandbox } = holder;
		sandbox.onLists = fault && (() => fault);
		const data = { ...credentialOf(sandbox).whatsAppSenderApi, ...credential };
		const credentials = { whatsAppSenderApi: data };
		const lists = await getLists(sandbox, {}, { credentials });
		const contacts = await getContacts(sandbox, 'L1', {}, { credentials });
		const { searchLists } = methods.listSearch;
		const inEditor: Error = await searchLists.call(editorContext(credentials)).then(
			() => new Error('The lists were found'),
			(error) => error,
		);
		const message = String(lists.error?.message);
		if (typeof words === 'string') expect(message).toBe(words);
		else expect(message).toMatch(words);
		const isNoKey = message === noKey;
		expect(contacts.error?.message).toBe(isNoKey ? noList : message);
		expect(inEditor.message).toBe(message);
		const orAnother = / a web page /.test(message) ? `. ${lists.error?.description}` : '';
		const pressed = isNoKey ? invalid : message + orAnother;
		expect(await press(data)).toEqual({ status: 'Error', message: pressed });
		if (orAnother) expect(orAnother).toMatch(/may have another interface/);

		for (const { error } of [lists, contacts]) {
			expect(error?.context?.itemIndex).toBe(0);
			expect(error?.description).toBeTruthy();
			expect(error?.message).not.toMatch(/<|\n/);
		}
		expect(inspect(inEditor, { depth: Infinity })).not.toContain(data.apiKey);
		const paths = new Set(sandbox.requests.map(({ path }) => path));
		const isSent = fault || data.apiKey === 'wrong-key';
		expect([...paths]).toEqual(isSent ? ['/api/v1/lists/', '/api/v1/lists/L1'] : []);
	},
);

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'A failure with On Error = %s stays with its item, and the others are read',
	async (onError) => {
		const { sandbox } = holder;
		const ids = ['nowhere', sandbox.lists[0].id, '..'];
		const options = { items: ids.map((list) => ({ json: { list } })), onError };
		const outcome = await getContacts(sandbox, '={{ $json.list }}', { limit: 2 }, options);

		expect(outcome.errors).toHaveLength(onError === 'continueErrorOutput' ? 2 : 0);
		const failed = (item: number, error: RegExp) => ({
			json: { error: expect.stringMatching(error) },
			pairedItem: { item },
		});
		expect(failedOf(outcome)).toMatchObject([
			failed(0, /^List nowhere was not found/),
			failed(2, /^List "\.\."/),
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
	const { apiKey, url } = sandbox;
	expect(await press({ apiKey, baseUrl: ` ${url}// `, countryCode: '+62' })).toEqual(success);
	sandbox.form = 'bare';
	expect(await press()).toEqual(success);
	sandbox.lists = [];
	expect(await press()).toEqual(success);
	const requests = sandbox.requests.map(({ method, path }) => `${method} ${path}`);
	expect(requests).toEqual(Array(3).fill('GET /api/v1/lists/'));
});

test('A Proxy whose expression has no result is not left out, in a run and in the drop-down', async () => {
	const { sandbox } = holder;
	const requestOptions = { proxy: '={{ undefined }}' };
	const words = /^Proxy: the expression has no result/;
	for (const read of [
		getLists(sandbox, { requestOptions }),
		getContacts(sandbox, 'L1', { requestOptions }),
	])
		expect((await read).error?.message).toMatch(words);
	const inEditor = editorContext(credentialOf(sandbox), requestOptions);
	await expect(methods.listSearch.searchLists.call(inEditor)).rejects.toThrow(words);
	expect(sandbox.requests).toEqual([]);
});
