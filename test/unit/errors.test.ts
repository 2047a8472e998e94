import { type IDataObject, type INode, NodeApiError, UserError } from 'n8n-workflow';
import {
	asFailure,
	ConnectionError,
	type Failure,
	InputError,
	RejectedError,
	toNodeError,
	withPrefix,
} from '../../nodes/WhatsAppSender/errors/failures';
import { noResponse, retryAfterOf } from '../../nodes/WhatsAppSender/http/failedRequest';

/** As Node, and the HTTP client of n8n, write it. */
const failedCall = (code: string, syscall: string, more = {}) =>
	Object.assign(new Error(`${syscall} ${code}`), { code, syscall, ...more });
const byClient = { isAxiosError: true };
const noConnection = failedCall('ETIMEDOUT', 'connect');
const allAddresses = new AggregateError([noConnection, noConnection]);
const circular = new Error('circular');
circular.cause = circular;
// n8n refuses a request with such errors of its own.
const BLOCKED = 'The request was blocked because it resolves to a restricted IP address';
const blocked = new UserError(BLOCKED, { description: 'Ask your administrator.' });
const blockedLater = failedCall('ECONNRESET', 'read', { ...byClient, cause: blocked });
const byN8n = (error: Error) => new NodeApiError({} as INode, error as never);

/** The error of a request that sends something and got no response. */
const errorAfter = async (thrown: unknown) =>
	await noResponse(
		thrown,
		'api.test',
		{
			server: 'The service',
			checkAddress: 'Check the address.',
			sends: { mayHaveBeenSent: 'It may have been sent', whatToCheck: 'Check whether it arrived.' },
		},
		[],
	);
const UNREACHABLE = 'The service at api.test could not be reached: ';
const NO_ANSWER = 'No answer from api.test: ';
const OTHER_CERTIFICATES = ['ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];

describe('A network error', () => {
	/** Others: engine/connections.test.ts. */
	test.each([
		['no server was found under this name; check the spelling', ['ENOTFOUND']],
		['its certificate could not be verified (CODE)', ['CERT_HAS_EXPIRED', ...OTHER_CERTIFICATES]],
	])('before the request is sent says why: %s (%s)', async (reason, codes) => {
		for (const code of codes) {
			const { message } = await errorAfter({ code });
			expect(message).toBe(UNREACHABLE + reason.replace('CODE', code));
		}
	});

	/** How the message begins. */
	const UNREADABLE = 'The response of api.test could not be read: ';
	test.each<[string, string, unknown]>([
		['at all addresses', UNREACHABLE, Object.assign(allAddresses, { code: 'ETIMEDOUT' })],
		['of no route', `${UNREACHABLE}no connection (E`, failedCall('EHOSTUNREACH', 'connect')],
		['without a name server', `${UNREACHABLE}no`, failedCall('EAI_AGAIN', 'getaddrinfo')],
		['while reading', `${NO_ANSWER}the connection`, failedCall('EHOSTUNREACH', 'read', byClient)],
		// The Test button does not show whether the request was sent.
		['of TLS', `${NO_ANSWER}the response was not`, { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
		['after a stop', `${NO_ANSWER}the execution was`, { code: 'ERR_CANCELED' }],
		['with circular causes', UNREADABLE, circular],
		['whose code is no text', UNREADABLE, { code: 7, syscall: null, request: null }],
		['of n8n, while it connects', UNREACHABLE + BLOCKED, byN8n(blockedLater)],
	])('%s has the message: %s', async (_case, words, thrown) => {
		const error = await errorAfter(thrown);
		expect(error.message.slice(0, words.length)).toBe(words);
		expect(asFailure(error).reason).toBe(
			words.startsWith(UNREACHABLE) ? 'unreachable' : 'unconfirmed',
		);
	});

	test("of n8n has n8n's advice", async () => {
		expect(await errorAfter(blocked)).toMatchObject({ description: 'Ask your administrator.' });
	});
});

const node = { name: 'Sender', type: 'whatsAppSender' } as INode;
// n8n replaces a message that contains this code with its own.
const words = 'The connection was refused (ECONNREFUSED)';
const advice = 'Check it.';

test.each([
	['about input', new InputError(words, advice), 'NodeOperationError', undefined],
	['about a response', new RejectedError(words, advice, 500), 'NodeApiError', '500'],
	['about a missing response', new ConnectionError(words, advice), 'NodeApiError', null],
])(
	'An error %s keeps its message, and its own advice by default',
	(_kind, thrown, name, httpCode) => {
		expect(toNodeError(node, thrown).description).toBe('Check it.');
		const error = toNodeError(node, thrown, { itemIndex: 2, description: 'Use Retry.' });
		expect(error).toMatchObject({ name, description: 'Use Retry.' });
		expect((error as NodeApiError).httpCode).toBe(httpCode);
		expect(error.message).toBe(words);
	},
);

test('A sentence about an earlier attempt is added to the message', () => {
	const extraSentences = ['It may have been sent'];
	const error = toNodeError(node, new Error('It broke.'), { extraSentences });
	expect(error.message).toBe('It broke. It may have been sent');
	expect(toNodeError(node, new Error('It broke.')).message).toBe('It broke.');
	expect(toNodeError(node, 'a text that was thrown').message).toBe('a text that was thrown');
	expect(asFailure(error).reason).toBe('invalid');
});

test('A failure of the run has words before its message, and its original stays as it is', () => {
	const rejected = new RejectedError('It is busy', advice, 429, true, 3000);
	for (const original of [rejected, new InputError('It is empty', advice)]) {
		const error = withPrefix('Never Send To', original);
		const message = `Never Send To: ${original.message}`;
		expect(error).toMatchObject({ message, description: advice });
		expect(asFailure(error).isOfItem).toBe(false);
		expect(original.message).toMatch(/^It is/);
		const { reason, status, retryAfter } = original as Failure;
		expect(error).toMatchObject({ reason, status, retryAfter });
	}
	expect(withPrefix('Never Send To', 'a text')).toBe('a text');
});

describe('Retry-After', () => {
	const now = new Date('2026-10-21T07:28:00Z').getTime();
	beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(now));
	afterEach(() => void jest.restoreAllMocks());

	test.each<[unknown, number | undefined]>([
		[' 1.5 ', 1500],
		['86400', 900_000],
		['Wed, 21 Oct 2026 07:30:00 GMT', 120_000],
		['0', undefined],
	])('of %j is %p milliseconds', (value, wait) => {
		expect(retryAfterOf(429, { date: 'x', 'retry-after': value } as IDataObject)).toBe(wait);
	});
});
