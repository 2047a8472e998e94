import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { InputError } from '../../nodes/WhatsAppSender/errors/errors';
import { isPrivate } from '../../nodes/WhatsAppSender/message/wait/link';
import { waitLimit } from '../../nodes/WhatsAppSender/message/wait/limitWaitTime';

describe('Limit Wait Time', () => {
	const NOW = Date.UTC(2026, 10, 21, 12);
	const limitOf = (limit: object) => waitLimit(limit, 'Asia/Jakarta', NOW);
	const until = (maxDateAndTime?: unknown) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });

	test.each([{}, { resumeAmount: 1e12, resumeUnit: 'days' }])('is none: %j', (limit) => {
		expect(limitOf(limit)).toBe(WAIT_INDEFINITELY);
	});

	test.each<[object, string]>([
		[{ resumeAmount: 45, resumeUnit: 'minutes' }, '2026-11-21T12:45'],
		[{ resumeAmount: 1.5, resumeUnit: 'hours' }, '2026-11-21T13:30'],
		[{ resumeAmount: '2', resumeUnit: 'days' }, '2026-11-23T12:00'],
		[{ limitType: 'afterTimeInterval' }, '2026-11-21T13:00'],
		[until('2026-11-22T09:00:00'), '2026-11-22T02:00'],
		[until('2026-11-22T09:00:00+00:00'), '2026-11-22T09:00'],
		[until(new Date('2026-11-22T09:00:00Z')), '2026-11-22T09:00'],
	])('ends an interval, or at a time in the time zone of the workflow: %j', (limit, expected) => {
		expect(limitOf(limit).toISOString()).toBe(`${expected}:00.000Z`);
	});

	test.each<[object, string]>([
		[{ resumeAmount: 0 }, 'Amount "0" of Limit Wait Time is not a time to wait'],
		[{ resumeAmount: -1 }, 'Amount "-1" of Limit Wait Time is not a time to wait'],
		[{ resumeAmount: 'soon' }, 'Amount "soon" of Limit Wait Time is not a time to wait'],
		[{ resumeAmount: '' }, 'is not a time to wait'],
		[{ resumeUnit: 'weeks' }, 'Unit of Limit Wait Time "weeks" is not supported'],
		[{ resumeUnit: 'constructor' }, 'Unit of Limit Wait Time "constructor" is not supported'],
		[{ limitType: 'never' }, 'Limit Type "never" is not supported'],
		[until(), 'is not a date and time'],
		[until('tomorrow'), 'Max Date and Time "tomorrow" is not a date'],
		[until('2026-12-01'), 'Max Date and Time "2026-12-01" is a date without a time'],
		[until('20261201'), 'Max Date and Time "20261201" is a date without dashes'],
		[until('2026-11-21T18:59:00'), '"2026-11-21T18:59:00" has already passed'],
	])('refuses %j', (limit, message) => {
		expect(() => limitOf(limit)).toThrow(InputError);
		expect(() => limitOf(limit)).toThrow(message);
	});
});

test('A phone elsewhere cannot reach a host of this computer or of a local network', () => {
	const within =
		'localhost 127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.1 192.168.1.20 169.254.1.1 100.64.0.1 ' +
		'[::1] [fd12:3456::1] [fe80::1] n8n n8n.local n8n.home.arpa';
	const outside =
		'n8n.example.com 11.0.0.1 172.32.0.1 193.168.1.1 100.128.0.1 [2001:db8::1] local.example.com';
	const hosts = `${within} ${outside}`.split(' ').map((host) => new URL(`http://${host}`).hostname);
	expect(hosts.filter(isPrivate).join(' ')).toBe(within);
});
