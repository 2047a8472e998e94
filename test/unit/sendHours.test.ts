import { DateTime } from 'luxon';
import { InputError } from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { sendHours } from '../../nodes/WhatsAppSender/broadcast/rules/hours';
import { ruleOf, turnTo } from './turn';

const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const JAKARTA = 'Asia/Jakarta';
const rule = (hours: object | null, timezone = JAKARTA) =>
	ruleOf(sendHours, hours && { hours }, { hours: {} }, timezone);

/** Why a message that is scheduled for a local or an absolute time is skipped. */
async function skipAt(between: string, when: string, days: unknown, zone: string) {
	const [from, to] = between.split('–');
	const scheduledFor = async () => DateTime.fromISO(when, { zone }).toISO()!;
	return await rule({ from, to, days }, zone).check?.(turnTo('1', { scheduledFor }));
}

describe('Send Only Between', () => {
	/** 1 December 2036 is a Monday. In Berlin clocks go from 2:00 to 3:00, and from 3:00 (New York: 2:00) back. */
	test.each<[string, string, boolean, day?: string, zone?: string]>([
		['09:00–20:00', '2036-12-01T08:59:59.999', false],
		[' 09:00 – 20:00 ', '2036-12-01T09:00', true],
		['09:00–20:00', '2036-12-01T20:00', false],
		['00:00–24:00', '2036-12-01T23:59:59.999', true],
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
	])('%s, at %s: %p (%s)', async (between, when, isOpen, day = '', zone = JAKARTA) => {
		for (const days of day ? [day, [day]] : [EVERY_DAY]) {
			const skip = await skipAt(between, when, days, zone);
			expect(skip?.reason).toBe(isOpen ? undefined : 'sendHours');
		}
	});

	test.each<[string, string]>([
		['9', '09:00'],
		['9am', '09:00'],
		[' 9:30 pm ', '21:30'],
		['12:15 pm', '12:15'],
		['12am', '00:00'],
		['9.30pm', '21:30'],
	])('may be written like %j', async (from, time) => {
		const words = `in Asia/Jakarta (the workflow's time zone); messages start from ${time} to 24:00.`;
		expect(rule({ from, to: '24:00' }).note?.()).toContain(words);
	});

	test('says what time it is where it skips a message, and the days where these are not all', async () => {
		const clock = /^It is \w{3} \d\d:\d\d in .* from 17:00 to 09:00 on Mon, Tue\.$/;
		const skip = await skipAt('17–9', '2036-12-01T10:00', ['mon', 'tue'], JAKARTA);
		expect(skip).toMatchObject({
			words: 'outside the hours',
			clock: expect.stringMatching(clock),
		});
	});

	const notATime = (what: string) =>
		`${what} of Send Only Between is not a time: enter it like 9:00 or 9am`;
	test.each<[object | null, string]>([
		[null, 'Send Only Between has no hours: add them, or remove the option'],
		[{ from: undefined }, notATime('From "nothing"')],
		[{ from: '24:00' }, notATime('From "24:00"')],
		[{ to: '24:01' }, notATime('To "24:01"')],
		[{ from: '0am' }, notATime('From "0am"')],
		[{ to: '9:5' }, notATime('To "9:5"')],
		[{ to: ' 9:00' }, 'From and To of Send Only Between are the same: enter two times'],
		[{ days: [] }, 'Send Only Between has no days: choose at least one'],
		[
			{ days: ['mon', 'Montag'] },
			'Day of Send Only Between "Montag" is not supported: use mon, tue, wed, thu, fri, sat or sun',
		],
	])('refuses %j by name', (hours, message) => {
		expect(() => rule(hours)).toThrow(new InputError(message));
	});
});
