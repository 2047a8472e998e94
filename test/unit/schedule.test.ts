import fc from 'fast-check';
import { DateTime } from 'luxon';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { schedule, scheduledTime } from '../../nodes/WhatsAppSender/values/schedule';

const JAKARTA = 'Asia/Jakarta';
/** 1 December 2026, 9 o'clock in Jakarta. */
const NINE = Date.UTC(2026, 11, 1, 2);
const NINE_SECONDS = String(NINE / 1000);
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
		['Unix seconds as digits', NINE_SECONDS],
		['Unix milliseconds as a number', NINE],
		['Unix milliseconds as digits', String(NINE)],
		['text with spaces around it', ` ${NINE_SECONDS} `],
	])('takes %s', (_form, when) => {
		expect(schedule(when, JAKARTA, 'seconds')).toBe(NINE_SECONDS);
		expect(schedule(when, JAKARTA, 'milliseconds')).toBe(String(NINE));
		expect(scheduledTime(NINE_SECONDS, 'seconds')).toBe(NINE_ISO);
		expect(scheduledTime(String(NINE), 'milliseconds')).toBe(NINE_ISO);
	});

	test.each([
		['Asia/Jakarta', '2097-07-01T09:00:00', '2097-07-01T02:00:00.000Z'],
		['America/New_York', '2097-07-01T09:00:00', '2097-07-01T13:00:00.000Z'],
		['America/New_York', '2097-12-01T09:00:00', '2097-12-01T14:00:00.000Z'],
		['Asia/Kathmandu', '2097-07-01T09:00:00', '2097-07-01T03:15:00.000Z'],
		['UTC', '2097-07-01T09:00:00', '2097-07-01T09:00:00.000Z'],
	])('in %s reads %s as %s, summer time included', (zone, when, expected) => {
		expect(scheduledTime(schedule(when, zone, 'seconds')!, 'seconds')).toBe(expected);
	});

	test.each([[undefined], [null], ['']])('that is %p is no schedule', (when) => {
		expect(schedule(when, JAKARTA, 'seconds')).toBeUndefined();
	});

	test.each<[unknown]>([
		['tomorrow'],
		['2026-13-01T09:00:00'],
		['01/12/2026'],
		['-1796090400'],
		[-1],
		[NaN],
		[Infinity],
		[new Date('nonsense')],
		[DateTime.fromISO('nonsense')],
		[true],
		[[]],
		[{ date: '2026-12-01' }],
	])('that is %p is refused by name', (when) => {
		expect(() => schedule(when, JAKARTA, 'seconds')).toThrow(InputError);
		expect(() => schedule(when, JAKARTA, 'seconds')).toThrow(/^Send At /);
	});

	test('shows in the output the time that is sent to the service', () => {
		const moments = fc.date({
			min: new Date(Date.now()),
			max: new Date('2100-01-01'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(
				moments,
				fc.constantFrom('seconds' as const, 'milliseconds' as const),
				(when, unit) => {
					const sendAt = schedule(when, JAKARTA, unit)!;
					expect(sendAt).toMatch(/^\d+$/);
					const millis = Number(sendAt) * (unit === 'seconds' ? 1000 : 1);
					expect(new Date(scheduledTime(sendAt, unit)).getTime()).toBe(millis);
					expect(when.getTime() - millis).toBeLessThan(1000);
					expect(when.getTime()).toBeGreaterThanOrEqual(millis);
				},
			),
		);
	});

	test('of any shape becomes digits, no schedule or an InputError', () => {
		const values = fc.oneof(
			fc.anything({ withDate: true }),
			fc.string({ unit: 'binary' }),
			fc.double(),
		);
		fc.assert(
			fc.property(values, (when) => {
				try {
					const sendAt = schedule(when, JAKARTA, 'seconds');
					if (sendAt !== undefined) expect(sendAt).toMatch(/^\d+$/);
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
				}
			}),
		);
	});
});
