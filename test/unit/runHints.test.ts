import {
	ConnectionError,
	InputError,
	RejectedError,
} from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { dryRunHint, planAfter, type Plan } from '../../nodes/WhatsAppSender/turns/dryRun';
import { endHint, listed } from '../../nodes/WhatsAppSender/turns/hints';
import type { ItemResult, Result } from '../../nodes/WhatsAppSender/turns/result';
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

/** What it counts: see engine/dryRun.test.ts. */
describe('The hint of a dry run', () => {
	const pending = (person: number) => {
		const shown = { recipient: '6281234567890', recipientType: 'phone' };
		return { person: String(person), shown } as unknown as PendingMessage;
	};

	/** Of two messages, one after the other. */
	async function hintOfTwo(delay: number, warnings: string[] = []): Promise<string> {
		const preview = async () => ({ body: {}, warnings });
		const message = { delay, preview, send: async () => [] };
		const first = (await planAfter(undefined, message)) as Plan;
		const plans = [first, (await planAfter(first, message)) as Plan];
		const entries = plans.map((plan, at): ItemResult => {
			return { result: { is: 'planned', plan }, pending: pending(at) };
		});
		return dryRunHint(entries, 'Asia/Jakarta');
	}

	test.each([
		[0, ''],
		[500, ' With these delays about 1 s.'],
		[89_000, ' With these delays about 89 s.'],
		[59.4 * 60_000, ' With these delays about 59 min.'],
		[61 * 60_000, ' With these delays about 1 h 1 min.'],
		[25 * 3_600_000, ' With these delays about 25 h.'],
	])('rounds %p ms to "%s"', async (millis, duration) => {
		expect(await hintOfTwo(millis)).toBe(`2 of 2 would be sent.${duration} Recipients: 2 in +62.`);
	});

	test('counts what is hardly meant, five kinds at most', async () => {
		const six = [...'abcdef'].map((name) => `{${name}} is left in the text of`);
		const hint = await hintOfTwo(0, six);
		expect(hint.match(/is left in the text of 2 of 2\./g)).toHaveLength(5);
	});
});

test('An error names at most twenty recipients, and counts the others', () => {
	const recipients = Array.from({ length: 22 }, (_, index) => `6281200000${index}`);
	const twenty = recipients.slice(0, 20);
	expect(listed(twenty)).toBe(twenty.join(', '));
	expect(listed(recipients)).toBe(`${twenty.join(', ')} and 2 more`);
});
