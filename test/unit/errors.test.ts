import fc from 'fast-check';
import { NodeApiError, type INode } from 'n8n-workflow';
import { networkErrorIn } from '../../nodes/WhatsAppSender/errors/networkError';

const withCode = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
const connecting = (address: string) => withCode('ETIMEDOUT', { syscall: 'connect', address });
const cutOff = 'read EHOSTUNREACH';
const NO_TUNNEL = 'Proxy connection ended before receiving CONNECT response';
const NO_TLS = 'Client network socket disconnected before secure TLS connection was established';
const axios = { isAxiosError: true };
const round = new Error('round');
round.cause = round;

describe('A fault of the network', () => {
	test.each<[string, string, RegExp]>([
		['ECONNREFUSED', 'nothing was sent', /refused/],
		['ENOTFOUND', 'nothing was sent', /name/],
		...['EHOSTUNREACH', 'EAI_AGAIN', 'ERR_INVALID_URL'].map((code): [string, string, RegExp] => [
			code,
			'nothing was sent',
			new RegExp(`^no connection \\(${code}\\)$`),
		]),
		...[
			'CERT_HAS_EXPIRED',
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
			'ERR_TLS_CERT_ALTNAME_INVALID',
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		].map((code): [string, string, RegExp] => [
			code,
			'nothing was sent',
			new RegExp(`^its certificate could not be verified \\(${code}\\)$`),
		]),
		['EPROTO', 'nothing was sent', /does not use HTTPS here; try http:/],
		['ECONNABORTED', 'it may have arrived', /time/],
		['ETIMEDOUT', 'it may have arrived', /time/],
		['ECONNRESET', 'it may have arrived', /closed/],
		['ERR_CANCELED', 'it may have arrived', /^the request timed out$/],
	])('%s means that %s', (code, meaning, reason) => {
		expect(networkErrorIn(withCode(code))).toEqual({
			connected: meaning === 'it may have arrived',
			reason: expect.stringMatching(reason),
		});
	});

	test.each<[string, unknown]>([
		['while the connection is made', connecting('::1')],
		[
			'at all addresses of a host',
			withCode('ETIMEDOUT', { errors: [connecting('::1'), connecting('127.0.0.1')] }),
		],
		['deep inside', new Error('n8n', { cause: new Error('', { cause: withCode('ENOTFOUND') }) })],
		['as n8n wraps it', new NodeApiError({} as INode, withCode('ECONNREFUSED') as never)],
		['before a proxy has opened its tunnel', Object.assign(new Error(NO_TUNNEL), axios)],
		['before a proxy has opened its tunnel, in n8n 1.x', { httpCode: null, messages: [NO_TUNNEL] }],
		['before TLS stands', withCode('ECONNRESET', { message: NO_TLS, ...axios })],
		['before TLS stands, in n8n 1.x', { httpCode: 'ECONNRESET', messages: [NO_TLS, NO_TLS] }],
	])('%s means that nothing was sent', (_where, thrown) => {
		expect(networkErrorIn(thrown)?.connected).toBe(false);
	});

	test.each<[string, unknown]>([
		['while reading', new Error('n8n', { cause: withCode('EHOSTUNREACH', { message: cutOff }) })],
		['while writing', withCode('ENETUNREACH', { message: 'write ENETUNREACH' })],
		['in the middle of a response', Object.assign(new Error('x'), { isAxiosError: true })],
		// n8n 1.x keeps a code of its client, or the status of the response that broke off.
		['while reading, in n8n 1.x', { httpCode: 'EHOSTUNREACH', messages: [cutOff] }],
		['in a compressed response, in n8n 1.x', { httpCode: 'Z_DATA_ERROR' }],
		['after the status, in n8n 1.x', { httpCode: '200' }],
	])('%s means that the request may have arrived', (_where, thrown) => {
		expect(networkErrorIn(thrown)?.connected).toBe(true);
	});

	test.each<[string, unknown]>([
		['an error of the code', new TypeError('x is not a function')],
		['an error with a code of its own', withCode('ERR_SOMETHING_ELSE')],
		['a code that every object has', withCode('constructor')],
		['causes that go round in a circle', round],
		['nothing', undefined],
	])('is not seen in %s', (_what, error) => {
		expect(networkErrorIn(error)).toBeUndefined();
	});

	test('of any shape gives a reason in words or nothing, and never throws', () => {
		const code = fc.oneof(fc.string(), fc.constantFrom('ECONNRESET', 'ECONNREFUSED'));
		const fault = { code, syscall: fc.string(), isAxiosError: fc.boolean() };
		const error = fc.record({ ...fault, cause: fc.record(fault) }, { requiredKeys: [] });
		fc.assert(
			fc.property(fc.oneof(error, fc.jsonValue()), (thrown) => {
				expect(networkErrorIn(thrown)?.reason ?? 'none').toMatch(/^[a-z]/);
			}),
		);
	});
});
