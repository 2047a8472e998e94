import fc from 'fast-check';
import { NodeApiError } from 'n8n-workflow';
import { networkErrorIn } from '../../nodes/WhatsAppSender/errors/networkError';

const withCode = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
const node = {
	id: '1',
	name: 'Sender',
	type: 'test',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

const connecting = (address: string) => withCode('ETIMEDOUT', { syscall: 'connect', address });
const cutOff = 'read EHOSTUNREACH';

describe('A fault of the network', () => {
	test.each([
		['ECONNREFUSED', /refused/],
		['ENOTFOUND', /name/],
		['EAI_AGAIN', /name/],
		['EHOSTUNREACH', /host/],
		['ENETUNREACH', /network/],
		['CERT_HAS_EXPIRED', /expired/],
		['CERT_NOT_YET_VALID', /not valid yet/],
		['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed/],
		['ERR_TLS_CERT_ALTNAME_INVALID', /certificate/],
		['EPROTO', /does not use HTTPS here; try http:/],
	])('%s means that nothing was sent', (code, reason) => {
		expect(networkErrorIn(withCode(code))).toEqual({
			connected: false,
			reason: expect.stringMatching(reason),
		});
	});

	test.each([
		['ECONNABORTED', /time/],
		['ETIMEDOUT', /time/],
		['ECONNRESET', /closed/],
		['EPIPE', /closed/],
		['ERR_CANCELED', /^the request timed out$/],
	])('%s means that the request may have arrived', (code, reason) => {
		expect(networkErrorIn(withCode(code))).toEqual({
			connected: true,
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
		['as n8n wraps it', new NodeApiError(node, withCode('ECONNREFUSED') as never)],
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
		['in a bad response, in n8n 1.x', { httpCode: 'ERR_BAD_RESPONSE' }],
		['after the status, in n8n 1.x', { httpCode: '200' }],
	])('%s means that the request may have arrived', (_where, thrown) => {
		expect(networkErrorIn(thrown)?.connected).toBe(true);
	});

	test.each<[string, unknown]>([
		['an error of the code', new TypeError('x is not a function')],
		['an error with a code of its own', withCode('ERR_SOMETHING_ELSE')],
		['a code that every object has', withCode('constructor')],
		['nothing', undefined],
		['text', 'ECONNREFUSED'],
	])('is not seen in %s', (_what, error) => {
		expect(networkErrorIn(error)).toBeUndefined();
	});

	test('whose causes go round in a circle is looked at once and for all', () => {
		const error = new Error('round');
		error.cause = error;
		expect(networkErrorIn(error)).toBeUndefined();
	});

	test('of any shape gives a reason in words or nothing, and never throws', () => {
		const code = fc.oneof(fc.string(), fc.constantFrom('ECONNRESET', 'ECONNREFUSED'));
		const { error } = fc.letrec((tie) => ({
			error: fc.record(
				{ code, syscall: fc.string(), isAxiosError: fc.boolean(), cause: tie('error') },
				{ requiredKeys: [] },
			),
		}));
		fc.assert(
			fc.property(fc.oneof(error, fc.jsonValue()), (thrown) => {
				const failure = networkErrorIn(thrown);
				if (failure) expect(failure.reason).toMatch(/^[a-z]/);
			}),
		);
	});
});
