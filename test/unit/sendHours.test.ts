import { DateTime } from 'luxon';
import { sendHours } from '../../nodes/WhatsAppSender/broadcast/sendHours';
import { WorkflowError } from '../../nodes/WhatsAppSender/errors/failures';
import { valueOf, turnTo } from './turn';

const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const JAKARTA = 'Asia/Jakarta';
const rule = (hours: object | null, timezone = JAKARTA) =>
	valueOf(sendHours, hours && { hours }, { hours: {} }, timezone);

/** Why a message is skipped, if it is scheduled for a local or an absolute time. */
async function skipAt(between: string, when: string, days: unknown, zone: string) {
	const [from, to] = between.split('–');
	const scheduledFor = async () => DateTime.fromISO(when, { zone }).toISO()!;
	return await rule({ from, to, days }, zone).check?.(...turnTo('1', { scheduledFor }));
}

describe('Send Only Between', () => {
	/** 1 December 2036 is a Monday. Summer time begins at 2:00 in Berlin, and ends at 3:00 there and at 2:00 in New York. */
	test.each<[string, string, boolean, day?: string, zone?: string]>([
		['09:00–20:00', '2036-12-01T08:59:59.999', false],
		[' 09:00 – 20:00 ', '2036-12-01T09:00', true],
		['09:00–20:00', '2036-12-01T20:00', false],
		['22:00–06:00', '2036-12-02T06:00', false],
		['09:00–20:00', '2036-12-01T10:00', false, 'tue'],
		// Hours over midnight belong to the day on which they began.
		['22:00–06:00', '2036-12-01T01:00', true, 'sun'],
		['02:15–02:45', '2036-03-30T02:20+01:00', false, 'sun', 'Europe/Berlin'],
		['02:15–02:45', '2036-10-26T02:20+01:00', true, 'sun', 'Europe/Berlin'],
		['22:00–06:00', '2036-12-01T22:00', true, 'mon'],
		['22:00–01:30', '2036-11-02T01:31-05:00', false, 'sat', 'America/New_York'],
	])('%s allows %s: %p (%s, %s)', async (between, when, isOpen, day = '', zone = JAKARTA) => {
		for (const days of day ? [day, [day]] : [EVERY_DAY]) {
			const skip = await skipAt(between, when, days, zone);
			expect(skip?.reason).toBe(isOpen ? undefined : 'sendHours');
		}
	});

	test.each<[string, string]>([
		['12am', '00:00'],
		['9.30pm', '21:30'],
	])('reads %j as %s', (from, time) => {
		const words = `in Asia/Jakarta (the workflow's time zone); messages start from ${time} to 24:00.`;
		expect(rule({ from, to: '24:00' }).note?.()).toContain(words);
	});

	test('says with a skip what time it is, and the days unless every day is allowed', async () => {
		const clock = /^It is \w{3} \d\d:\d\d in .* from 17:00 to 09:00 on Mon, Tue\.$/;
		const skip = await skipAt('17–9', '2036-12-01T10:00', ['mon', 'tue'], JAKARTA);
		expect(skip?.words).toBe('outside the hours');
		expect(skip?.clock).toMatch(clock);
	});

	const notATime = (what: string) =>
		`${what} of Send Only Between is not a time: enter it like 9:00 or 9am`;
	test.each<[object | null, string]>([
		[null, 'Send Only Between has no hours: add them, or remove the option'],
		[{ from: '24:00' }, notATime('From "24:00"')],
		[{ from: '0am' }, notATime('From "0am"')],
		[{ from: '13pm' }, notATime('From "13pm"')],
		[{ to: '9:60' }, notATime('To "9:60"')],
		[{ to: '9:5' }, notATime('To "9:5"')],
		[{ to: ' 9:00' }, 'From and To of Send Only Between are the same: enter two times'],
		[{ days: [] }, 'Send Only Between has no days: choose at least one'],
	])('refuses %j', (hours, message) => {
		expect(() => rule(hours)).toThrow(new WorkflowError(message));
	});
});
