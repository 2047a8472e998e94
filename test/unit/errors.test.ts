import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';
import {
	ConnectionError,
	InputError,
	reasonOf,
	RejectedError,
	toNodeError,
} from '../../nodes/WhatsAppSender/errors/failures';
import { networkErrorIn, retryAfterOf } from '../../nodes/WhatsAppSender/http/failedRequest';

const withCode = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
const noConnection = withCode('ETIMEDOUT', { syscall: 'connect', address: '::1' });
const refused = withCode('ECONNREFUSED');
const NO_TUNNEL = 'Proxy connection ended before receiving CONNECT response';
const NO_TLS = 'Client network socket disconnected before secure TLS connection was established';
const NOT_VERIFIED = 'its certificate could not be verified (CODE)';
const circular = new Error('circular');
circular.cause = circular;

describe('A network error', () => {
	/** Whether there was a connection, the reason, and the codes of such errors. */
	test.each<[boolean, string, ...string[]]>([
		[false, 'the connection was refused', 'ECONNREFUSED'],
		[false, 'no server was found under this name; check the spelling', 'ENOTFOUND'],
		[false, 'no connection (CODE)', 'EHOSTUNREACH', 'EAI_AGAIN', 'ERR_INVALID_URL'],
		[false, NOT_VERIFIED, 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		[false, NOT_VERIFIED, 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
		[false, 'the server does not use HTTPS here; try http://', 'EPROTO'],
		[true, 'the request timed out', 'ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED'],
		[true, 'the connection was closed', 'ECONNRESET'],
	])(
		'says whether there was a connection (%p), and why: %s (%s)',
		(connected, reason, ...codes) => {
			for (const code of codes) {
				const expected = { connected, reason: reason.replace('CODE', code) };
				expect(networkErrorIn(withCode(code))).toEqual(expected);
			}
		},
	);

	/** Whether there was a connection; `undefined` if it is no network error. */
	test.each<[string, boolean | undefined, unknown]>([
		['while connecting', false, noConnection],
		['at all addresses', false, withCode('ETIMEDOUT', { errors: [noConnection] })],
		['wrapped by n8n', false, new NodeApiError({} as INode, refused as never)],
		['before a proxy has opened its tunnel', false, { message: NO_TUNNEL, isAxiosError: true }],
		['before TLS is established', false, withCode('ECONNRESET', { message: NO_TLS })],
		['while reading', true, withCode('EHOSTUNREACH', { message: 'read EHOSTUNREACH' })],
		['while writing', true, withCode('ENETUNREACH', { message: 'write ENETUNREACH' })],
		['in the middle of a response', true, { isAxiosError: true }],
		['with another code', undefined, withCode('ERR_SOMETHING_ELSE')],
		['with circular causes', undefined, circular],
		['whose code is no text', undefined, { code: 7, syscall: null }],
		['that is a text', undefined, 'ECONNRESET'],
	])('%s says whether there was a connection: %p', (_case, connected, thrown) => {
		expect(networkErrorIn(thrown)?.connected).toBe(connected);
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
	'An error %s keeps its message, and its advice unless it gets another one',
	(_kind, thrown, name, httpCode) => {
		expect(toNodeError(node, thrown).description).toBe('Check it.');
		const error = toNodeError(node, thrown, { itemIndex: 2, description: 'Use Retry.' });
		expect(error).toMatchObject({ name, description: 'Use Retry.' });
		expect((error as NodeApiError).httpCode).toBe(httpCode);
		expect(error.message).toBe(words);
	},
);

test('A sentence about an earlier attempt is added to the message', () => {
	const error = toNodeError(node, new Error('It broke.'), {
		extraSentences: ['It may have been sent'],
	});
	expect(error.message).toBe('It broke. It may have been sent');
	expect(toNodeError(node, 'a text that was thrown').message).toBe('a text that was thrown');
	expect(reasonOf(error)).toBe('invalid');
});

describe('Retry-After', () => {
	const now = new Date('2026-10-21T07:28:00Z').getTime();
	beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(now));
	afterEach(() => void jest.restoreAllMocks());

	test.each<[unknown, number | undefined]>([
		['3', 3000],
		[' 1.5 ', 1500],
		['86400', 900_000],
		['Wed, 21 Oct 2026 07:30:00 GMT', 120_000],
		['0', undefined],
		['5s', undefined],
	])('of %j is %p milliseconds', (value, wait) => {
		expect(retryAfterOf(429, { date: 'x', 'retry-after': value } as IDataObject)).toBe(wait);
	});
});
