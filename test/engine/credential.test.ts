import './execution';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialsDecrypted, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { testCredential } from '../../nodes/WhatsAppSender/service/credentialTest';
import type { AnswerFault, MultipartBody } from '../../sandbox';
import { senderNode } from './nodeTypes';
import { editorContext } from './run';
import { credentialOf, getLists, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox({ basePath: '/api/v1', rawBodies: true });

describe('The API key', () => {
	test('is the first field of a message in JSON, the first part of an upload, a header of lists', async () => {
		const { sandbox } = holder;
		const data = { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'a.txt' };
		const items = recipients(1).map((item) => ({ ...item, binary: { data } }));
		await sendTexts(sandbox, { items });
		const upload = { operation: 'sendMedia', mediaSource: 'binary' };
		await sendTexts(sandbox, { items, parameters: upload });
		await getLists(sandbox);

		const [text, form, lists] = sandbox.requests;
		expect(text.rawBody?.toString()).toMatch(new RegExp(`^\\{"api_key":"${sandbox.apiKey}",`));
		expect((form.body as MultipartBody).parts[0]).toBe('api_key');
		expect((form.body as MultipartBody).fields.api_key).toBe(sandbox.apiKey);
		const { 'api-key': key, ...headers } = lists.headers;
		expect(key).toBe(sandbox.apiKey);
		const elsewhere = [text, form, { ...lists, headers }].map(({ headers, path, query }) => [
			headers,
			path,
			query,
		]);
		expect(JSON.stringify([elsewhere, lists.body])).not.toContain(sandbox.apiKey);
	});

	test.each<[string, object]>([
		['json', { json: true, body: { text: 'Hi', phone: '6281234567890' } }],
		['form-data', { formData: { text: 'Hi', phone: '6281234567890' } }],
	])('is signed with by the HTTP Request node too: %s', async (_form, body) => {
		const { sandbox } = holder;
		const context = editorContext(credentialOf(sandbox));
		const request = { method: 'POST' as const, uri: `${sandbox.url}/send`, ...body };
		await context.helpers.requestWithAuthentication.call(context, 'whatsAppSenderApi', request);
		expect(sandbox.accepted).toHaveLength(1);
		expect(JSON.stringify(sandbox.requests[0].headers)).not.toContain(sandbox.apiKey);
	});
});

test.each<[string, string, object]>([
	['ends in slashes and spaces', '/// ', {}],
	['the credential allows no host', '', { allowedHttpRequestDomains: 'none' }],
	[
		'the credential allows another host',
		'',
		{ allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' },
	],
])('The Base URL is taken where %s', async (_rule, end, limits) => {
	const { sandbox } = holder;
	const { apiKey, url } = sandbox;
	const credentials = { whatsAppSenderApi: { apiKey, baseUrl: ` ${url}${end}`, ...limits } };
	const sent = await sendTexts(sandbox, { items: recipients(1), credentials });
	const listed = await getLists(sandbox, {}, { credentials });
	expect([sent.error, listed.error]).toEqual([undefined, undefined]);
	expect(sandbox.requests.map(({ path }) => path)).toEqual(['/api/v1/send', '/api/v1/lists/']);
});

describe('The Test button', () => {
	/** n8n's own context, and the function that the node names. */
	async function press(data: { apiKey?: string; baseUrl?: string } = {}) {
		const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		const { whatsAppSenderApi } = credentialOf(holder.sandbox);
		const credential = { data: { ...whatsAppSenderApi, ...data } };
		return await testCredential.call(context, credential as unknown as ICredentialsDecrypted);
	}

	test('runs what the node names for its credential', () => {
		const { description, methods } = senderNode();
		expect(description.credentials?.[0]).toMatchObject({
			name: 'whatsAppSenderApi',
			testedBy: 'testCredential',
		});
		expect(methods?.credentialTest?.testCredential).toBe(testCredential);
	});

	test.each(['envelope', 'bare'] as const)(
		'takes the right key, with a response in the %s form',
		async (form) => {
			const { sandbox } = holder;
			sandbox.form = form;
			const success = { status: 'OK', message: 'Connection successful!' };
			expect(await press({ baseUrl: ` ${sandbox.url}// ` })).toEqual(success);
			sandbox.lists = [];
			expect(await press()).toEqual(success);
			expect(sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
				Array(2).fill('GET /api/v1/lists/'),
			);
		},
	);

	test.each<[string, object, AnswerFault | undefined, RegExp]>([
		[
			'a wrong key',
			{ apiKey: 'wrong-key' },
			undefined,
			/^The API key is not valid, or the Base URL is wrong$/,
		],
		[
			'a Base URL that is not an address',
			{ baseUrl: 'api.example.com' },
			undefined,
			/^Base URL "api\.example\.com" is not a web address/,
		],
		[
			'a Base URL where nothing listens',
			{ baseUrl: 'http://127.0.0.1:9' },
			undefined,
			/^The service at 127\.0\.0\.1:9 could not be reached: the connection was refused$/,
		],
		[
			'a web page',
			{},
			{ status: 200, contentType: 'text/html', body: '<title>Hi</title>' },
			/web page.*Base URL/,
		],
		[
			'a redirect',
			{},
			{ status: 301, body: '', headers: { location: '/elsewhere' } },
			/redirects.*Base URL/,
		],
		[
			'an envelope with an error',
			{},
			{ status: 200, body: { status: 404, data: '' } },
			/^The API key is not valid/,
		],
		['a failing service', {}, { status: 500, body: 'Down for now' }, /HTTP 500: Down for now/],
	])('refuses %s and says why', async (_case, data, fault, expected) => {
		const { sandbox } = holder;
		sandbox.onLists = fault && (() => fault);
		const { status, message } = await press(data);
		expect(status).toBe('Error');
		expect(message).toMatch(expected);
		expect(sandbox.requests).toHaveLength('baseUrl' in data ? 0 : 1);
	});
});
