import {
	ConnectionError,
	InputError,
	RejectedError,
} from '../../nodes/WhatsAppSender/errors/errors';
import { dryRunHint, planAfter } from '../../nodes/WhatsAppSender/turns/dryRun';
import { endHint } from '../../nodes/WhatsAppSender/turns/hints';
import type { Entry, Fate, Plan, Skip, Turn } from '../../nodes/WhatsAppSender/turns/turn';
import { listed } from '../../nodes/WhatsAppSender/turns/words';

const many = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);
const onList: Skip = { reason: 'neverSendTo', list: 'Unsubscribed' };
const twice: Skip = { reason: 'duplicate' };
const skip = (...skips: Skip[]) => skips.map((skip): Fate => ({ is: 'skipped', skip }));
const accepted: Fate = { is: 'accepted', output: [] };
const rejected: Fate = { is: 'failed', error: new RejectedError('No', '', 500) };
const invalid: Fate = { is: 'failed', error: new InputError('No phone') };
const away: Fate = { is: 'failed', error: new ConnectionError('No host', '') };
const maybe: Fate = { is: 'unconfirmed', error: { reason: 'unconfirmed' } };
const hintOf = (fates: Fate[]) => endHint(fates.map((fate) => ({ fate })));

describe('The hint of a run', () => {
	test.each<[Fate[], string]>([
		[
			[...skip(onList, twice, onList), ...many(117, accepted)],
			'Accepted: 117 of 120. 3 were skipped: 2 on the list Unsubscribed, 1 twice.',
		],
		[
			skip({ reason: 'test' }, { reason: 'maxPerExecution' }, { reason: 'onlySendTo', list: 'A' }),
			'Accepted: 0 of 3. 3 were skipped: 1 not in the test, 1 over the maximum, 1 not on the list A.',
		],
		[
			skip({ reason: 'neverSendTo' }, { reason: 'onlySendTo' }),
			'Accepted: 0 of 2. 2 were skipped: 1 in Never Send To, 1 not in Only Send To.',
		],
		[
			[accepted, ...skip(twice), rejected, maybe, invalid, rejected, away],
			'Accepted: 1 of 7. 1 was skipped: 1 twice. 5 failed: 2 rejected, 1 may have been sent, 1 cannot be sent, 1 not sent, no connection.',
		],
		// What time it was for those outside the hours.
		[
			skip(twice, { reason: 'sendHours', clock: 'It is 8.' }, { ...onList, clock: 'It is 9.' }),
			'Accepted: 0 of 3. 3 were skipped: 1 twice, 1 outside the hours, 1 on the list Unsubscribed. It is 8.',
		],
	])('says what became of all items: case %#', (fates, hint) => {
		expect(hintOf(fates)).toBe(hint);
	});

	test('counts what is hardly meant, five kinds at most', () => {
		const odd = ['{name} is left in the text of'];
		const entries = [{ fate: rejected, oddities: odd }, ...skip(twice).map((fate) => ({ fate }))];
		entries.push({ fate: accepted, oddities: odd }, { fate: accepted, oddities: [] });
		expect(endHint(entries)).toMatch(/\{name\} is left in the text of 2 of 3\.$/);
		const six = [...'abcdef'].map((name) => `{${name}} is left in the text of`);
		expect(endHint([{ fate: accepted, oddities: six }]).match(/is left/g)).toHaveLength(5);
	});
});

describe('The hint of a dry run', () => {
	const shown = { recipient: '6281234567890', recipientType: 'phone' };
	const message = (delay: number): Pick<Plan, 'start'> => ({ start: delay });
	const previewed = (found: object): Entry => ({
		fate: { is: 'previewed', ...found },
		turn: { recipient: '', shown } as unknown as Turn,
	});
	const faulty = { error: new Error('no phone') };

	/** Of items that are looked at one after the other. */
	function dryHintOf(found: object[]): string {
		let last: Plan | undefined;
		const entries = found.map((each) => {
			if (!('start' in each)) return previewed(each);
			last = planAfter(last, { delay: Number(each.start), send: async () => [] });
			return previewed({ plan: last });
		});
		return dryRunHint(entries, 'Asia/Jakarta');
	}

	test.each<[object[], string, string]>([
		[many(2, message(0)), '2 of 2 would be sent.', '2'],
		[
			[...many(1180, message(8400)), ...many(12, { skip: onList }), ...many(8, { skip: twice })],
			'1180 of 1200 would be sent: 12 on the list Unsubscribed, 8 twice. With these delays about 2 h 45 min.',
			'1180',
		],
		[[faulty], '0 of 1 would be sent: 1 cannot be sent.', ''],
		[
			[message(0), { skip: twice }, faulty, message(500)],
			'2 of 4 would be sent: 1 twice, 1 cannot be sent. With these delays about 1 s.',
			'2',
		],
	])('says what would be sent, how long it takes, and where: case %#', (found, hint, inJava) => {
		expect(dryHintOf(found)).toBe(inJava ? `${hint} Recipients: ${inJava} in +62.` : hint);
	});

	test.each([
		[89_000, '89 s'],
		[59.4 * 60_000, '59 min'],
		[61 * 60_000, '1 h 1 min'],
		[25 * 3_600_000, '25 h'],
	])('rounds %p ms to %s', (millis, duration) => {
		expect(dryHintOf([message(0), message(millis)])).toContain(` about ${duration}. `);
	});
});

test('An error names at most twenty recipients, and counts the others', () => {
	const recipients = Array.from({ length: 22 }, (_, index) => `6281200000${index}`);
	const twenty = recipients.slice(0, 20);
	expect(listed(twenty)).toBe(twenty.join(', '));
	expect(listed(recipients)).toBe(`${twenty.join(', ')} and 2 more`);
});
