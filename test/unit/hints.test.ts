import { dryRunHint } from '../../nodes/WhatsAppSender/broadcast/dryRun';
import type { Rule } from '../../nodes/WhatsAppSender/broadcast/execution';
import { endHint, formatNames } from '../../nodes/WhatsAppSender/broadcast/output';
import type { Policy } from '../../nodes/WhatsAppSender/broadcast/rules';
import { type Entry, type Outcome, skipped } from '../../nodes/WhatsAppSender/broadcast/sender';
import {
	ConnectionError,
	InputError,
	RejectedError,
} from '../../nodes/WhatsAppSender/errors/failures';
import { personOf } from '../../nodes/WhatsAppSender/service/recipient';
import { turnTo } from './turn';

const skips = (...all: string[]) => all.map((words) => skipped({ reason: '', words }));
const accepted: Outcome = { is: 'accepted', output: [] };
const rejection: Outcome = { is: 'failed', error: new RejectedError('No', '', 500) };
const invalid: Outcome = { is: 'failed', error: new InputError('No phone') };
const unreachable: Outcome = { is: 'failed', error: new ConnectionError('No host', '') };
const unconfirmed: Outcome = { is: 'unconfirmed', error: { reason: 'unconfirmed' } };
const lateAt = (clock: string) => skipped({ reason: '', words: 'late', clock });
const entriesOf = (outcomes: Outcome[]): Entry[] => outcomes.map((outcome) => ({ outcome }));

test.each<[Outcome[], string]>([
	[
		[...skips('on a list', 'twice', 'on a list'), ...Array<Outcome>(117).fill(accepted)],
		'Accepted: 117 of 120. 3 were skipped: 2 on a list, 1 twice.',
	],
	[
		[accepted, ...skips('twice'), rejection, unconfirmed, invalid, rejection, unreachable],
		'Accepted: 1 of 7. 1 was skipped: 1 twice. 5 failed: 2 rejected, 1 may have been sent, 1 cannot be sent, 1 not sent, no connection.',
	],
	[[lateAt('It is 8.'), lateAt('It is 9.')], 'Accepted: 0 of 2. 2 were skipped: 2 late. It is 8.'],
])('The hint of a run counts the results of all items: case %#', (outcomes, hint) => {
	expect(endHint(entriesOf(outcomes))).toBe(hint);
});

/** For the rows of a dry run see engine/dryRun.test.ts. */
describe('The hint of a dry run', () => {
	const [AYU, BUDI, CITRA] = ['6281200001000', '6281200001001', '819012345678'];

	/** @param delay milliseconds between the messages */
	function hintOf(to: string[], delay: number, warnings: string[] = [], rules: Rule[] = []) {
		const entries = to.map((recipient, at): Entry => {
			const type = recipient.includes('@') ? 'group' : 'phone';
			const person = personOf({ type, id: recipient });
			const pending = { ...turnTo(person), row: { recipient, recipientType: type } };
			return { outcome: { is: 'planned', plan: { start: at * delay, warnings } }, pending };
		});
		const policy = { rules, delay: () => delay } as Policy;
		return dryRunHint(entries, policy, 'Asia/Jakarta', ['Dry Run', 'Country Code']);
	}
	const OPTIONS = ' Options: Dry Run, Country Code.';

	test.each([
		[500, '1 s'],
		[89_000, '89 s'],
		[90_000, '2 min'],
		[59.4 * 60_000, '59 min'],
		[61 * 60_000, '1 h 1 min'],
		[25 * 3_600_000, '25 h'],
	])('rounds %p ms to %s', (millis, duration) => {
		expect(hintOf([AYU, BUDI], millis)).toBe(
			`2 of 2 would be sent. With these delays about ${duration}. Recipients: 2 in +62.${OPTIONS}`,
		);
	});

	test.each<[string[], string]>([
		[[CITRA, AYU, 'a@g.us', BUDI], '2 in +62, 1 in +81, 1 group.'],
		[
			['a@g.us', '5215512345678', 'b@g.us', '525512345678'],
			'2 groups, 2 in +52. 1 recipient would get several messages',
		],
		[[AYU, CITRA, AYU, CITRA], '2 in +62, 2 in +81. 2 recipients would get several messages'],
		[[AYU, AYU, BUDI, AYU], '4 in +62. 1 recipient would get several messages'],
		[[AYU], '1 in +62.'],
	])('counts recipients by country, and those that occur twice: %j', (to, words) => {
		const advice = words.endsWith('.') ? '' : ': add Each Recipient Once.';
		expect(hintOf(to, 1)).toContain(` Recipients: ${words}${advice}${OPTIONS}`);
	});

	test('counts warnings, of at most twenty kinds, and adds the notes of rules', () => {
		const kinds = [...'abcdefghijklmnopqrstu'].map((name) => `{${name}} is left in the text of`);
		const hint = hintOf([AYU, BUDI], 0, kinds, [{}, { note: () => 'It is 8.' }]);
		expect(hint.match(/is left in the text of 2 of 2\./g)).toHaveLength(20);
		const words = 'sent. No delay is set, so messages are sent back to back. Recipients: 2 in +62.';
		expect(hint).toContain(`${words} It is 8. {a} is left`);
	});

	test('says why items would not be sent', () => {
		const outcomes = [...skips('twice', 'late', 'twice'), invalid];
		const policy = { rules: [] as Rule[], delay: () => 0 } as Policy;
		expect(dryRunHint(entriesOf(outcomes), policy, 'Asia/Jakarta', ['Dry Run'])).toBe(
			'0 of 4 would be sent: 2 twice, 1 late, 1 cannot be sent. Options: Dry Run.',
		);
	});
});

test('A sentence names twenty recipients and counts the others', () => {
	const recipients = Array.from({ length: 22 }, (_, index) => `6281200000${index}`);
	const twenty = recipients.slice(0, 20);
	expect(formatNames(twenty)).toBe(twenty.join(', '));
	expect(formatNames(recipients)).toBe(`${twenty.join(', ')} and 2 more`);
});
