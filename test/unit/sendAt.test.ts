import { DateTime } from 'luxon';
import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { schedule } from '../../nodes/WhatsAppSender/values/schedule';

const at = (when: unknown) => schedule(when, 'Asia/Jakarta', 'seconds');
const MINUTE = 60_000;

describe('Send At', () => {
	test.each<[unknown, RegExp]>([
		[
			46357.375,
			/^Send At "46357\.375" is a spreadsheet's number for a date: format the cell as text/,
		],
		['46357', /is a spreadsheet's number for a date/],
		['20261201', /^Send At "20261201" is a date without dashes, which could be a timestamp too/],
		[20261201, /is a date without dashes/],
		['202612010900', /is a date without dashes/],
		['20261201090000', /is a date without dashes/],
		['2026', /^Send At "2026" is a year, not a date and time: enter it like 2026-12-01T09:00:00$/],
		[2026, /is a year/],
		['09:00', /^Send At "09:00" is a time without a date/],
		['T09:00', /is a time without a date/],
		['9:00 AM', /is a time without a date/],
		['2026-12', /is not a date and time from 2001 to 2100/],
		['2612-01-01T09:00:00', /is not a date and time from 2001 to 2100/],
		[978_307_199, /is not a date and time from 2001 to 2100/],
		[4_133_980_800, /is not a date and time from 2001 to 2100/],
		[new Date(0), /is not a date and time from 2001 to 2100/],
		[
			'2024-02-29T09:00:00',
			/^Send At "2024-02-29T09:00:00" is in the past \(2024-02-29T09:00:00\.000\+07:00\): enter a later time, or remove Send At to send now$/,
		],
		[' ', /is not a date and time/],
	])('%p is refused by name: %p', (when, words) => {
		expect(() => at(when)).toThrow(InputError);
		expect(() => at(when)).toThrow(words);
	});

	test.each([
		['2099-12-01', '2099-11-30T17:00:00Z'],
		['2099-12-01 09:00', '2099-12-01T02:00:00Z'],
		['20991201T090000', '2099-12-01T02:00:00Z'],
		[4_099_766_400, '2099-12-01T00:00:00Z'],
		['4099766400000', '2099-12-01T00:00:00Z'],
	])('%p is taken as %s', (when, time) => {
		expect(at(when)).toBe(String(Date.parse(time) / 1000));
	});

	test('may be a few minutes past, because messages wait for their turn', () => {
		expect(at(Date.now() - 4 * MINUTE)).toMatch(/^\d{10}$/);
		expect(() => at(Date.now() - 6 * MINUTE)).toThrow(/is in the past/);
		expect(() => at(DateTime.now().minus({ minutes: 6 }))).toThrow(/is in the past/);
	});

	test('of plain digits is a time from 2001 to 2100 that is not past, or refused', () => {
		fc.assert(
			fc.property(fc.nat({ max: 1e14 }), fc.integer({ min: 1, max: 14 }), (number, length) => {
				const digits = String(number).slice(0, length);
				let sendAt: string | undefined;
				try {
					sendAt = at(digits);
				} catch (error) {
					expect((error as Error).message).toMatch(/^Send At "/);
					return;
				}
				expect(Number(sendAt) * 1000).toBeGreaterThan(Date.now() - 6 * MINUTE);
				expect(Number(sendAt) * 1000).toBeLessThan(Date.UTC(2101, 0));
			}),
		);
	});
});
