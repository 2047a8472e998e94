import {
	ConnectionError,
	InputError,
	RejectedError,
} from '../../nodes/WhatsAppSender/errors/errors';
import { dryRunHint, planAfter, type Plan } from '../../nodes/WhatsAppSender/turns/dryRun';
import { endHint, listed } from '../../nodes/WhatsAppSender/turns/hints';
import type { ItemResult, Result } from '../../nodes/WhatsAppSender/turns/ledger';
import type { PendingMessage } from '../../nodes/WhatsAppSender/turns/sender';
import type { Skip } from '../../nodes/WhatsAppSender/turns/skip';

const many = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);
const onList: Skip = { reason: 'neverSendTo', list: 'Unsubscribed' };
const twice: Skip = { reason: 'duplicate' };
const skip = (...skips: Skip[]) => skips.map((skip): Result => ({ is: 'skipped', skip }));
const accepted: Result = { is: 'accepted', output: [] };
const rejected: Result = { is: 'failed', error: new RejectedError('No', '', 500) };
const invalid: Result = { is: 'failed', error: new InputError('No phone') };
const away: Result = { is: 'failed', error: new ConnectionError('No host', '') };
const maybe: Result = { is: 'unconfirmed', error: { reason: 'unconfirmed' } };
const hintOf = (results: Result[]) => endHint(results.map((result) => ({ result })));

describe('The hint of a run', () => {
	test.each<[Result[], string]>([
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
	])('says what became of all items: case %#', (results, hint) => {
		expect(hintOf(results)).toBe(hint);
	});
});

describe('The hint of a dry run', () => {
	const shown = { recipient: '6281234567890', recipientType: 'phone' };
	const message = (delay: number) => ({ delay });
	let people = 0;
	const previewed = (found: object): ItemResult => ({
		result: { is: 'previewed', ...found },
		pending: { recipient: '', person: String(people++), shown } as unknown as PendingMessage,
	});
	const faulty = { error: new Error('no phone') };

	/** Of items that are looked at one after the other. */
	async function dryHintOf(found: object[], warnings: string[] = []): Promise<string> {
		let last: Plan | undefined;
		const entries: ItemResult[] = [];
		for (const each of found) {
			if (!('delay' in each)) {
				entries.push(previewed(each));
				continue;
			}
			const preview = { body: {}, warnings: () => warnings, checkKey: async () => {} };
			const plan = await planAfter(last, {
				delay: Number(each.delay),
				preview,
				send: async () => [],
			});
			last = plan as Plan;
			entries.push(previewed({ plan }));
		}
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
	])(
		'says what would be sent, how long it takes, and where: case %#',
		async (found, hint, inJava) => {
			expect(await dryHintOf(found)).toBe(inJava ? `${hint} Recipients: ${inJava} in +62.` : hint);
		},
	);

	test.each([
		[89_000, '89 s'],
		[59.4 * 60_000, '59 min'],
		[61 * 60_000, '1 h 1 min'],
		[25 * 3_600_000, '25 h'],
	])('rounds %p ms to %s', async (millis, duration) => {
		expect(await dryHintOf([message(0), message(millis)])).toContain(` about ${duration}. `);
	});

	test('counts what is hardly meant, five kinds at most', async () => {
		const left = (name: string) => `{${name}} is left in the text of`;
		const hint = await dryHintOf([...many(2, message(0)), faulty], [left('name')]);
		expect(hint).toMatch(/ \{name\} is left in the text of 2 of 2\.$/);
		const six = await dryHintOf([message(0)], [...'abcdef'].map(left));
		expect(six.match(/is left/g)).toHaveLength(5);
	});
});

test('An error names at most twenty recipients, and counts the others', () => {
	const recipients = Array.from({ length: 22 }, (_, index) => `6281200000${index}`);
	const twenty = recipients.slice(0, 20);
	expect(listed(twenty)).toBe(twenty.join(', '));
	expect(listed(recipients)).toBe(`${twenty.join(', ')} and 2 more`);
});
