import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { InputError } from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { hoursOf } from '../../nodes/WhatsAppSender/message/sendHours';

const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NODE = { type: 'whatsAppSender' } as INode;

/** Whether a message may start at a local or an absolute time. */
function mayStart(between: string, when: string, days: unknown, zone: string) {
	const [from, to] = between.split('–');
	const time = DateTime.fromISO(when, { zone }).toISO()!;
	return hoursOf({ hours: { from, to, days } }, { timezone: zone, node: NODE })(time).isOpen();
}

describe('Send Only Between', () => {
	/** 1 December 2036 is a Monday. In Berlin clocks go from 2:00 to 3:00, and from 3:00 (New York: 2:00) back. */
	test.each<[string, string, boolean, day?: string, zone?: string]>([
		['09:00–20:00', '2036-12-01T08:59:59.999', false],
		[' 09:00 – 20:00 ', '2036-12-01T09:00', true],
		['09:00–20:00', '2036-12-01T20:00', false],
		['22:00–06:00', '2036-12-02T06:00', false],
		['09:00–20:00', '2036-12-01T10:00', true, 'mon'],
		['09:00–20:00', '2036-12-01T10:00', false, 'tue'],
		// After midnight the day is the one on which the hours began.
		['22:00–06:00', '2036-12-02T01:00', true, 'mon'],
		['22:00–06:00', '2036-12-01T01:00', true, 'sun'],
		['02:15–02:45', '2036-03-30T02:20+01:00', false, 'sun', 'Europe/Berlin'],
		['02:15–02:45', '2036-10-26T02:20+01:00', true, 'sun', 'Europe/Berlin'],
		['22:00–03:00', '2036-03-09T01:59-05:00', true, 'sat', 'America/New_York'],
		['22:00–01:30', '2036-11-02T01:31-05:00', false, 'sat', 'America/New_York'],
	])('%s, at %s: %p (%s)', (between, when, expected, day = '', zone = 'Asia/Jakarta') => {
		for (const days of day ? [day, [day]] : [EVERY_DAY])
			expect(mayStart(between, when, days, zone)).toBe(expected);
	});

	test('begin at the first moment at which they hold', () => {
		const zone = 'Europe/Berlin';
		const begins = (between: string, when: string, days: unknown = EVERY_DAY) => {
			const [from, to] = between.split('–');
			const option = { hours: { from, to, days, outside: 'wait' } };
			const { opening } = hoursOf(option, { timezone: zone, node: NODE })();
			return opening!(DateTime.fromISO(when, { zone }).toMillis()).toFormat("yyyy-MM-dd'T'HH:mm");
		};
		expect(begins('09:00–20:00', '2036-12-01T10:00')).toBe('2036-12-01T10:00');
		expect(begins('09:00–20:00', '2036-12-01T20:00')).toBe('2036-12-02T09:00');
		expect(begins('09:00–20:00', '2036-12-01T20:00', ['mon'])).toBe('2036-12-08T09:00');
		expect(begins('22:00–06:00', '2036-12-01T12:00')).toBe('2036-12-01T22:00');
		expect(begins('22:00–06:00', '2036-12-02T06:00', ['mon'])).toBe('2036-12-08T22:00');
		// Clocks go from 2:00 to 3:00 on 30 March.
		expect(begins('02:15–02:45', '2036-03-30T01:00')).toBe('2036-03-31T02:15');
		expect(begins('09:00–20:00', '2036-03-29T23:00')).toBe('2036-03-30T09:00');
	});

	const jakarta = { timezone: 'Asia/Jakarta', node: NODE };
	test.each<[unknown, string]>([
		['9', '09:00'],
		['9am', '09:00'],
		[' 9:30 pm ', '21:30'],
		['12:15 pm', '12:15'],
		['9.30pm', '21:30'],
	])('may be written like %j', (from, time) => {
		const hours = hoursOf({ hours: { from, to: '24:00', days: EVERY_DAY } }, jakarta)();
		expect(hours.clock()).toContain(
			`in Asia/Jakarta (the workflow's time zone); messages start from ${time} to 24:00.`,
		);
	});

	test('are shown with their days, where these are not all', () => {
		const hours = hoursOf({ hours: { from: '17', to: '9', days: ['mon', 'tue'] } }, jakarta)();
		expect(hours.clock()).toMatch(
			/^It is \w{3} \d\d:\d\d in .* from 17:00 to 09:00 on Mon, Tue\.$/,
		);
	});

	const whole = { from: '09:00', to: '20:00', days: EVERY_DAY };
	const NOT_A_DAY =
		'Day of Send Only Between "Montag" is not supported: use mon, tue, wed, thu, fri, sat or sun';
	const NEITHER = 'Outside These Hours "later" is not supported: use skip or wait';
	const notATime = (what: string) =>
		`${what} of Send Only Between is not a time: enter it like 9:00 or 9am`;
	test.each<[unknown, string]>([
		[null, 'Send Only Between has no hours: add them, or remove the option'],
		[{ hours: { ...whole, from: undefined } }, notATime('From "nothing"')],
		[{ hours: { ...whole, to: '24:01' } }, notATime('To "24:01"')],
		[{ hours: { ...whole, from: '0am' } }, notATime('From "0am"')],
		[{ hours: { ...whole, to: '9:5' } }, notATime('To "9:5"')],
		[
			{ hours: { ...whole, to: ' 9:00' } },
			'From and To of Send Only Between are the same: enter two times',
		],
		[{ hours: { ...whole, days: [] } }, 'Send Only Between has no days: choose at least one'],
		[{ hours: { ...whole, days: ['mon', 'Montag'] } }, NOT_A_DAY],
		[{ hours: { ...whole, outside: 'later' } }, NEITHER],
	])('that are %j are refused by name', (option, message) => {
		expect(() => hoursOf(option, jakarta)).toThrow(new InputError(message));
	});

	test('are waited for in no tool, where an agent would wait', () => {
		const tool = { ...jakarta, node: { type: 'whatsAppSenderTool' } as INode };
		const option = { hours: { ...whole, outside: 'wait' } };
		expect(() => hoursOf(option, tool)).toThrow(
			'Send Only Between would hold up the AI agent: set Outside These Hours to Skip',
		);
	});
});
