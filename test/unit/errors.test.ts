import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';
import {
	ConnectionError,
	InputError,
	reasonOf,
	RejectedError,
	toNodeError,
} from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { networkErrorIn } from '../../nodes/WhatsAppSender/errors/networkError';
import { retryAfterOf } from '../../nodes/WhatsAppSender/errors/requestErrors';

const withCode = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
const connecting = (address: string) => withCode('ETIMEDOUT', { syscall: 'connect', address });
const cutOff = 'read EHOSTUNREACH';
const NO_TUNNEL = 'Proxy connection ended before receiving CONNECT response';
const NO_TLS = 'Client network socket disconnected before secure TLS connection was established';
const NOT_VERIFIED = 'its certificate could not be verified (CODE)';
const round = new Error('round');
round.cause = round;

describe('A fault of the network', () => {
	/** Whether the request may have arrived, the reason, and the codes of such a fault. */
	test.each<[boolean, string, ...string[]]>([
		[false, 'the connection was refused', 'ECONNREFUSED'],
		[false, 'no server was found under this name; check the spelling', 'ENOTFOUND'],
		[false, 'no connection (CODE)', 'EHOSTUNREACH', 'EAI_AGAIN', 'ERR_INVALID_URL'],
		[false, NOT_VERIFIED, 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		[false, NOT_VERIFIED, 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
		[false, 'the server does not use HTTPS here; try http://', 'EPROTO'],
		[true, 'the request timed out', 'ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED'],
		[true, 'the connection was closed', 'ECONNRESET'],
	])('with a connection (%p): %s, with %s', (connected, reason, ...codes) => {
		for (const code of codes) {
			const known = { connected, reason: reason.replace('CODE', code) };
			expect(networkErrorIn(withCode(code))).toEqual(known);
		}
	});

	/** Whether the request may have arrived; `undefined` where there was no such fault. */
	test.each<[string, boolean | undefined, unknown]>([
		['while the connection is made', false, connecting('::1')],
		['at all addresses', false, withCode('ETIMEDOUT', { errors: [connecting('::1')] })],
		['deep inside', false, new Error('n8n', { cause: { cause: withCode('ENOTFOUND') } })],
		['as n8n wraps it', false, new NodeApiError({} as INode, withCode('ECONNREFUSED') as never)],
		['before a proxy has opened its tunnel', false, { message: NO_TUNNEL, isAxiosError: true }],
		['before TLS stands', false, withCode('ECONNRESET', { message: NO_TLS })],
		['while reading', true, { cause: withCode('EHOSTUNREACH', { message: cutOff }) }],
		['while writing', true, withCode('ENETUNREACH', { message: 'write ENETUNREACH' })],
		['in the middle of a response', true, { isAxiosError: true }],
		['in an error with a code of its own', undefined, withCode('ERR_SOMETHING_ELSE')],
		['in causes that go round in a circle', undefined, round],
		['in an error whose code is no text', undefined, { code: 7, syscall: null }],
		['in a text', undefined, 'ECONNRESET'],
		['in nothing', undefined, undefined],
	])('%s may have arrived: %p', (_where, connected, thrown) => {
		expect(networkErrorIn(thrown)?.connected).toBe(connected);
	});
});

const node = { name: 'Sender', type: 'whatsAppSender' } as INode;
// n8n would replace a message with this word in it by one of its own.
const words = 'The connection was refused (ECONNREFUSED)';
const advice = 'Check it.';

test.each([
	['of input', new InputError(words, advice), 'NodeOperationError', undefined],
	['of a response', new RejectedError(words, advice, 500), 'NodeApiError', '500'],
	['of no response', new ConnectionError(words, advice), 'NodeApiError', null],
])('An error %s keeps its words, and its advice by default', (_kind, thrown, name, httpCode) => {
	expect(toNodeError(node, thrown).description).toBe('Check it.');
	const error = toNodeError(node, thrown, { itemIndex: 2, description: 'Use Retry.' });
	expect(error).toMatchObject({ name, description: 'Use Retry.' });
	expect((error as NodeApiError).httpCode).toBe(httpCode);
	expect(error.message).toBe(words);
});

test('A sentence about an earlier attempt is added to the message', () => {
	const error = toNodeError(node, new Error('It broke.'), { more: ['It may have been sent'] });
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
		[5, 5000],
		[' 1.5 ', 1500],
		['86400', 900_000],
		['Wed, 21 Oct 2026 07:30:00 GMT', 120_000],
		['Wednesday, 21-Oct-26 07:30:00 GMT', 120_000],
		['Wed, 21 Oct 2026 07:00:00 GMT', undefined],
		['0', undefined],
		['5s', undefined],
		[undefined, undefined],
	])('of %j is %p milliseconds', (value, wait) => {
		expect(retryAfterOf(429, { date: 'x', 'retry-after': value } as IDataObject)).toBe(wait);
	});
});
