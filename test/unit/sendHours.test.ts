import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { InputError } from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { hoursOf } from '../../nodes/WhatsAppSender/message/sendHours';

const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NODE = { type: 'whatsAppSender' } as INode;

/** Whether a message may start at a local or an absolute time. */
function mayStart(between: string, when: string, zone = 'Asia/Jakarta', days: unknown = EVERY_DAY) {
	const [from, to] = between.split('–');
	const time = DateTime.fromISO(when, { zone }).toISO()!;
	return hoursOf({ hours: { from, to, days } }, { timezone: zone, node: NODE })(time).isOpen();
}

describe('Send Only Between', () => {
	/** 1 December 2036 is a Monday. */
	test.each<[string, string, boolean]>([
		['09:00–20:00', '2036-12-01T08:59:59.999', false],
		['09:00–20:00', '2036-12-01T20:00', false],
		['00:00–24:00', '2036-12-01T23:59:59.999', true],
		['18:00–00:00', '2036-12-02T00:00', false],
		['22:00–06:00', '2036-12-02T06:00', false],
		[' 09:00 – 20:00 ', '2036-12-01T09:00', true],
	])('%s, at %s: %p', (between, when, expected) => {
		expect(mayStart(between, when)).toBe(expected);
	});

	test.each<[string, string, string, boolean]>([
		['mon', '09:00–20:00', '2036-12-01T10:00', true],
		['tue', '09:00–20:00', '2036-12-01T10:00', false],
		// After midnight the day is the one on which the hours began.
		['mon', '22:00–06:00', '2036-12-02T01:00', true],
		['sun', '22:00–06:00', '2036-12-01T01:00', true],
	])('on %s, %s, at %s: %p', (day, between, when, expected) => {
		expect(mayStart(between, when, 'Asia/Jakarta', [day])).toBe(expected);
		expect(mayStart(between, when, 'Asia/Jakarta', day)).toBe(expected);
	});

	/** Clocks go from 2:00 to 3:00, and from 3:00 (New York: 2:00) back by an hour. */
	test.each<[string, string, string, boolean]>([
		['Europe/Berlin', '02:30–03:30', '2036-03-30T01:00Z', true],
		['Europe/Berlin', '02:30–03:30', '2036-03-30T01:30Z', false],
		['Europe/Berlin', '02:15–02:45', '2036-03-30T01:20Z', false],
		['Europe/Berlin', '02:15–02:45', '2036-10-26T01:20Z', true],
		['America/New_York', '22:00–03:00', '2036-03-09T06:59Z', true],
		['America/New_York', '22:00–01:30', '2036-11-02T05:31Z', false],
		['America/New_York', '22:00–01:30', '2036-11-02T06:31Z', false],
	])('in %s, %s, at %s: %p', (zone, between, when, expected) => {
		expect(mayStart(between, when, zone)).toBe(expected);
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
		['9.30', '09:30'],
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
	const NONE = 'Send Only Between has no hours: add them, or remove the option';
	const SAME = 'From and To of Send Only Between are the same: enter two times';
	const NEITHER = 'Outside These Hours "later" is not supported: use skip or wait';
	const notADay = (day: string) =>
		`Day of Send Only Between "${day}" is not supported: use mon, tue, wed, thu, fri, sat or sun`;
	const notATime = (what: string) =>
		`${what} of Send Only Between is not a time: enter it like 9:00 or 9am`;
	test.each<[unknown, string]>([
		[null, NONE],
		[{}, NONE],
		[{ hours: { ...whole, from: undefined } }, notATime('From "nothing"')],
		[{ hours: { ...whole, to: '24:01' } }, notATime('To "24:01"')],
		[{ hours: { ...whole, from: '0am' } }, notATime('From "0am"')],
		[{ hours: { ...whole, to: '9:5' } }, notATime('To "9:5"')],
		[{ hours: { ...whole, to: ' 9:00' } }, SAME],
		[{ hours: { ...whole, days: [] } }, 'Send Only Between has no days: choose at least one'],
		[{ hours: { ...whole, days: ['mon', 'Montag'] } }, notADay('Montag')],
		[{ hours: { ...whole, days: undefined } }, notADay('nothing')],
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
