import type { INodeParameters } from 'n8n-workflow';
import { listOf, numbersOf } from './broadcasts';
import { recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const items = [{ json: { ...recipients(1)[0].json, empty: '' } }];
const send = async (options: object) =>
	await sendTexts(holder.sandbox, { items, parameters: { options: options as INodeParameters } });
const hours = { from: '00:00', to: '24:00', days: ['mon'] };
const inHours = (name: string) => (value: string) => ({ hours: { ...hours, [name]: value } });
const inSeconds = (name: string) => (value: string) => ({ seconds: { [name]: value } });
/** n8n makes nothing of an error inside an expression, too. */
const NOTHING = ['$json.empty', 'null', '$json.a.b.c'];

const SECONDS = 'a number of seconds, 0 for no delay';
const LISTS = 'the ID of a list; under Numbers, [] for nobody';
const OFF = 'false to turn it off';
const HOURS = 'times like 09:00, and days';

/** What a model is told: see agent.test.ts. The option, how it holds the expression, its label, and what to return instead. */
test.each<[string, (value: string) => unknown, string, string]>([
	['countryCode', String, 'Country Code', 'a country code, e.g. 62'],
	['delay', inSeconds('min'), 'Delay Between Messages', SECONDS],
	['dryRun', String, 'Dry Run', OFF],
	['eachRecipientOnce', String, 'Each Recipient Once', OFF],
	['includeInputFields', String, 'Include Input Fields', OFF],
	['maxPerExecution', String, 'Max Messages per Execution', 'a number of messages'],
	['neverSendTo', listOf, 'Never Send To', LISTS],
	['neverSendTo', numbersOf, 'Never Send To', LISTS],
	['onlySendTo', numbersOf, 'Only Send To', LISTS],
	['sendAt', String, 'Send At', '{{ $now }} to send the message now'],
	['sendHours', inHours('from'), 'Send Only Between', HOURS],
	['sendHours', inHours('outside'), 'Send Only Between', HOURS],
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
