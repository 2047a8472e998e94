import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { concurrencyOf, delayOf } from '../../nodes/WhatsAppSender/turns/delay';

const seconds = fc.double({ min: 0.01, max: 3600, noNaN: true });

describe('The delay between two messages', () => {
	test.each<[string, object, number]>([
		['none where no delay is set', {}, 0],
		['none where both are 0', { minDelay: 0, maxDelay: 0 }, 0],
		['none where expressions gave nothing', { minDelay: '', maxDelay: null }, 0],
		['the minimum where only that is set', { minDelay: 2 }, 2000],
		['the maximum where only that is set', { maxDelay: 3 }, 3000],
		['the one time where both are the same', { minDelay: 2, maxDelay: 2 }, 2000],
		['read from text', { minDelay: '1.5' }, 1500],
	])('is %s', (_rule, options, expected) => {
		expect(delayOf(options)).toBeCloseTo(expected);
	});

	test('lies between the two delays, whichever is the larger', () => {
		fc.assert(
			fc.property(seconds, seconds, (minDelay, maxDelay) => {
				const delay = delayOf({ minDelay, maxDelay });
				expect(delay).toBeGreaterThanOrEqual(Math.min(minDelay, maxDelay) * 1000 - 0.001);
				expect(delay).toBeLessThanOrEqual(Math.max(minDelay, maxDelay) * 1000 + 0.001);
			}),
		);
	});

	test.each([
		['maximum', { minDelay: 0, maxDelay: 10 }],
		['minimum', { minDelay: 10, maxDelay: 0 }],
	])('is random from 0 to the %s where the other one is set to 0', (_other, options) => {
		const delays = Array.from({ length: 50 }, () => delayOf(options));
		expect(Math.min(...delays)).toBeLessThan(5_000);
		expect(Math.max(...delays)).toBeGreaterThan(5_000);
		expect(Math.max(...delays)).toBeLessThanOrEqual(10_000);
	});

	test.each<[string, object, RegExp]>([
		['a negative time', { minDelay: -1 }, /^Minimum Delay "-1" /],
		['text', { maxDelay: 'soon' }, /^Maximum Delay "soon" /],
		['no time at all', { minDelay: true }, /^Minimum Delay /],
		['for ever', { maxDelay: Infinity }, /^Maximum Delay "Infinity" /],
	])('is refused by name where it is %s', (_case, options, message) => {
		expect(() => delayOf(options)).toThrow(InputError);
		expect(() => delayOf(options)).toThrow(message);
	});
});

describe('Messages at Once', () => {
	test.each<[unknown, number]>([
		[undefined, 1],
		[1, 1],
		[50, 50],
		['4', 4],
		[51, 50],
		[0, 1],
		[-3, 1],
		[2.9, 2],
		['many', 1],
		[{ toString: {} }, 1],
	])('of %p means %d', (concurrency, expected) => {
		expect(concurrencyOf(concurrency)).toBe(expected);
	});
});
