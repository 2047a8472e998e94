import type { INodeParameters } from 'n8n-workflow';
import { listOf, numbersOf } from './broadcasts';
import { recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const items = [{ json: { ...recipients(1)[0].json, empty: '' } }];
const send = async (options: object) =>
	await sendTexts(holder.sandbox, { items, parameters: { options: options as INodeParameters } });
const fromHour = (from: string) => ({ hours: { from, to: '24:00', days: ['mon'] } });
const minimum = (min: string) => ({ seconds: { min } });
/** n8n makes nothing of an error inside an expression, too. */
const NOTHING = ['$json.empty', 'null', '$json.a.b.c'];

const LISTS = 'the ID of a list; under Numbers, [] for nobody';
const OFF = 'false to turn it off';

/** What a model is told: see agent.test.ts. The option, how it holds the expression, its label, and what to return instead. */
test.each<[string, (value: string) => unknown, string, string]>([
	['countryCode', String, 'Country Code', 'a country code, e.g. 62'],
	['delay', minimum, 'Delay Between Messages', 'a number of seconds, 0 for no delay'],
	['dryRun', String, 'Dry Run', OFF],
	['eachRecipientOnce', String, 'Each Recipient Once', OFF],
	['maxPerExecution', String, 'Max Messages per Execution', 'a number of messages'],
	['neverSendTo', listOf, 'Never Send To', LISTS],
	['neverSendTo', numbersOf, 'Never Send To', LISTS],
	['onlySendTo', numbersOf, 'Only Send To', LISTS],
	['sendAt', String, 'Send At', '{{ $now }} to send the message now'],
	['sendHours', fromHour, 'Send Only Between', 'times like 09:00, and days'],
	['testPhone', String, 'Send Test To', 'a phone number'],
	['textFormat', String, 'Text Format', 'asEntered or markdown'],
])(
	'An item is refused where the expression of %s gives nothing',
	async (name, stored, label, fix) => {
		for (const expression of NOTHING) {
			const { error } = await send({ [name]: stored(`={{ ${expression} }}`) });
			const words = `${label}: the expression has no result. Return ${fix}`;
			expect(error?.message.slice(0, words.length)).toBe(words);
			expect(error?.context?.itemIndex).toBe(0);
			expect(holder.sandbox.requests).toEqual([]);
		}
	},
);

test('Country Code is not read for a number that has its own', async () => {
	const parameters = {
		phone: '=+{{ $json.phone }}',
		options: { countryCode: '={{ $json.empty }}' },
	};
	const { error } = await sendTexts(holder.sandbox, { items, parameters });
	expect(error).toBeUndefined();
	expect(holder.sandbox.accepted).toHaveLength(1);
});
