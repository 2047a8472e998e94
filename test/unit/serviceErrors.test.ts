import { NodeApiError, type INode } from 'n8n-workflow';
import {
	ConnectionError,
	InputError,
	RejectedError,
	toNodeError,
	UnconfirmedError,
} from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { rejectedError, unexpectedResponse } from '../../nodes/WhatsAppSender/service/errors';
import { requestService, type Service } from '../../nodes/WhatsAppSender/service/requestService';

/** A service that does not respond. */
const broken = (error: Error, proxy?: string) =>
	({
		baseUrl: 'https://api.test/v1',
		apiKey: 'KEY-0123',
		settings: { proxy },
		sendSigned: async () => await Promise.reject(error),
	}) as unknown as Service;
const send = { name: 'send', recipient: '6281234567890' } as const;
const lists = { name: 'lists' } as const;
const contacts = { name: 'contacts', listId: 'abc' } as const;
const NOT_ACCEPTED = 'Message to 6281234567890 was not accepted';
const NO_KEY =
	'The API key was not accepted (HTTP 404): check it and the Base URL in the credential';
const NO_LIST =
	'List abc was not found, or the API key was not accepted (HTTP 404): choose the list again, or check the credential';
const responseWith = (status: number, data: unknown) =>
	({ status, data, statusText: '', form: 'bare' }) as const;

describe('An error', () => {
	test.each([
		[send, 400, 'Bad', `${NOT_ACCEPTED} (HTTP 400): Bad`, 'values of this node'],
		[send, 503, { error: 'No signal' }, `${NOT_ACCEPTED} (HTTP 503): No signal`, 'busy or down'],
		[send, 404, 'x', `${NOT_ACCEPTED} (HTTP 404): x`, 'Check the API Key and the Base URL'],
		[send, 429, 'Slow down', `${NOT_ACCEPTED} (HTTP 429): Slow down`, 'Set a delay under Options'],
		[lists, 404, 'x', NO_KEY, 'check both'],
		[contacts, 404, 'x', NO_LIST, 'check both'],
		[lists, 500, 'Broken', 'The service answered HTTP 500: Broken', 'recipient'],
	])('of %o with HTTP %d %p is "%s", and says what to do', (operation, status, data, ...words) => {
		const error = rejectedError(operation, responseWith(status, data));
		expect(error).toMatchObject({ message: words[0], status });
		expect((error as RejectedError).description).toContain(words[1]);
	});

	const ofEnvoy = 'upstream connect error or disconnect/reset before headers';
	test.each<[string, number[], unknown, string]>([
		['its own status', [502, 504, 520, 522, 524], { error: 'Down' }, 'Down'],
		['a web page', [503], '<html><title>Down</title></html>', 'Down'],
		['the words of Envoy', [503], ofEnvoy, ofEnvoy],
	])('of a proxy may already have been sent: with %s', (_what, statuses, data, text) => {
		for (const status of statuses) {
			const ofSend = rejectedError(send, responseWith(status, data));
			expect(ofSend).toBeInstanceOf(UnconfirmedError);
			expect(ofSend.message).toBe(
				`No confirmation for 6281234567890 (HTTP ${status}): ${text}. A proxy answered instead of the messaging service, so the message may already have been sent`,
			);
			const ofLists = rejectedError(lists, responseWith(status, data));
			expect(ofLists).toBeInstanceOf(RejectedError);
			expect(ofLists.message).toBe(`The service answered HTTP ${status}: ${text}`);
		}
	});

	test.each([send, lists])('of %o says when the Base URL is to blame', (operation) => {
		const error = rejectedError(operation, responseWith(302, ''));
		const { message, description } = error as RejectedError;
		expect(message + description).toMatch(/Base URL/);
		const page = responseWith(200, '<html><title>Welcome</title></html>');
		const unexpected = unexpectedResponse(operation, page).message;
		expect(unexpected).toMatch(/check the Base URL/i);
		expect(/may already have been sent/.test(unexpected)).toBe(operation === send);
	});

	test.each<[unknown, string]>([
		['', 'an empty or unknown response'],
		[{ success: false, message: 'Not connected' }, '"Not connected"'],
		[{ status: 'pending', id: 7 }, '{"status":"pending","id":7}'],
	])('of a send that was answered with %j shows it', (data, shown) => {
		expect(unexpectedResponse(send, responseWith(200, data)).message).toBe(
			`The service answered HTTP 200 with ${shown}: check the Base URL in the credential. The message to 6281234567890 may already have been sent`,
		);
	});

	const unreachable = 'The service at api.test could not be reached: the connection was refused';
	const unanswered = 'No answer from api.test: the request timed out';
	const message = 'The message to 6281234567890';

	test.each([
		[lists, 'ECONNREFUSED', unreachable, '', /^(?!.*Proxy)/],
		[lists, 'ETIMEDOUT', unanswered, '', /^Try again later/],
		[send, 'ECONNREFUSED', `${unreachable}. ${message} was not sent`, 'a proxy', /^Check P/],
		[send, 'ETIMEDOUT', `${unanswered}. ${message} may already have been sent`, '', /^Check in W/],
	])('of the network at %o (%s) is "%s"', async (operation, code, words, proxy, advice) => {
		const service = broken(Object.assign(new Error(code), { code }), proxy);
		const sent = requestService(service, operation, { url: '/' });
		const error = await sent.catch((thrown: unknown) => thrown);
		const description = expect.stringMatching(advice);
		expect(error).toMatchObject({ message: words, description });
		expect(error instanceof UnconfirmedError).toBe(words.endsWith('may already have been sent'));
	});
});

test("n8n's words of a response that it cannot read are shown without the key", async () => {
	const service = broken(new Error('Unexpected "KEY-0123" in JSON'));
	await expect(requestService(service, send, { url: '/' })).rejects.toThrow(
		/^The response of api\.test could not be read: Unexpected "•••" in JSON\. The message to/,
	);
});

const node = { name: 'Sender', type: 'whatsAppSender' } as INode;
// n8n would replace a message with this word in it by one of its own.
const words = 'The connection was refused (ECONNREFUSED)';
const advice = 'Check it.';
const ofN8n = new NodeApiError(node, { message: 'x' }, { message: words, description: advice });

test.each([
	['of input', new InputError(words, advice), 'NodeOperationError', undefined],
	['of a response', new RejectedError(words, advice, 500), 'NodeApiError', '500'],
	['of no response', new ConnectionError(words, advice), 'NodeApiError', null],
	["of n8n's own", ofN8n, 'NodeApiError', null],
])(
	'An error %s keeps its words, and its advice unless there is more to say',
	(_kind, thrown, name, httpCode) => {
		expect(toNodeError(node, thrown).description).toBe('Check it.');
		const error = toNodeError(node, thrown, { itemIndex: 2, description: 'Use Retry.' });
		expect(error).toMatchObject({ name, description: 'Use Retry.' });
		expect((error as NodeApiError).httpCode).toBe(httpCode);
		if (thrown !== ofN8n) expect(error.message).toBe(words);
	},
);

test('A sentence about an earlier attempt is added to the message', () => {
	const error = toNodeError(node, new Error('It broke.'), { more: ['It may have been sent'] });
	expect(error.message).toBe('It broke. It may have been sent');
	expect(toNodeError(node, 'a text that was thrown').message).toBe('a text that was thrown');
});
