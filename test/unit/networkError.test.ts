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

	test('that comes while the connection is made means that nothing was sent', () => {
		expect(networkErrorIn(withCode('ETIMEDOUT', { syscall: 'connect' }))?.connected).toBe(false);
	});

	test.each(['read EHOSTUNREACH', 'write ENETUNREACH'])(
		'that ends a connection in the middle means that the request may have arrived: %s',
		(words) => {
			const [, code] = words.split(' ');
			const fault = Object.assign(new Error(words), { code });
			expect(networkErrorIn(new Error('n8n', { cause: fault }))?.connected).toBe(true);
			// As n8n 1.x keeps it.
			expect(networkErrorIn({ httpCode: code, messages: [words] })?.connected).toBe(true);
		},
	);

	// As n8n 1.x keeps them: a code of its client, or the status of the response that was cut off.
	test.each(['Z_DATA_ERROR', 'ERR_BAD_RESPONSE', '200'])(
		'%s in the middle of an answer means that the request may have arrived',
		(httpCode) => {
			expect(networkErrorIn({ httpCode })?.connected).toBe(true);
		},
	);

	test('at all addresses of a host means that nothing was sent', () => {
		const errors = [
			withCode('ETIMEDOUT', { syscall: 'connect', address: '::1' }),
			withCode('ETIMEDOUT', { syscall: 'connect', address: '127.0.0.1' }),
		];
		const all = Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' });
		expect(networkErrorIn(all)?.connected).toBe(false);
	});

	test('is found however deep it is wrapped', () => {
		const fault = withCode('ECONNREFUSED');
		const inner = new Error('axios', { cause: fault });
		expect(networkErrorIn(new Error('n8n', { cause: inner }))?.connected).toBe(false);
		expect(networkErrorIn(new NodeApiError(node, fault as never))).toBeDefined();
	});

	test('in the middle of an answer means that the request may have arrived', () => {
		expect(networkErrorIn(Object.assign(new Error('x'), { isAxiosError: true }))?.connected).toBe(
			true,
		);
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
