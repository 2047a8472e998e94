import type { MultipartBody } from '../../sandbox';
import { editorContext } from './editor';
import { runWorkflow } from './run';
import { credentialOf, recipients, sendTexts, useSandbox } from './sandbox';

const file = {
	data: Buffer.from('hello').toString('base64'),
	mimeType: 'text/plain',
	fileName: 'a.txt',
};

describe('In the engine', () => {
	const holder = useSandbox({ basePath: '/api/v1', rawBodies: true });
	const upload = { operation: 'sendMedia', mediaSource: 'binary' };
	const withFile = recipients(1).map((item) => ({ ...item, binary: { data: file } }));

	test('a message in JSON carries the key first in its body, and nowhere else', async () => {
		const { sandbox } = holder;
		await sendTexts(sandbox, { items: recipients(1) });
		const [{ rawBody, headers, path, query }] = sandbox.requests;
		expect(rawBody?.toString()).toMatch(new RegExp(`^\\{"api_key":"${sandbox.apiKey}",`));
		expect(JSON.stringify([headers, path, query])).not.toContain(sandbox.apiKey);
	});

	test('an upload carries the key as the first part of its form, and nowhere else', async () => {
		const { sandbox } = holder;
		await sendTexts(sandbox, { items: withFile, parameters: upload });
		const [{ body, headers, path, query }] = sandbox.requests;
		expect((body as MultipartBody).parts).toEqual(['api_key', 'text', 'phone', 'file']);
		expect((body as MultipartBody).fields.api_key).toBe(sandbox.apiKey);
		expect(JSON.stringify([headers, path, query])).not.toContain(sandbox.apiKey);
	});

	test.each(['', '/', '///', '  ', '/ '])(
		'a Base URL with %j at its end is forgiven',
		async (end) => {
			const { sandbox } = holder;
			const { apiKey, url } = sandbox;
			const credentials = { whatsAppSenderApi: { apiKey, baseUrl: ` ${url}${end}` } };
			const sent = await sendTexts(sandbox, { items: recipients(1), credentials });
			const parameters = { resource: 'list', operation: 'getLists' };
			const listed = await runWorkflow({ credentials, parameters });

			expect([sent.error, listed.error]).toEqual([undefined, undefined]);
			expect(sandbox.requests.map(({ path }) => path)).toEqual(['/api/v1/send', '/api/v1/lists/']);
		},
	);

	test.each<[string, object]>([
		['none', { allowedHttpRequestDomains: 'none' }],
		['another', { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' }],
	])('the own Base URL is allowed where the credential allows %s host', async (_rule, limits) => {
		const { sandbox } = holder;
		const credentials = {
			whatsAppSenderApi: { ...credentialOf(sandbox).whatsAppSenderApi, ...limits },
		};
		const { error } = await sendTexts(sandbox, { items: recipients(1), credentials });
		const lists = { resource: 'list', operation: 'getLists' };
		expect([error, (await runWorkflow({ credentials, parameters: lists })).error]).toEqual([
			undefined,
			undefined,
		]);
	});

	test.each<[string, object]>([
		['json', { json: true, body: { text: 'Hi', phone: '6281234567890' } }],
		['form-data', { formData: { text: 'Hi', phone: '6281234567890' } }],
	])('the HTTP Request node signs with it too: %s', async (_form, body) => {
		const { sandbox } = holder;
		const context = editorContext(credentialOf(sandbox));
		const request = { method: 'POST' as const, uri: `${sandbox.url}/send`, ...body };
		await context.helpers.requestWithAuthentication.call(context, 'whatsAppSenderApi', request);
		expect(sandbox.accepted).toHaveLength(1);
		expect(JSON.stringify(sandbox.requests[0].headers)).not.toContain(sandbox.apiKey);
	});
});
