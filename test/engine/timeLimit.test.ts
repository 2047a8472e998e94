import type { INodeParameters } from 'n8n-workflow';
import { createServer } from 'node:http';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { listening } from '../../rig/n8n/ports';
import { editorContext, fileIn, runWorkflow } from './run';
import { PHONE } from './sandbox';

const { methods } = new WhatsAppSender();
/** Reads half a megabyte of a request, and never responds. */
const server = createServer((request) => {
	let bytes = 0;
	request.on('data', ({ length }: Buffer) => (bytes += length) > 2 ** 19 && request.pause());
});
let url: string;
beforeAll(async () => void (url = `http://127.0.0.1:${await listening(server)}`));
afterEach(() => server.closeAllConnections());
afterAll(() => server.close());

const requestOptions = { timeout: 300 };
const credentials = () => ({
	whatsAppSenderApi: { apiKey: 'test-key', baseUrl: url },
	whatsAppSenderWebhookApi: { authentication: 'bearerAuth', token: 'a-token' },
});
const run = async (parameters: INodeParameters, binary = {}) =>
	await runWorkflow({
		credentials: credentials(),
		items: [{ json: {}, binary }],
		parameters: { requestOptions, ...parameters },
	}).then(({ error }) => error?.message);
const sendText = { resource: 'message', operation: 'sendText', phone: PHONE, text: 'Hello' };
const upload = { ...sendText, operation: 'sendMedia', mediaSource: 'binary' };
const webhookList = (receiverAuthentication: string) => ({
	...{ resource: 'webhook', operation: 'webhookList', receiverAuthentication },
	...{ webhookUrl: url, name: 'Ayu', phone: PHONE },
});
/** Far more than the sockets between them hold. */
const film = async (place: 'memory' | 'disk') => ({
	data: await fileIn(place, Buffer.alloc(2 ** 25), { mimeType: 'video/mp4', fileName: 'film.mp4' }),
});

/** Every request that the node makes, but for the Test button's, which has no options: unit/serviceErrors.test.ts. */
const REQUESTS: Record<string, () => Promise<string | undefined>> = {
	'Send Text': async () => await run(sendText),
	'An upload from memory': async () => await run(upload, await film('memory')),
	'An upload from disk': async () => await run(upload, await film('disk')),
	'Get Lists': async () => await run({ resource: 'list', operation: 'getLists' }),
	'Webhook List': async () => await run(webhookList('none')),
	'Webhook List with a login': async () => await run(webhookList('credential')),
	'The drop-down of lists': async () =>
		await methods.listSearch.searchLists
			.call(editorContext(credentials(), requestOptions))
			.then(String, String),
};

test.each(Object.keys(REQUESTS))(
	'%s times out after the Timeout of Request Options',
	async (name) => {
		expect(await REQUESTS[name]()).toMatch(/No answer from 127\.0\.0\.1:\d+: .* timed out/);
	},
);
