import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { TimeLimit } from '../../nodes/WhatsAppSender/values/timeLimit';
import { listening } from '../../rig/n8n/ports';
import { editorContext, pressTest, runWorkflow, useBinaryStore } from './run';
import { PHONE } from './sandbox';

const { methods } = new WhatsAppSender();
let server: Server;
let url: string;
let answer: RequestListener;

beforeAll(async () => {
	server = createServer((request, response) => answer(request, response));
	url = `http://127.0.0.1:${await listening(server)}`;
});
const { DEFAULT_TIME_LIMIT } = TimeLimit;
beforeEach(() => void jest.replaceProperty(TimeLimit, 'DEFAULT_TIME_LIMIT', 200));
afterEach(() => {
	server.closeAllConnections();
	jest.restoreAllMocks();
});
afterAll(() => server.close());

const credentials = () => ({
	whatsAppSenderApi: { apiKey: 'a-key', baseUrl: url },
	whatsAppSenderWebhookApi: { authentication: 'bearerAuth', token: 'a-token' },
});
const messageOf = async (parameters: INodeParameters) => {
	const { error } = await runWorkflow({ credentials: credentials(), parameters });
	return String(error?.message);
};
const text = { resource: 'message', operation: 'sendText', phone: PHONE, text: 'Hello' };
const webhook = (receiverAuthentication: string) => ({
	...{ resource: 'webhook', operation: 'webhookList', receiverAuthentication },
	...{ webhookUrl: url, name: 'Ayu', phone: PHONE },
});

/** Every request that the node makes. @returns how it failed */
const REQUESTS: Record<string, () => Promise<string>> = {
	'Send Text': async () => await messageOf(text),
	'Get Lists': async () => await messageOf({ resource: 'list', operation: 'getLists' }),
	'Webhook List': async () => await messageOf(webhook('none')),
	'Webhook List with a login': async () => await messageOf(webhook('credential')),
	'The drop-down of lists': async () =>
		await methods.listSearch.searchLists.call(editorContext(credentials())).then(String, String),
	'The Test button': async () => (await pressTest(credentials().whatsAppSenderApi)).message,
};

const ANSWERS: Record<string, RequestListener> = {
	'a response that trickles': async (_, response) => {
		response.writeHead(200, { 'content-type': 'text/plain' });
		while (!response.destroyed) {
			response.write('O');
			await pause(50);
		}
	},
	'an HTTP 101': ({ socket }) =>
		void socket.write(
			'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
		),
};

describe.each(Object.keys(ANSWERS))('After %s', (kind) => {
	test.each(Object.keys(REQUESTS))('%s ends within its time', async (request) => {
		answer = ANSWERS[kind];
		expect(await REQUESTS[request]()).toMatch(/No answer from 127\.0\.0\.1:\d+: /);
	});
});

/** Far more than the sockets between them hold, so that most of it is taken as the server takes it. */
const BYTES = Buffer.alloc(32 * 1024 * 1024);
const UPLOAD_TIME = 1200;
const STEPS = 12;

/** Takes the first half of an upload in steps, and the other at once; stops for ever at one of the steps, if given. */
const takesSlowly =
	(lastStep?: number): RequestListener =>
	(request, response) => {
		let [total, steps] = [0, 0];
		request.on('data', ({ length }: Buffer) => {
			total += length;
			if (steps === STEPS || total < ((steps + 1) * BYTES.length) / 2 / STEPS) return;
			steps++;
			request.pause();
			if (steps !== lastStep) setTimeout(() => request.resume(), UPLOAD_TIME / STEPS);
		});
		request.on('end', () => response.end('OK'));
	};

async function upload(store: 'memory' | 'disk', requestOptions: INodeParameters = {}) {
	const named = { data: BYTES.toString('base64'), mimeType: 'video/mp4', fileName: 'film.mp4' };
	const location = { type: 'execution', workflowId: 'workflow', executionId: '1' } as const;
	const data =
		store === 'disk' ? await (await useBinaryStore()).store(location, BYTES, named) : named;
	return await runWorkflow({
		credentials: credentials(),
		items: [{ json: {}, binary: { data } }],
		parameters: { ...text, operation: 'sendMedia', mediaSource: 'binary', requestOptions },
	});
}

describe('An upload', () => {
	beforeEach(
		() => void jest.replaceProperty(TimeLimit, 'DEFAULT_TIME_LIMIT', (UPLOAD_TIME * 2) / 3),
	);

	test.each(['memory', 'disk'] as const)('from %s may take its time', async (store) => {
		answer = takesSlowly();
		const started = Date.now();
		const { items } = await upload(store);
		expect(items[0].json).toMatchObject({ success: true, response: 'OK' });
		expect(Date.now() - started).toBeGreaterThan(TimeLimit.DEFAULT_TIME_LIMIT);
	});

	test.each([
		['that stands still ends within this time', 2, {}],
		['ends with the Timeout that the user has set', undefined, { timeout: 400 }],
	])('%s', async (_what, lastStep, requestOptions) => {
		answer = takesSlowly(lastStep);
		const { error } = await upload('disk', requestOptions);
		expect(error?.message).toMatch(/^No answer from .* timed out/);
	});
});

test('The time is five minutes, and its timer does nothing once the request has ended', async () => {
	expect(DEFAULT_TIME_LIMIT).toBe(300_000);
	const limit = new TimeLimit(20);
	limit.end();
	await pause(60);
	expect(limit.signal.aborted).toBe(false);
});
