import './execution';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialsDecrypted, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import type { AnswerFault } from '../../sandbox';
import { testCredential } from '../../nodes/WhatsAppSender/service/credentialTest';
import { senderNode } from './nodeTypes';
import { useSandbox } from './sandbox';

const holder = useSandbox();

/** Presses the Test button: n8n's own context, and the function that the node names. */
async function pressTest(data: { apiKey?: string; baseUrl?: string } = {}) {
	const { apiKey, url: baseUrl } = holder.sandbox;
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
	const credential = { data: { apiKey, baseUrl, ...data } } as unknown as ICredentialsDecrypted;
	return await testCredential.call(context, credential);
}

test('is what the node names for its credential', () => {
	const { credentials } = senderNode().description;
	expect(credentials?.[0]).toMatchObject({ name: 'whatsAppSenderApi', testedBy: 'testCredential' });
	expect(senderNode().methods?.credentialTest?.testCredential).toBe(testCredential);
});

test.each(['envelope', 'bare'] as const)(
	'takes the right key, with a response in the %s form',
	async (form) => {
		holder.sandbox.form = form;
		const baseUrl = ` ${holder.sandbox.url}// `;
		expect(await pressTest({ baseUrl })).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});

		holder.sandbox.lists = [];
		expect(await pressTest()).toMatchObject({ status: 'OK' });
		expect(holder.sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /lists/',
			'GET /lists/',
		]);
	},
);

test('refuses a wrong key', async () => {
	const message = 'The API key is not valid, or the Base URL is wrong';
	expect(await pressTest({ apiKey: 'wrong-key' })).toEqual({ status: 'Error', message });
});

test.each<[string, AnswerFault, RegExp]>([
	[
		'a web page',
		{ status: 200, contentType: 'text/html', body: '<title>Hi</title>' },
		/web page.*Base URL/,
	],
	[
		'a redirect',
		{ status: 301, body: '', headers: { location: '/elsewhere' } },
		/redirects.*Base URL/,
	],
	[
		'an envelope with an error',
		{ status: 200, body: { status: 404, data: '' } },
		/^The API key is not valid/,
	],
	['a failing service', { status: 500, body: 'Down for now' }, /HTTP 500: Down for now/],
])('refuses %s and says why', async (_case, fault, expected) => {
	holder.sandbox.onLists = () => fault;
	const { status, message } = await pressTest();
	expect(status).toBe('Error');
	expect(message).toMatch(expected);
	expect(holder.sandbox.requests).toHaveLength(1);
});

test.each([
	['api.example.com', /^Base URL "api\.example\.com" is not a web address/],
	[
		'http://127.0.0.1:9',
		/^The service at 127\.0\.0\.1:9 could not be reached: the connection was refused$/,
	],
])('refuses the Base URL %s and says why', async (baseUrl, expected) => {
	expect((await pressTest({ baseUrl })).message).toMatch(expected);
});
