import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { isPrivate } from '../../nodes/WhatsAppSender/message/wait/link';
import { waitLimit } from '../../nodes/WhatsAppSender/message/wait/waitLimit';

const NOW = Date.UTC(2026, 10, 21, 12);
const limitOf = (limit: object) => waitLimit(limit, 'Asia/Jakarta', NOW);

describe('Limit Wait Time', () => {
	test('that is not set waits without a limit', () => {
		expect(limitOf({})).toBe(WAIT_INDEFINITELY);
	});

	test.each([
		[{ resumeAmount: 45, resumeUnit: 'minutes' }, 45 * 60],
		[{ resumeAmount: 1.5, resumeUnit: 'hours' }, 5400],
		[{ resumeAmount: '2', resumeUnit: 'days' }, 2 * 86_400],
		[{ limitType: 'afterTimeInterval' }, 3600],
	])('waits an interval: %j → %i s', (limit, seconds) => {
		expect(limitOf(limit).getTime() - NOW).toBe(seconds * 1000);
	});

	test.each([
		['2026-11-22T09:00:00', '2026-11-22T02:00:00.000Z'],
		['2026-11-22T09:00:00+00:00', '2026-11-22T09:00:00.000Z'],
		[new Date('2026-11-22T09:00:00Z'), '2026-11-22T09:00:00.000Z'],
	])('waits until a time, in the time zone of the workflow: %s', (maxDateAndTime, expected) => {
		const limit = limitOf({ limitType: 'atSpecifiedTime', maxDateAndTime });
		expect(limit.toISOString()).toBe(expected);
	});

	test('beyond all time is no limit', () => {
		expect(limitOf({ resumeAmount: 1e12, resumeUnit: 'days' })).toBe(WAIT_INDEFINITELY);
	});

	test.each([
		[{ resumeAmount: 0 }, 'Amount "0" of Limit Wait Time is not a time to wait'],
		[{ resumeAmount: -1 }, 'Amount "-1" of Limit Wait Time is not a time to wait'],
		[{ resumeAmount: 'soon' }, 'Amount "soon" of Limit Wait Time is not a time to wait'],
		[{ resumeAmount: '' }, 'is not a time to wait'],
		[{ resumeUnit: 'weeks' }, 'Unit "weeks" of Limit Wait Time is not supported'],
		[{ limitType: 'atSpecifiedTime' }, 'is not a date and time'],
		[{ limitType: 'atSpecifiedTime', maxDateAndTime: 'tomorrow' }, '"tomorrow" is not a date'],
		[
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-11-21T18:59:00' },
			'Max Date and Time "2026-11-21T18:59:00" has already passed',
		],
	])('refuses %j', (limit, message) => {
		expect(() => limitOf(limit)).toThrow(InputError);
		expect(() => limitOf(limit)).toThrow(message);
	});
});

describe('The host of the link', () => {
	test.each([
		'http://localhost:5678',
		'http://127.0.0.1',
		'http://10.1.2.3',
		'http://172.16.0.1',
		'http://172.31.255.1',
		'http://192.168.1.20:5678',
		'http://169.254.1.1',
		'http://100.64.0.1',
		'http://[::1]:5678',
		'http://[fd12:3456::1]',
		'http://[fe80::1]',
		'http://n8n:5678',
		'http://n8n.local',
		'http://n8n.home.arpa',
	])('%s is known to be out of reach of a phone', (address) => {
		expect(isPrivate(new URL(address).hostname)).toBe(true);
	});

	test.each([
		'https://n8n.example.com',
		'http://11.0.0.1',
		'http://172.32.0.1',
		'http://193.168.1.1',
		'http://100.128.0.1',
		'http://[2001:db8::1]',
		'https://local.example.com',
	])('%s may be reached', (address) => {
		expect(isPrivate(new URL(address).hostname)).toBe(false);
	});
});
