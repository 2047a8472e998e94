import { DateTime } from 'luxon';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { limitWaitTime } from '../../nodes/WhatsAppSender/message/wait/fields';
import type { OptionSource } from '../../nodes/WhatsAppSender/values/formFields';
import { schedule } from '../../nodes/WhatsAppSender/values/schedule';

const JAKARTA = 'Asia/Jakarta';
const inSeconds = (when: unknown) => schedule(when, JAKARTA, 'seconds').sendAt;
const MINUTE = 60_000;
/** 1 December 2096, 9 o'clock in Jakarta. */
const NINE = Date.UTC(2096, 11, 1, 2);

describe('Send At', () => {
	test.each<[string, unknown]>([
		["ISO text in the workflow's time zone", '2096-12-01T09:00'],
		['text with a space, as in databases', '2096-12-01 09:00:00'],
		['an offset behind a space', '2096-12-01 03:00:00 +01:00'],
		['an offset in hours, as in PostgreSQL', '2096-12-01 03:00:00.000000+01'],
		["a DateTime of n8n's Luxon", { toMillis: () => NINE, valueOf: () => NINE }],
		['a JS Date', new Date(NINE)],
		['seven decimals in UTC', '2096-12-01T02:00:00.0000000Z'],
		['Unix seconds with decimals', `${NINE / 1000}.0001`],
		['Unix milliseconds as digits', String(NINE)],
	])('takes %s', (_form, when) => {
		expect(inSeconds(when)).toBe(String(NINE / 1000));
		expect(schedule(when, JAKARTA, 'milliseconds').sendAt).toBe(String(NINE));
	});

	/** The words of the error, and the values that cause it. */
	test.each<[RegExp, ...unknown[]]>([
		[
			/^Send At "30\/11\/2096 14:30" is not a date and time from 2001 to 2100: enter it like 2026-12-01T09:00:00, or paste \{\{ DateTime\.fromFormat\(\$json\.when, 'dd\/MM\/yyyy HH:mm'\) \}\} with/,
			'30/11/2096 14:30',
		],
		[/not a date/, 46357.375, '46357', '2026'],
		[/not a date/, '20261201', 20261201, '202612010900', '20261201090000'],
		[/not a date/, '2026-12-01', ' 2096-12-01 ', '2096-1201', '2026-12', '2096/12/01 09:00'],
		[/not a date/, '09:00', '9:00 am', 'T09:00', 't9', '2096-12-01 9:00', '2096-12-01 09:00 PM'],
		// Outlook's, in UTC.
		[/not a date/, '2096-12-01T02:00:00.0000000', { dateTime: '2096-12-01T09:00:00' }],
		[/not a date .* 2001 to 2100/, '2612-01-01T09:00', 978_307_199, 4_133_980_800, new Date(0)],
		[/"(true|a list|an object)" is not a date/, true, [], { date: '2026-12-01' }],
		[/is in the past \(2024-02-29T09:00:00\.000\+07:00\): enter a later time/, '2024-02-29T09:00'],
	])('is refused: %p', (words, ...values) => {
		for (const value of values) {
			expect(() => inSeconds(value)).toThrow(/^Send At /);
			expect(() => inSeconds(value)).toThrow(words);
		}
	});

	test('may be up to five minutes in the past, because messages wait for a delay', () => {
		expect(inSeconds(Date.now() - 4 * MINUTE)).toMatch(/^\d{10}$/);
		expect(() => inSeconds(Date.now() - 6 * MINUTE)).toThrow(/is in the past/);
		expect(() => inSeconds(DateTime.now().minus({ minutes: 6 }))).toThrow(/is in the past/);
	});
});

describe('Limit Wait Time', () => {
	const NOW = Date.UTC(2026, 10, 21, 12);
	beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
	afterEach(() => jest.restoreAllMocks());
	const source = { timezone: JAKARTA } as OptionSource;
	const limitOf = (values?: object) => limitWaitTime.read!({ values }, source, undefined);
	const until = (maxDateAndTime?: unknown) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });

	test.each<[object, string]>([
		[{ resumeAmount: 45, resumeUnit: 'minutes' }, '2026-11-21T12:45'],
		[{ resumeAmount: 2, resumeUnit: 'days' }, '2026-11-23T12:00'],
		[{}, '2026-11-21T13:00'],
		[until('2026-11-22T09:00:00'), '2026-11-22T02:00'],
		[{ resumeAmount: 1e12, resumeUnit: 'days' }, WAIT_INDEFINITELY.toISOString().slice(0, 16)],
	])('%j ends the wait at %s', (limit, expected) => {
		expect(limitOf(limit).toISOString()).toBe(`${expected}:00.000Z`);
	});

	test.each<[object | undefined, string]>([
		[undefined, 'Limit Wait Time has no values: add them, or remove the option'],
		[{ resumeAmount: 0 }, 'Amount "0" of Limit Wait Time is not a time to wait'],
		[{ limitType: 'never' }, 'Limit Type "never" is not supported'],
		[until('2026-11-21T18:59:00'), '"2026-11-21T18:59:00" is in the past'],
	])('refuses %j', (limit, message) => {
		expect(() => limitOf(limit)).toThrow(message);
	});
});
