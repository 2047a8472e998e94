import type { RejectedError } from '../../nodes/WhatsAppSender/errors/failures';
import { SEND } from '../../nodes/WhatsAppSender/message/send';
import type { ServiceCall } from '../../nodes/WhatsAppSender/service/response';
import {
	CONTACTS,
	LISTS,
	requestService,
	type Service,
} from '../../nodes/WhatsAppSender/service/service';

const send = { ...SEND, recipient: '6281234567890' };
const lists = LISTS;
const contacts = { ...CONTACTS, id: 'abc' };

/** The error of a request whose response is this. */
async function errorOf(call: ServiceCall, response: object): Promise<RejectedError> {
	const service = {
		baseUrl: 'https://api.test/v1',
		settings: {},
		apiKey: 'KEY-0123',
		sendSigned: async () =>
			response instanceof Error ? await Promise.reject(response) : { headers: {}, ...response },
	} as unknown as Service;
	const request = requestService(service, call);
	return (await request.catch((thrown: unknown) => thrown)) as RejectedError;
}
const responseWith = (statusCode: number, body: unknown) => ({ statusCode, body });

const NOT_ACCEPTED = 'Message to 6281234567890 was not accepted';
const NO_KEY = 'The API key was not accepted (HTTP 404): check it and the Base URL in the cred';
const NO_LIST = 'List abc was not found, or the API key was not accepted (HTTP 404): choose the';
const OFFLINE = { success: false, error: 'Broken' };

describe('A rejection', () => {
	test.each([
		[send, 302, '', `${NOT_ACCEPTED} (HTTP 302): it redirects to another address, correct the Ba`],
		[send, 200, { Status: 'fail', StatusText: 'Bad', data: '' }, `${NOT_ACCEPTED} (HTTP 200): Bad`],
		[send, 200, { ok: 0 }, `${NOT_ACCEPTED} (HTTP 200): no reason given`],
		[lists, 404, 'x', NO_KEY],
		[contacts, 404, 'x', NO_LIST],
		[lists, 200, OFFLINE, 'The service answered HTTP 200: Broken'],
	])('of %o with HTTP %d %j has the message: %s', async (operation, status, body, message) => {
		const error = await errorOf(operation, responseWith(status, body));
		expect([error.message.slice(0, message.length), error.reason]).toEqual([message, 'rejected']);
		expect([error.status, error.description]).toEqual([status, expect.stringMatching(/\.$/)]);
	});

	/** The advice, whether the item may be wrong, and responses: their status and words. */
	test.each([
		[/^The service is .* longer delays/, false, '429 Daily limit reached'],
		[/^WhatsApp is .* longer delays/, false, '500 Error 463|403 Account restricted|463 No'],
		[/^WhatsApp is .* longer delays/, false, '429 time-lock|200 restricted until noon'],
		[/^Check your plan/, false, '403 Daily limit reached|500 Monthly quota used|402 No credit'],
		[
			/^Check your plan/,
			false,
			'400 Saldo tidak cukup|403 Kuota habis|422 Balance too low|200 saldo 0',
		],
		[/^Check your plan/, false, '400 Monthly message limit reached|400 100 messages per day'],
		[/^Check the recipient/, true, '500 exceeds the limit of 4096 characters'],
		[/^Check the API Key/, false, '401 No|403 No|404 No'],
		[/^Check the values/, true, '400 Length limit exceeded|422 No +62 463 100|400 Too many rows'],
		[/busy/, false, '503 No signal'],
	])('has the advice %p, depending on its status and text', async (advice, isOfItem, responses) => {
		for (const response of responses.split('|')) {
			const [status, error] = [Number(response.slice(0, 3)), response.slice(4)];
			const rejection = responseWith(status, { success: false, error });
			const { description, isOfItem: isValue } = await errorOf(send, rejection);
			expect([response, description]).toEqual([response, expect.stringMatching(advice)]);
			expect(isValue).toBe(isOfItem);
			const forLists = (await errorOf(lists, rejection)).description;
			expect(forLists).not.toMatch(/delays|recipient/);
			if (!/^(404|200)/.test(response))
				expect(forLists).toMatch(/^(Check (the API|your plan)|Try|.*busy)/);
		}
	});
});

test.each<[string, number[], unknown]>([
	['a status of proxies', [408, 499, 502, 504, 520, 522, 524], { error: 'Down' }],
	['a web page', [503], '<html><title>Down</title></html>'],
	['words of Envoy', [503], 'upstream connect error or disconnect/reset before headers'],
	['words of Traefik', [503], 'no available server'],
	['words of Kong', [503], { message: 'failure to get a peer from the ring-balancer' }],
])("After a proxy's response the message may have been sent: %s", async (_what, statuses, body) => {
	for (const status of statuses) {
		const headers = { 'retry-after': '3' };
		const error = await errorOf(send, { ...responseWith(status, body), headers });
		expect([error.reason, error.status]).toEqual(['unconfirmed', status]);
		expect([error.isOfItem, error.retryAfter]).toEqual([false, status === 503 ? 3000 : undefined]);
		expect(error.message).toMatch(
			/^No confirmation for 6281234567890 \(HTTP \d+\): \S.*\. A proxy answered .* already have been sent$/,
		);
		expect((await errorOf(lists, responseWith(status, body))).reason).toBe('rejected');
	}
});

test.each<[unknown, string]>([
	['', 'an empty or unknown response'],
	[{ success: true, error: 'Not connected' }, '"Not connected"'],
	[{ status: 'pending', id: 7 }, '{"status":"pending","id":7}'],
	['<html><title>Welcome</title></html>', 'a web page "Welcome"'],
])('An unknown response is quoted, and the message may have been sent: %j', async (body, words) => {
	const error = await errorOf(send, responseWith(200, body));
	expect([error.reason, error.message]).toEqual([
		'unconfirmed',
		`The service answered HTTP 200 with ${words}: check the Base URL in the credential. The message to 6281234567890 may already have been sent`,
	]);
	expect((await errorOf(lists, responseWith(200, body))).reason).toBe('rejected');
});

test.each<[number, unknown, number | undefined]>([
	[503, 'Busy', 3000],
	[200, { status: 429, error: 'Slow down' }, 3000],
	[500, 'Broken', undefined],
])('The error of HTTP %d %j has the Retry-After %p', async (statusCode, body, wait) => {
	const response = { statusCode, body, headers: { 'retry-after': '3' } };
	expect((await errorOf(send, response)).retryAfter).toBe(wait);
});

test.each<[number, object, unknown]>([
	[300_000, {}, undefined],
	[300_000 + 40_000, {}, 2_000_000],
	[2500, { timeout: 2500 }, 2_000_000],
])('A response must begin within %d ms with %j and %p bytes', async (timeout, settings, size) => {
	const body = new FormData();
	body.append('text', 'Hello');
	if (size) body.append('file', new File([Buffer.alloc(Number(size))], 'film.mp4'));
	const sendSigned = jest.fn(async () => ({ statusCode: 200, body: 'OK', headers: {} }));
	const service = { baseUrl: 'https://api.test', apiKey: 'KEY-0123', settings, sendSigned };
	await requestService(service as never, send, { body });
	expect(sendSigned).toHaveBeenCalledWith(expect.objectContaining({ timeout }));
});

/** Of a send: engine/connections.test.ts. */
test('A list without a response can be requested again', async () => {
	const error = await errorOf(lists, Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }));
	expect([error.message, error.reason, error.description]).toEqual([
		'No answer from api.test: the request timed out',
		'unreachable',
		'Try again later.',
	]);
});

test("The error of a response that n8n cannot read has n8n's words, without the key", async () => {
	const error = await errorOf(send, new Error('Unexpected "KEY-0123" in JSON'));
	expect(error.message).toMatch(
		/^The response of api\.test could not be read: Unexpected "•••" in JSON\. The message to/,
	);
});
