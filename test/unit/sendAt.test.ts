import { DateTime } from 'luxon';
import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { schedule, scheduledTime } from '../../nodes/WhatsAppSender/values/schedule';

const JAKARTA = 'Asia/Jakarta';
const at = (when: unknown) => schedule(when, JAKARTA, 'seconds');
const MINUTE = 60_000;
/** 1 December 2026, 9 o'clock in Jakarta. */
const NINE = Date.UTC(2026, 11, 1, 2);
const NINE_ISO = '2026-12-01T02:00:00.000Z';

describe('Send At', () => {
	test.each<[string, unknown]>([
		["ISO text in the workflow's time zone", '2026-12-01T09:00:00'],
		['ISO text without seconds', '2026-12-01T09:00'],
		['ISO text with an offset', '2026-12-01T03:00:00+01:00'],
		['ISO text in UTC', NINE_ISO],
		['a Luxon DateTime', DateTime.fromMillis(NINE, { zone: 'America/New_York' })],
		['a DateTime of another copy of Luxon', { isValid: true, toMillis: () => NINE }],
		['a JS Date', new Date(NINE)],
		['Unix seconds as a number', NINE / 1000],
		['Unix seconds as digits', String(NINE / 1000)],
		['Unix milliseconds as a number', NINE],
		['Unix milliseconds as digits', String(NINE)],
		['text with spaces around it', ` ${NINE / 1000} `],
	])('takes %s', (_form, when) => {
		expect(at(when)).toBe(String(NINE / 1000));
		expect(schedule(when, JAKARTA, 'milliseconds')).toBe(String(NINE));
		expect(scheduledTime(String(NINE / 1000), 'seconds')).toBe(NINE_ISO);
		expect(scheduledTime(String(NINE), 'milliseconds')).toBe(NINE_ISO);
	});

	test.each([
		[JAKARTA, '2099-12-01', '2099-11-30T17:00:00.000Z'],
		[JAKARTA, '2099-12-01 09:00', '2099-12-01T02:00:00.000Z'],
		[JAKARTA, '20991201T090000', '2099-12-01T02:00:00.000Z'],
		[JAKARTA, '2097-07-01T09:00:00', '2097-07-01T02:00:00.000Z'],
		['America/New_York', '2097-07-01T09:00:00', '2097-07-01T13:00:00.000Z'],
		['America/New_York', '2097-12-01T09:00:00', '2097-12-01T14:00:00.000Z'],
		['Asia/Kathmandu', '2097-07-01T09:00:00', '2097-07-01T03:15:00.000Z'],
		['UTC', '2097-07-01T09:00:00', '2097-07-01T09:00:00.000Z'],
	])('in %s reads %s as %s, summer time included', (zone, when, expected) => {
		expect(scheduledTime(schedule(when, zone, 'seconds')!, 'seconds')).toBe(expected);
	});

	test.each([[undefined], [null], ['']])('that is %p is no schedule', (when) => {
		expect(at(when)).toBeUndefined();
	});

	test.each<[unknown, RegExp]>([
		[46357.375, /"46357\.375" is a spreadsheet's number for a date: format the cell as text/],
		['46357', /is a spreadsheet's number for a date/],
		['20261201', /"20261201" is a date without dashes, which could be a timestamp too/],
		[20261201, /is a date without dashes/],
		['202612010900', /is a date without dashes/],
		['20261201090000', /is a date without dashes/],
		['2026', /"2026" is a year, not a date and time: enter it like 2026-12-01T09:00:00$/],
		[2026, /is a year/],
		['09:00', /"09:00" is a time without a date/],
		['T09:00', /is a time without a date/],
		['9:00 AM', /is a time without a date/],
		['2026-12', /is not a date and time from 2001 to 2100/],
		['2612-01-01T09:00:00', /is not a date and time from 2001 to 2100/],
		[978_307_199, /is not a date and time from 2001 to 2100/],
		[4_133_980_800, /is not a date and time from 2001 to 2100/],
		[new Date(0), /is not a date and time from 2001 to 2100/],
		[
			'2024-02-29T09:00:00',
			/"2024-02-29T09:00:00" is in the past \(2024-02-29T09:00:00\.000\+07:00\): enter a later time, or remove Send At to send now$/,
		],
		[' ', /is not a date and time/],
		['tomorrow', /is not a date and time/],
		['2026-13-01T09:00:00', /is not a date and time/],
		['01/12/2026', /is not a date and time/],
		['-1796090400', /is not a date and time/],
		[-1, /is not a date and time/],
		[NaN, /is not a date and time/],
		[Infinity, /is not a date and time/],
		[new Date('nonsense'), /is not a date and time/],
		[DateTime.fromISO('nonsense'), /is not a date and time/],
		[true, /is not a date and time/],
		[[], /is not a date and time/],
		[{ date: '2026-12-01' }, /is not a date and time/],
	])('%p is refused by name: %p', (when, words) => {
		expect(() => at(when)).toThrow(InputError);
		expect(() => at(when)).toThrow(/^Send At /);
		expect(() => at(when)).toThrow(words);
	});

	test('may be a few minutes past, because messages wait for their turn', () => {
		expect(at(Date.now() - 4 * MINUTE)).toMatch(/^\d{10}$/);
		expect(() => at(Date.now() - 6 * MINUTE)).toThrow(/is in the past/);
		expect(() => at(DateTime.now().minus({ minutes: 6 }))).toThrow(/is in the past/);
	});

	test('of plain digits is a time from 2001 to 2100 that is not past, or refused', () => {
		fc.assert(
			fc.property(fc.nat({ max: 1e14 }), fc.integer({ min: 1, max: 14 }), (number, length) => {
				let sendAt: string | undefined;
				try {
					sendAt = at(String(number).slice(0, length));
				} catch (error) {
					expect((error as Error).message).toMatch(/^Send At "/);
					return;
				}
				expect(Number(sendAt) * 1000).toBeGreaterThan(Date.now() - 6 * MINUTE);
				expect(Number(sendAt) * 1000).toBeLessThan(Date.UTC(2101, 0));
			}),
		);
	});

	test.each(['seconds', 'milliseconds'] as const)(
		'in %s is sent as the output shows it',
		(unit) => {
			const [min, max] = [new Date(), new Date('2100-01-01')];
			fc.assert(
				fc.property(fc.date({ min, max, noInvalidDate: true }), (when) => {
					const sendAt = schedule(when, JAKARTA, unit)!;
					expect(sendAt).toMatch(/^\d+$/);
					const millis = Number(sendAt) * (unit === 'seconds' ? 1000 : 1);
					expect(new Date(scheduledTime(sendAt, unit)).getTime()).toBe(millis);
					expect(when.getTime() - millis).toBeLessThan(1000);
					expect(when.getTime()).toBeGreaterThanOrEqual(millis);
				}),
			);
		},
	);
});
