import type { INodeParameters } from 'n8n-workflow';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { TimeLimit } from '../../nodes/WhatsAppSender/http/request';
import { listening } from '../../rig/n8n/ports';
import { editorContext, fileIn, pressTest, runWorkflow } from './run';
import { PHONE } from './sandbox';

const { methods } = new WhatsAppSender();
const { DEFAULT_TIME_LIMIT } = TimeLimit;
let respond: RequestListener;
const server = createServer((request, response) => respond(request, response));
let url: string;

const setLimit = (ms: number) => void jest.replaceProperty(TimeLimit, 'DEFAULT_TIME_LIMIT', ms);
beforeAll(async () => void (url = `http://127.0.0.1:${await listening(server)}`));
beforeEach(() => setLimit(200));
afterEach(() => {
	server.closeAllConnections();
	jest.restoreAllMocks();
});
afterAll(() => server.close());

const credentials = () => ({
	whatsAppSenderApi: { apiKey: 'a-key', baseUrl: url },
	whatsAppSenderWebhookApi: { authentication: 'bearerAuth', token: 'a-token' },
});
const run = async (parameters: INodeParameters) =>
	await runWorkflow({ credentials: credentials(), parameters });
const sendText = { resource: 'message', operation: 'sendText', phone: PHONE, text: 'Hello' };
const webhookList = (receiverAuthentication: string) => ({
	...{ resource: 'webhook', operation: 'webhookList', receiverAuthentication },
	...{ webhookUrl: url, name: 'Ayu', phone: PHONE },
});

/** Every request that the node makes, and how it fails. */
const REQUESTS: Record<string, () => Promise<string | undefined>> = {
	'Send Text': async () => (await run(sendText)).error?.message,
	'Get Lists': async () => (await run({ resource: 'list', operation: 'getLists' })).error?.message,
	'Webhook List': async () => (await run(webhookList('none'))).error?.message,
	'Webhook List with a login': async () => (await run(webhookList('credential'))).error?.message,
	'The drop-down of lists': async () =>
		await methods.listSearch.searchLists.call(editorContext(credentials())).then(String, String),
	'The Test button': async () => (await pressTest(credentials().whatsAppSenderApi)).message,
};

const trickle: RequestListener = async (_, response) => {
	response.writeHead(200, { 'content-type': 'text/plain' });
	while (!response.destroyed) {
		response.write('O');
		await pause(50);
	}
};
const upgrade: RequestListener = ({ socket }) =>
	void socket.write(
		'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
	);

test.each(Object.keys(REQUESTS))('%s times out if the response never ends', async (name) => {
	for (respond of [trickle, upgrade]) {
		expect(await REQUESTS[name]()).toMatch(/No answer from 127\.0\.0\.1:\d+: /);
	}
});

describe('An upload', () => {
	/** Far more than the sockets between them hold, so that the server decides how fast it goes. */
	const content = Buffer.alloc(32 * 1024 * 1024);
	const UPLOAD_TIME = 1200;
	const STEPS = 12;

	/** Takes the first half of an upload in steps, and the other at once; stops at the last step, if given. */
	const takeSlowly =
		(lastStep?: number): RequestListener =>
		(request, response) => {
			let [total, steps] = [0, 0];
			request.on('data', ({ length }: Buffer) => {
				total += length;
				if (steps === STEPS || total < ((steps + 1) * content.length) / 2 / STEPS) return;
				steps++;
				request.pause();
				if (steps !== lastStep) setTimeout(() => request.resume(), UPLOAD_TIME / STEPS);
			});
			request.on('end', () => response.end('OK'));
		};

	async function upload(place: 'memory' | 'disk', requestOptions: INodeParameters = {}) {
		const data = await fileIn(place, content, { mimeType: 'video/mp4', fileName: 'film.mp4' });
		const media = { operation: 'sendMedia', mediaSource: 'binary', requestOptions };
		return await runWorkflow({
			credentials: credentials(),
			items: [{ json: {}, binary: { data } }],
			parameters: { ...sendText, ...media },
		});
	}

	beforeEach(() => setLimit((UPLOAD_TIME * 2) / 3));

	test.each(['memory', 'disk'] as const)(
		'from %s may take longer while data flows',
		async (place) => {
			respond = takeSlowly();
			const started = Date.now();
			const { items } = await upload(place);
			expect(items[0].json).toMatchObject({ success: true, response: 'OK' });
			expect(Date.now() - started).toBeGreaterThan(TimeLimit.DEFAULT_TIME_LIMIT);
		},
	);

	test.each([
		['that stalls times out', 2, {}],
		['times out after the Timeout of Request Options', undefined, { timeout: 400 }],
	])('%s', async (_what, lastStep, requestOptions) => {
		respond = takeSlowly(lastStep);
		const { error } = await upload('disk', requestOptions);
		expect(error?.message).toMatch(/^No answer from .* timed out/);
	});
});

test('The time limit is five minutes, and does nothing once the request has ended', async () => {
	expect(DEFAULT_TIME_LIMIT).toBe(300_000);
	const limit = new TimeLimit(20);
	limit.end();
	await pause(60);
	expect(limit.signal.aborted).toBe(false);
});
