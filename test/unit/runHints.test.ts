import { dryRunHint, startAfter } from '../../nodes/WhatsAppSender/turns/dryRun';
import type { Preview } from '../../nodes/WhatsAppSender/turns/lookBefore';
import { listed, skippedHint } from '../../nodes/WhatsAppSender/turns/progress';
import type { Skip, Turn } from '../../nodes/WhatsAppSender/turns/turn';

const many = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);
const onList: Skip = { reason: 'neverSendTo', list: 'Unsubscribed' };
const twice: Skip = { reason: 'duplicate' };
const message = (delay: number): Preview => ({
	turn: { shown: { recipient: '6281234567890', recipientType: 'phone' } } as unknown as Turn,
	message: { delay },
});

/** The hint of a dry run, whose items are looked at one after the other. */
function hintOf(previews: Preview[]): string {
	const started: Preview[] = [];
	for (const found of previews) {
		started.push({ ...found, start: found.message && startAfter(started, found.message) });
	}
	return dryRunHint(started);
}

describe('The hint of a run', () => {
	test.each<[Skip[], number, string]>([
		[[onList, twice, onList], 120, '3 of 120 were skipped: 2 on the list Unsubscribed, 1 twice'],
		[
			[
				{ reason: 'sendHours' },
				{ reason: 'maxPerExecution' },
				{ reason: 'onlySendTo', list: 'Team' },
			],
			3,
			'3 of 3 were skipped: 1 outside the hours, 1 over the maximum, 1 not on the list Team',
		],
		[
			[{ reason: 'neverSendTo' }, { reason: 'onlySendTo' }],
			2,
			'2 of 2 were skipped: 1 in Never Send To, 1 not in Only Send To',
		],
	])('says who was skipped, and why: %j', (skips, total, hint) => {
		expect(skippedHint(skips, total)).toBe(hint);
	});

	test('says what time it was for those outside the hours', () => {
		const closed: Skip = { reason: 'sendHours', clock: 'It is 8.' };
		expect(skippedHint([twice, closed, { ...closed, clock: 'It is 9.' }], 3)).toBe(
			'3 of 3 were skipped: 1 twice, 2 outside the hours. It is 8.',
		);
	});

	test.each<[Preview[], string]>([
		[many(2, message(0)), '2 of 2 would be sent.'],
		[[message(5000)], '1 of 1 would be sent.'],
		[
			[...many(1180, message(8400)), ...many(12, { skip: onList }), ...many(8, { skip: twice })],
			'1180 of 1200 would be sent: 12 on the list Unsubscribed, 8 twice. With these delays about 2 h 45 min.',
		],
		[[{ error: new Error('no phone') }], '0 of 1 would be sent: 1 cannot be sent.'],
		[
			[message(0), { skip: twice }, { error: new Error('no phone') }, message(500)],
			'2 of 4 would be sent: 1 twice, 1 cannot be sent. With these delays about 1 s.',
		],
	])('of a dry run says what would be sent, and how long it takes: case %#', (previews, hint) => {
		expect(hintOf(previews)).toBe(hint);
	});

	test.each([
		[89_000, '89 s'],
		[90_000, '2 min'],
		[59.4 * 60_000, '59 min'],
		[59.5 * 60_000, '1 h'],
		[61 * 60_000, '1 h 1 min'],
		[25 * 3_600_000, '25 h'],
	])('rounds %p ms to %s', (millis, duration) => {
		const hint = hintOf([message(0), message(millis)]);
		expect(hint).toBe(`2 of 2 would be sent. With these delays about ${duration}.`);
	});
});

test('An error names at most twenty recipients, and counts the others', () => {
	const recipients = Array.from({ length: 22 }, (_, index) => `6281200000${index}`);
	const twenty = recipients.slice(0, 20);
	expect(listed(twenty)).toBe(twenty.join(', '));
	expect(listed(recipients)).toBe(`${twenty.join(', ')} and 2 more`);
});
