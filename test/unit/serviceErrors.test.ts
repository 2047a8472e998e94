import {
	connectionError,
	rejectedError,
	unexpectedResponse,
} from '../../nodes/WhatsAppSender/service/errors';

const send = { name: 'send', recipient: '6281234567890' } as const;
const lists = { name: 'lists' } as const;
const contacts = { name: 'contacts', listId: 'abc' } as const;
const operations = [send, lists, contacts];
const NOT_ACCEPTED = 'Message to 6281234567890 was not accepted';
describe('An error', () => {
	const responseWith = (status: number, data: unknown) => ({
		status,
		statusText: '',
		data,
		headers: {},
	});

	test.each([
		[send, 400, 'Bad', `${NOT_ACCEPTED} (HTTP 400): Bad`, 'values of this node'],
		[send, 500, { error: 'No signal' }, `${NOT_ACCEPTED} (HTTP 500): No signal`, 'recipient'],
		[send, 429, 'Slow down', `${NOT_ACCEPTED} (HTTP 429): Slow down`, 'Delay'],
		[
			lists,
			404,
			'x',
			'The API key was not accepted (HTTP 404): check it and the Base URL in the credential',
			'API Key',
		],
		[
			contacts,
			404,
			'x',
			'List abc was not found, or the API key was not accepted (HTTP 404): choose the list again, or check the credential',
			'API Key',
		],
		[lists, 500, 'Broken', 'The service answered HTTP 500: Broken', 'recipient'],
		[contacts, 403, { message: 'No' }, 'The service answered HTTP 403: No', 'API Key'],
	])('of %o with HTTP %d %p is "%s", and says what to do', (operation, status, data, ...words) => {
		const error = rejectedError(operation, responseWith(status, data));
		expect(error).toMatchObject({ message: words[0], status });
		expect(error.description).toContain(words[1]);
	});

	test.each([502, 504, 520, 524])(
		'of a gateway without a response says that the message may already have been sent: HTTP %i',
		(status) => {
			const error = rejectedError(send, responseWith(status, 'Gateway'));
			expect(error.message).toBe(
				`${NOT_ACCEPTED} (HTTP ${status}): Gateway. This came from a gateway, so the message may already have been sent`,
			);
			expect(error.unconfirmed).toBe(true);
			expect(rejectedError(lists, responseWith(status, 'Gateway')).unconfirmed).toBe(false);
		},
	);

	test.each(operations)('with a redirect says to correct the Base URL (%o)', (operation) => {
		const { message, description } = rejectedError(operation, responseWith(302, ''));
		expect(message + description).toMatch(/Base URL/);
	});

	test('for a response in neither form says to check the Base URL, and that a message may already have been sent', () => {
		const page = responseWith(200, '<html><title>Welcome</title></html>');
		for (const operation of operations)
			expect(unexpectedResponse(operation, page).message).toMatch(/check the Base URL/i);
		expect(unexpectedResponse(send, page).message).toMatch(/may already have been sent/);
		expect(unexpectedResponse(lists, page).message).not.toMatch(/already have been sent/);
	});

	test('of the network names the host, the reason and what became of a message', () => {
		const refused = { connected: false, reason: 'the connection was refused' };
		const silent = { connected: true, reason: 'the request timed out' };
		const unreachable = 'The service at api.test could not be reached: the connection was refused';
		const unanswered = 'No answer from api.test: the request timed out';
		const maybe = 'The message to 6281234567890 may already have been sent';
		const notSent = 'The message to 6281234567890 was not sent';
		for (const operation of [lists, contacts]) {
			expect(connectionError(operation, 'api.test', refused, false).message).toBe(unreachable);
			expect(connectionError(operation, 'api.test', silent, false).message).toBe(unanswered);
		}
		const error = connectionError(send, 'api.test', refused, false);
		expect(error.message).toBe(`${unreachable}. ${notSent}`);
		expect(error.description).not.toMatch(/Proxy/);
		expect(connectionError(send, 'api.test', refused, true).description).toMatch(/^Check Proxy/);
		expect(connectionError(send, 'api.test', silent, false)).toMatchObject({
			message: `${unanswered}. ${maybe}`,
			unconfirmed: true,
		});
	});
});
