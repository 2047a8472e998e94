import type { Channel, Result } from '../../nodes/WhatsAppSender/broadcast/channel';
import { DryRuns } from '../../nodes/WhatsAppSender/broadcast/dryRun';
import { endHint } from '../../nodes/WhatsAppSender/broadcast/output';
import type { Rule, RunOptions } from '../../nodes/WhatsAppSender/broadcast/rule';
import {
	ConnectionError,
	InputError,
	RejectedError,
	UnconfirmedError,
} from '../../nodes/WhatsAppSender/errors/failures';
import { personOf } from '../../nodes/WhatsAppSender/service/recipient';
import { targetOf } from './turn';

const skips = (...all: string[]) =>
	all.map((words): Result => ({ is: 'skipped', skip: { reason: '', words } }));
const accepted: Result = { is: 'accepted', output: [] };
const rejection: Result = { is: 'failed', error: new RejectedError('No', '', 500) };
const invalid: Result = { is: 'failed', error: new InputError('No phone') };
const unreachable: Result = { is: 'failed', error: new ConnectionError('No host', '') };
const unconfirmed: Result = { is: 'failed', error: new UnconfirmedError('No answer', '') };
const late = { reason: '', words: 'late' };
const lateAt = (clock: string): Result => ({ is: 'skipped', skip: { ...late, clock } });

test.each<[Result[], string]>([
	[
		[accepted, ...skips('twice'), rejection, unconfirmed, invalid, rejection, unreachable],
		'Accepted: 1 of 7. 1 was skipped: 1 twice. 5 failed: 2 rejected, 1 may have been sent, 1 cannot be sent, 1 not sent, no connection.',
	],
	[[lateAt('It is 8.'), lateAt('It is 9.')], 'Accepted: 0 of 2. 2 were skipped: 2 late. It is 8.'],
])('The hint of a run counts the results of all items: case %#', (results, hint) => {
	expect(endHint(results)).toBe(hint);
});

/** For the rows of a dry run see engine/broadcast.test.ts. */
describe('The hint of a dry run', () => {
	const [AYU, BUDI, CITRA] = ['6281200001000', '6281200001001', '819012345678'];

	const optionsWith = (rules: Rule[], delay: number) =>
		({ rules, drawDelay: () => delay }) as RunOptions;
	const hintFor = (results: Result[], options: RunOptions) => {
		const dryRuns = new DryRuns();
		for (const [index, result] of results.entries()) {
			dryRuns.add(options, index + 1, result);
		}
		const channel = { optionNames: ['Dry Run', 'Country Code'] } as Channel;
		return dryRuns.hint(options, channel, 'Asia/Jakarta');
	};

	/** @param delay milliseconds between the messages */
	function hintOf(to: string[], delay: number, warnings: string[] = [], rules: Rule[] = []) {
		const results = to.map((recipient): Result => {
			const type = recipient.includes('@') ? 'group' : 'phone';
			const person = personOf({ type, id: recipient });
			const columns = { recipient, recipientType: type };
			const content = { text: 'Hi', message: 'Hi' };
			return { is: 'planned', target: targetOf(person), columns, content, warnings };
		});
		return hintFor(results, optionsWith(rules, delay));
	}
	const OPTIONS = ' Options: Dry Run, Country Code.';

	test.each([
		[89_000, '89 s'],
		[90_000, '2 min'],
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
			'2 groups, 2 in +52. Check the warnings of row 4.',
		],
		[[AYU], '1 in +62.'],
		[['622112345678', AYU], '2 in +62. Check the warnings of row 1.'],
	])('counts recipients by country, and names the rows with warnings: %j', (to, words) => {
		expect(hintOf(to, 1)).toContain(` Recipients: ${words}${OPTIONS}`);
	});

	test('adds the notes of rules', () => {
		const hint = hintOf(
			[AYU, BUDI],
			0,
			['landline'],
			[{ check: () => undefined, note: () => 'It is 8.' }],
		);
		const words = 'sent. No delay is set, so messages are sent back to back. Recipients: 2 in +62.';
		expect(hint).toContain(`${words} Check the warnings of rows 1, 2. It is 8. Options`);
	});

	test('says why items would not be sent, and which rows cannot be sent', () => {
		const run = optionsWith([], 0);
		const options = 'Options: Dry Run, Country Code.';
		const results = [...skips('twice', 'late', 'twice'), invalid];
		expect(hintFor(results, run)).toBe(
			`0 of 4 would be sent: 2 twice, 1 late. Row 4 cannot be sent. ${options}`,
		);
		const twenty = [...Array(20).keys()].map((index) => index + 1).join(', ');
		expect(hintFor(Array<Result>(22).fill(rejection), run)).toBe(
			`0 of 22 would be sent. Rows ${twenty} and 2 more cannot be sent. ${options}`,
		);
		expect(hintFor([rejection, rejection], run)).toContain('Rows 1, 2 cannot be sent.');
	});
});
