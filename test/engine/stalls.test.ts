import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { campaign } from '../../nodes/WhatsAppSender/broadcast/campaign';
import { valueOf } from '../unit/turn';
import { numbersOf } from './broadcasts';
import { postContacts, useReceiver } from './receiver';
import { PHONE, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const receiver = useReceiver();

/** Parts of values that have taken long: placeholders, escapes, phones, lists and addresses. `~` is a space. */
const PARTS = [
	'a { {{~a {a {a| {1 [ [a [~a [your~ (( ((a < <a <a~ <<a~ «a & &a &#x % %2 %20 %a %(a /%20 # #A',
	'\\ \\n x\\n A:\\n \\\\ \\u00 *|a $a $json {"a "a ` € Ã á» ÐŸ null~ a~null! test-api-key~ 2026-12-01T',
	'0 0812~ 0812- 0812: ٩ ٩~ + +1 +62 ( ([ ) . , ; * 0* 0; 0, .0 1~ 0-00- ~-~ a1b2- x12',
	'/ ? http:// www. wa.me/ a.b~ a@ 1@g.us~ @ @g.us - _ = ::',
].flatMap((parts) => parts.split(' ').map((part) => part.replaceAll('~', ' ')));
PARTS.push(' ', '\n', '\r\n', '\ud83d', '\\\ud83d', '\u200b', '\u0301');
const LONG_VALUES = PARTS.map((part) => part.repeat(Math.ceil(300_000 / part.length)));

/** Processor time in milliseconds, which other processes do not change much. */
const cpuTime = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

/** Processor time of the longest block of the event loop. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
	let [longest, last] = [0, cpuTime()];
	const look = () => {
		const now = cpuTime();
		longest = Math.max(longest, now - last);
		last = now;
		next = setImmediate(look);
	};
	let next = setImmediate(look);
	await work();
	look();
	clearImmediate(next);
	return longest;
}

/** Processor time of ordinary work, with which a time is compared, because machines differ. */
function timeOfSearch(): number {
	const text = '0812-3456 '.repeat(100_000);
	const before = cpuTime();
	expect(text.match(/\d+-/g)).toHaveLength(100_000);
	return cpuTime() - before;
}

/** About 0.15 s on a quiet machine. */
const MOST_SEARCHES = 6;

/** The least of some runs, because n8n and V8 clean up at any time. */
async function expectNoStall(work: () => Promise<unknown>): Promise<void> {
	const ratios: number[] = [];
	while (ratios.length < 5 && !ratios.some((ratio) => ratio < MOST_SEARCHES)) {
		const time = timeOfSearch();
		ratios.push((await longestBlock(work)) / time);
	}
	expect(Math.min(...ratios)).toBeLessThan(MOST_SEARCHES);
}

const VALUE = '={{ $json.value }}';
const MEDIA = { operation: 'sendMedia', mediaUrl: 'https://example.com/a.pdf' };
const itemsWith = (values: string[]) =>
	values.map((value) => ({ json: { name: 'Ayu', phone: PHONE, value } }));

/** Fields of the message. */
const FIELDS: Record<string, INodeParameters> = {
	Phone: { phone: VALUE },
	'Phone of a contact': { recipientType: 'contact', phone: VALUE },
	Text: { text: VALUE },
	'Text in a dry run': { text: '=Hi {{ $json.value }}', options: { dryRun: true } },
	'Group ID': { recipientType: 'group', groupId: VALUE },
	Footer: { isInteractive: true, footer: VALUE },
	Buttons: { isInteractive: true, buttons: '={{ [{ text: $json.value }] }}' },
	'Media URL': { ...MEDIA, mediaUrl: VALUE },
	'Country Code': { phone: '0812', options: { countryCode: VALUE } },
	'Send At': { options: { sendAt: VALUE } },
	'Never Send To': { options: { neverSendTo: numbersOf("={{ $('Items').all() }}") } },
	'Only Send To': { options: { onlySendTo: numbersOf("={{ $('Items').all() }}") } },
};
const onError = 'continueRegularOutput' as const;

test.each(Object.entries(FIELDS))('No long value of %s stalls n8n', async (_field, given) => {
	const parameters = { phone: PHONE, text: 'Hi', ...given };
	await expectNoStall(async () => {
		await sendTexts(holder.sandbox, { items: itemsWith(LONG_VALUES), parameters, onError });
	});
});

const NUMBERS = Array.from({ length: 50_000 }, (_, index) => String(6281500000001 + index));

test.each([
	['one row with many phones', [{ phones: NUMBERS }]],
	['one text with many numbers', NUMBERS.join(', ')],
])('No stop list of %s stalls n8n', async (_what, value) => {
	const items = itemsWith(['']);
	const neverSendTo = numbersOf("={{ $('Items').first().json.list }}");
	Object.assign(items[0].json, { list: value });
	const parameters = { phone: PHONE, text: 'Hi', options: { neverSendTo } };
	await expectNoStall(async () => {
		await sendTexts(holder.sandbox, { items, parameters, onError });
	});
});

/** Not through n8n's engine: hashing a mark of this length takes the test's database longer than the node. */
test('No long name of a campaign stalls n8n', async () => {
	await expectNoStall(async () => {
		for (const value of LONG_VALUES) {
			expect(() => valueOf(campaign, value, '={{ $json.value }}')).not.toThrow(TypeError);
			await setImmediatePromise();
		}
	});
});

const CONTACT_FIELDS: Record<string, INodeParameters> = {
	Name: { name: VALUE },
	Phone: { phone: VALUE },
	'Webhook URL': { webhookUrl: VALUE },
	'Extra Headers': { options: { headers: { header: [{ name: 'x', value: VALUE }] } } },
	Proxy: { requestOptions: { proxy: VALUE } },
};

test.each(Object.entries(CONTACT_FIELDS))(
	'No long value of %s of Webhook List stalls n8n',
	async (_field, given) => {
		await expectNoStall(async () => {
			await postContacts(receiver, given, { items: itemsWith(LONG_VALUES), onError });
		});
	},
);

test('No long response of the service or a receiver stalls n8n', async () => {
	await expectNoStall(async () => {
		let response = 0;
		const next = () => LONG_VALUES[response++ % LONG_VALUES.length];
		holder.sandbox.onSend = () => ({ status: 500, body: { error: next() } });
		await sendTexts(holder.sandbox, { items: itemsWith(PARTS), onError });
		receiver.respond = (answer) => answer.writeHead(400).end(next());
		await postContacts(receiver, {}, { items: itemsWith(PARTS), onError });
	});
});
