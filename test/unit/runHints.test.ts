import {
	ConnectionError,
	InputError,
	RejectedError,
} from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { personOf } from '../../nodes/WhatsAppSender/message/recipient';
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
			[accepted, ...skip(twice), rejected, maybe, invalid, rejected, away],
			'Accepted: 1 of 7. 1 was skipped: 1 twice. 5 failed: 2 rejected, 1 may have been sent, 1 cannot be sent, 1 not sent, no connection.',
		],
		// What time it was for those outside the hours.
		[
			skip(
				{ reason: 'test' },
				{ reason: 'neverSendTo' },
				{ reason: 'onlySendTo', list: 'A' },
				{ reason: 'onlySendTo' },
				{ reason: 'sendHours', clock: 'It is 8.' },
				{ reason: 'maxPerExecution', clock: 'It is 9.' },
			),
			'Accepted: 0 of 6. 6 were skipped: 1 not in the test, 1 in Never Send To, 1 not on the list A, 1 not in Only Send To, 1 outside the hours, 1 over the maximum. It is 8.',
		],
	])('says what became of all items: case %#', (results, hint) => {
		expect(hintOf(results)).toBe(hint);
	});
});

/** What becomes of an item: see engine/dryRun.test.ts. */
describe('The hint of a dry run', () => {
	const [AYU, BUDI, CITRA] = ['6281200001000', '6281200001001', '819012345678'];

	/** Of messages to these, one after the other. */
	async function dryRunOf(to: string[], delay = 0, warnings: string[] = []): Promise<string> {
		const preview = async () => ({ body: {}, warnings });
		const plans: Plan[] = [];
		const message = { delay, preview, send: async () => [] };
		while (plans.length < to.length) {
			plans.push((await planAfter(plans.at(-1), message)) as Plan);
		}
		const entries = to.map((recipient, at): ItemResult => {
			const type = recipient.includes('@') ? 'group' : 'phone';
			const shown = { recipient, recipientType: type };
			const pending = { person: personOf({ type, id: recipient }), shown };
			const result = { is: 'planned', plan: plans[at] } as const;
			return { result, pending: pending as unknown as PendingMessage };
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
		const hint = `2 of 2 would be sent.${duration} Recipients: 2 in +62.`;
		expect(await dryRunOf([AYU, BUDI], millis)).toBe(hint);
	});

	test.each<[string[], string]>([
		[[CITRA, AYU, 'a@g.us', BUDI], '2 in +62, 1 in +81, 1 group.'],
		[
			['a@g.us', '5215512345678', 'b@g.us', '525512345678'],
			'2 groups, 2 in +52. 1 recipient is there twice',
		],
		[[AYU, CITRA, AYU, CITRA], '2 in +62, 2 in +81. 2 recipients are there twice'],
		[[AYU, AYU, BUDI, AYU], '4 in +62. 1 recipient is there more than once'],
	])('says where recipients are, and who is there twice: %j', async (to, words) => {
		const advice = words.endsWith('.') ? '' : ': add Each Recipient Once.';
		expect(await dryRunOf(to)).toBe(`4 of 4 would be sent. Recipients: ${words}${advice}`);
	});

	test('counts what is hardly meant, five kinds at most', async () => {
		const six = [...'abcdef'].map((name) => `{${name}} is left in the text of`);
		const hint = await dryRunOf([AYU, BUDI], 0, six);
		expect(hint.match(/is left in the text of 2 of 2\./g)).toHaveLength(5);
	});

	test('says which hours it goes by, where they skip somebody', async () => {
		const hours = { isOpen: () => false, clock: () => 'It is 8.' };
		const message = { delay: 0, hours, send: async () => [] };
		const skip = (await planAfter(undefined, message)) as Skip;
		expect(skip).toEqual({ reason: 'sendHours', clock: 'It is 8.' });
		const hint = '0 of 1 would be sent: 1 outside the hours. It is 8.';
		expect(dryRunHint([{ result: { is: 'skipped', skip } }], 'Asia/Jakarta')).toBe(hint);
	});
});

test('An error names at most twenty recipients, and counts the others', () => {
	const recipients = Array.from({ length: 22 }, (_, index) => `6281200000${index}`);
	const twenty = recipients.slice(0, 20);
	expect(listed(twenty)).toBe(twenty.join(', '));
	expect(listed(recipients)).toBe(`${twenty.join(', ')} and 2 more`);
});
