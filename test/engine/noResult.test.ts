import type { INodeParameters } from 'n8n-workflow';
import { listOf, numbersOf } from './broadcasts';
import { useBothPaths } from './sandbox';

const { byBoth } = useBothPaths();
const hours = { from: '00:00', to: '24:00', days: ['mon'] };
const inHours = (name: string) => (value: string) => ({ hours: { ...hours, [name]: value } });
const inSeconds = (name: string) => (value: string) => ({ seconds: { [name]: value } });
/** n8n makes nothing of an error inside an expression, too. */
const NOTHING = ['$json.none', '$json.empty', 'null', '$json.a.b.c', '$json.none.toISO()'];

/** The option, how it holds the expression, its label, and what to return instead. */
test.each<[string, (value: string) => unknown, string, string]>([
	['sendAt', String, 'Send At', '{{ $now }} to send the message now'],
	['dryRun', String, 'Dry Run', 'false to turn it off'],
	['eachRecipientOnce', String, 'Each Recipient Once', 'false to turn it off'],
	['delay', inSeconds('min'), 'Delay Between Messages', 'a number of seconds, 0 for no delay'],
	['delay', inSeconds('max'), 'Delay Between Messages', 'a number of seconds, 0 for no delay'],
	['maxPerExecution', String, 'Max Messages per Execution', 'a number'],
	['neverSendTo', String, 'Never Send To', 'the ID of a list'],
	['neverSendTo', listOf, 'Never Send To', 'the ID of a list'],
	[
		'neverSendTo',
		numbersOf,
		'Never Send To',
		'the ID of a list; under Phone Numbers, [] for nobody',
	],
	['onlySendTo', listOf, 'Only Send To', 'the ID of a list'],
	['onlySendTo', numbersOf, 'Only Send To', 'the ID of a list; under Phone Numbers, [] for nobody'],
	['sendHours', inHours('from'), 'Send Only Between', ''],
	['sendHours', inHours('to'), 'Send Only Between', ''],
	['sendHours', inHours('days'), 'Send Only Between', ''],
	['sendHours', inHours('outside'), 'Send Only Between', ''],
])(
	'An item is refused where the expression of %s gives nothing',
	async (name, stored, label, fix) => {
		for (const expression of NOTHING) {
			const options = { [name]: stored(`={{ ${expression} }}`) } as INodeParameters;
			const { error, requests } = await byBoth({ parameters: { options }, json: { empty: '' } });
			const { message = '' } = error ?? {};
			expect(message).toMatch(new RegExp(`^(\\w+ of )?${label}: the expression has no result. `));
			expect(message).toContain(`. Return ${fix}`);
			expect(error?.itemIndex).toBe(0);
			expect(requests).toEqual([]);
		}
	},
);

test('A Send At that is left empty by hand is none', async () => {
	const { items, requests } = await byBoth({ parameters: { options: { sendAt: '' } } });
	expect(requests).toHaveLength(1);
	expect(items[0].json).not.toHaveProperty('scheduledFor');
});
