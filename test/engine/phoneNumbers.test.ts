import { Contacts } from '../../nodes/WhatsAppSender/broadcast/rules/contacts';
import { AYU, BUDI, CITRA, fates, hintsOf, listOf, messages, numbersOf } from './broadcasts';
import { NO_SIGNAL, useBroadcasts } from './broadcasts';
import { asked, failedOf, recipients } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();
const GROUP = '120363025246125486@g.us';
const onError = 'continueRegularOutput';
/** The numbers by an expression that gives this. */
const given = (value: unknown) =>
	numbersOf(`={{ ${JSON.stringify(value).replaceAll('}', '} ')} }}`);
const both = (value: object) => [
	{ neverSendTo: value, countryCode: '62' },
	{ onlySendTo: value, countryCode: '62' },
];
const labelOf = (options: object) => ('neverSendTo' in options ? 'Never Send To' : 'Only Send To');
afterEach(() => jest.restoreAllMocks());

/** As a tool, where they take no expression: see agent.test.ts. */
describe('The numbers of Never Send To and Only Send To', () => {
	/** Ayu and the group are in them; how text is taken apart, and where an entry has its phone: see unit/contacts.test.ts. */
	test.each<[string, object]>([
		['text', numbersOf(`; 0812-0000-1000;\r\n\n120363025246125486@G.US\n,`)],
		['items', given([{ json: { phone: '0812-0000-1000' }, pairedItem: 0 }, { WhatsApp: GROUP }])],
	])('are compared as %s', async (_what, value) => {
		const to = messages(AYU, BUDI, GROUP, 'other@g.us');
		const recipientType = '={{ $json.phone.includes("@") ? "group" : "phone" }}';
		const parameters = { recipientType, groupId: '={{ $json.phone }}' };
		const [never, only] = both(value);
		const sent = async (options: object) => fates(await send({ to, parameters, options }));
		expect(await sent(never)).toBe('neverSendTo sent neverSendTo sent');
		expect(await sent(only)).toBe('sent onlySendTo sent onlySendTo');
		expect(asked(holder.sandbox)).toEqual([]);
	});

	test('are those of the item, and each value is parsed once, loops included', async () => {
		const parse = jest.spyOn(Contacts.prototype as never, 'read');
		const neverSendTo = numbersOf(`={{ ['${AYU}', $itemIndex === 1 ? '${BUDI}' : '${CITRA}'] }}`);
		const outcome = await send({ batches: Array(3).fill(recipients(3)), options: { neverSendTo } });
		expect(fates(outcome)).toBe(Array(9).fill('neverSendTo').join(' '));
		expect(parse).toHaveBeenCalledTimes(2);
	});

	test('of very many values are right, too', async () => {
		const neverSendTo = numbersOf(`={{ [$json.phone, '${AYU}'].slice($itemIndex % 2) }}`);
		await send({ to: 110, options: { neverSendTo } });
		expect(arrivals()).toEqual(Array.from({ length: 55 }, (_, at) => 2 * at + 1));
	});

	test.each<[unknown, string]>([
		['Ayu', 'Phone "Ayu" is not a phone number'],
		[{ phone: { a: 1 } }, 'Phone is an object, not a number'],
	])(
		'with the entry %j send nothing in Never Send To, and name it; it is nobody in Only Send To',
		async (entry, reason) => {
			const [never, only] = both(given([entry, AYU]));
			const { error } = await send({ to: 1, options: never });
			expect(error?.message).toContain('Never Send To could not be checked, so nothing was sent');
			expect(error?.message).toContain(reason);
			expect(failedOf(await send({ options: never, onError }))).toHaveLength(3);
			expect(arrivals()).toEqual([]);
			expect(story(await send({ to: 2, options: only }))).toBe('0: sent onlySendTo');
		},
	);

	test('with an entry that is no number advise to correct it, and Retry with the saved workflow', async () => {
		const neverSendTo = numbersOf('={{ $itemIndex === 1 ? "Ayu" : [] }}');
		const { error } = await send({ to: 2, options: { neverSendTo } });
		expect(error?.description).toMatch(
			/^[^]*Correct the entry, or remove it\. To send the rest, save .* currently saved workflow on /,
		);
	});

	test.each<[string, object, string]>([
		['empty text', numbersOf(' '), ' is empty: enter phone numbers, or remove the option'],
		['an object', given({ phone: AYU }), ' is an object, not phone numbers: return text or a list'],
		[
			'an array as the ID of a list',
			listOf(`={{ ['${AYU}'] }}`),
			' is a list of values, not an ID: choose Numbers for them',
		],
	])('refuse %s', async (_what, value, problem) => {
		for (const options of both(value)) {
			const { error } = await send({ to: 1, options });
			expect(error?.message).toBe(labelOf(options) + problem);
		}
		expect(arrivals()).toEqual([]);
	});

	const contacts = [{ Phone: AYU, Mobile: `+${BUDI}` }, { Phone: CITRA }];

	test('are all phones of a contact in Never Send To, and must be one in Only Send To', async () => {
		const [never, only] = both(given(contacts));
		expect(story(await send({ to: 4, options: never }))).toBe(
			'3: neverSendTo neverSendTo neverSendTo sent',
		);
		const { error } = await send({ options: only });
		expect(error?.message).toMatch(/^Only Send To has several fields with phones, "Phone", /);
		expect(arrivals()).toEqual([3]);
	});

	test('of a node that has not run say so, and what to do', async () => {
		for (const options of both(numbersOf("={{ $('Unsubscribed').all() }}"))) {
			const { error } = await send({ options, senders: ['Sender', 'Unsubscribed'] });
			expect(error?.message).toBe(
				`${labelOf(options)} reads Unsubscribed, which has not run: place it before this node, then click Execute workflow. Nothing was sent.`,
			);
		}
		expect(holder.sandbox.requests).toEqual([]);
	});

	test('are nobody where they are empty, which one hint counts', async () => {
		const entries: unknown[] = ['', null, ' ', { name: 'Ayu' }, { phone: null }, BUDI];
		const neverSendTo = numbersOf(`={{ ${JSON.stringify(entries)}.concat($json.phone + '0') }}`);
		// The try that n8n shows counts them, too.
		const retried = { retryOnFail: true, faults: { 0: [NO_SIGNAL] } };
		const outcome = await send({ options: { neverSendTo }, ...retried });
		expect(fates(outcome)).toBe('sent neverSendTo sent');
		expect(hintsOf(outcome)?.map(({ message }) => message)).toEqual([
			'5 entries of Never Send To have no phone and are ignored',
			'Accepted: 2 of 3. 1 was skipped: 1 in Never Send To.',
		]);
	});

	test('are ignored where they are empty in one run, of which the next says nothing', async () => {
		const neverSendTo = numbersOf(`={{ $json.phone === '${AYU}' ? ['', '${BUDI}'] : '${BUDI}' }}`);
		const batches = [messages(AYU, CITRA), messages(CITRA, CITRA)];
		const outcome = await send({ batches, options: { neverSendTo } });
		expect(hintsOf(outcome)?.map(({ message }) => message)).toEqual(['Accepted: 2 of 2.']);
	});

	test('hold in a dry run, and in Retry', async () => {
		const options = { neverSendTo: numbersOf(BUDI), onlySendTo: numbersOf(`${AYU} ${BUDI}`) };
		const dry = await send({ options: { ...options, dryRun: true } });
		expect(hintsOf(dry)?.[0].message).toContain(
			'1 of 3 would be sent: 1 in Never Send To, 1 not in Only Send To',
		);
		const faulty = { ...options, neverSendTo: numbersOf('Budi'), dryRun: true };
		expect(fates(await send({ options: faulty }))).toBe('failed failed failed');
		expect(arrivals()).toEqual([]);
		const retryOf = await send({ options, faults: { 0: ['cut-after'] } });
		const now = { ...options, neverSendTo: numbersOf(`${BUDI}, ${AYU}`) };
		const outcome = await send({ options: now, retryOf, useCurrent: true });
		expect(story(outcome)).toBe('0: neverSendTo? neverSendTo onlySendTo');
	});
});
