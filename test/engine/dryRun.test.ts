import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { AYU, BUDI, CITRA, DEWI, fates, hintsOf, listOf, messages, withDelay } from './broadcasts';
import { NO_SIGNAL, putLists, useBroadcasts, useClock, type Broadcast } from './broadcasts';

const { holder, send, arrivals, story } = useBroadcasts();
const clock = useClock();
const dry = (options: object = {}) => ({ options: { dryRun: true, ...options } });
const row = { dryRun: true, recipientType: 'phone' };
const sent = (recipient: string, more: IDataObject = {}) => ({
	...{ ...row, wouldSend: true, recipient, reason: '' },
	body: { phone: recipient, text: 'Hello', ...more },
});
const skipped = (recipient: string, reason: unknown) => ({
	...{ ...row, wouldSend: false, recipient, reason, body: {} },
});
const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

describe('Dry Run', () => {
	test('says of each item what would be sent, and sends nothing', async () => {
		putLists(holder.sandbox, { team: [AYU, BUDI, DEWI] });
		const onlySendTo = { ...listOf('team'), mode: 'list', cachedResultName: 'Team (3)' };
		const options = { onlySendTo, eachRecipientOnce: true, ...withDelay(60), checkFirst: true };
		const to = messages(AYU, 'nobody', BUDI, AYU, CITRA, DEWI);
		to[5].json.text = '';
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const outcome = await send({ to, ...dry(options), onError });
			const noPhone = expect.stringMatching('^Phone "nobody" is not a phone number');
			expect(outcome.items).toEqual(
				[
					sent(AYU),
					{ ...skipped('', noPhone), recipientType: '' },
					sent(BUDI),
					skipped(AYU, 'duplicate'),
					skipped(CITRA, 'onlySendTo'),
					skipped(DEWI, 'Text is empty: enter a message, or check the expression'),
				].map((json, item) => ({ json, pairedItem: { item } })),
			);
			expect(outcome.errors).toEqual([]);
			const keys = outcome.items.map(({ json }) => Object.keys(json).join());
			expect(new Set(keys).size).toBe(1);
			const message =
				'2 of 6 would be sent: 1 twice, 1 not on the list Team, 2 cannot be sent. With these delays about 60 s.';
			expect(hintsOf(outcome)).toEqual([{ message, location: 'outputPane' }]);
		}
		expect(holder.sandbox.requests.map(({ method }) => method)).toEqual(Array(4).fill('GET'));
	});

	test('says what a real run then does', async () => {
		putLists(holder.sandbox, { stop: [DEWI] });
		clock.set('2036-12-01T10:00');
		const options = {
			...{ countryCode: '62', eachRecipientOnce: true, maxPerExecution: 2 },
			...{ neverSendTo: listOf('stop'), sendAt: '={{ $json.sendAt }}' },
			sendHours: { hours: { from: '09:00', to: '20:00' } },
			...withDelay('={{ $json.delay ?? 0 }}'),
		};
		const to = messages('0812-0000-0000', 'nobody', AYU, BUDI, DEWI, BUDI, BUDI, CITRA);
		Object.assign(to[3].json, { sendAt: '2036-12-01T20:00' });
		Object.assign(to[5].json, { delay: 'long' });
		for (const { json } of to) json.sendAt ??= '2036-12-01T12:00';
		const parameters = { isInteractive: true, footer: 'Bye', buttons: '[1]' };
		const planned = await send({ to, ...dry(options), parameters });
		const skips = 'failed duplicate sendHours neverSendTo failed';
		expect(story(planned)).toBe(`: dry ${skips} dry maxPerExecution`);
		const done = await send({ to, options, parameters, onError: 'continueRegularOutput' });
		expect(story(done)).toBe(`0 1: sent ${skips} sent maxPerExecution`);
		const bodies = planned.items.flatMap(({ json }) => (json.wouldSend ? [json.body] : []));
		const arrived = holder.sandbox.requests.filter(({ method }) => method === 'POST');
		expect(arrived.map(({ body }) => body)).toEqual(
			bodies.map((body) => ({ ...(body as object), api_key: holder.sandbox.apiKey })),
		);
		const errors = jsonOf(done.items).flatMap(({ error }) => error ?? []);
		expect(jsonOf(planned.items).map(({ reason }) => reason)).toEqual(
			expect.arrayContaining(errors),
		);
	});

	const group = { recipientType: 'group', groupId: '120@g.us' };
	const toGroup = { phone: undefined, group_id: '120@g.us', isInteractive: true, buttons: [1] };
	const file = { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' };
	const media = { operation: 'sendMedia', mediaUrl: 'https://example.com/a.pdf' };
	test.each<[INodeParameters, IDataObject]>([
		[{ simplify: false }, sent(AYU)],
		[
			{ ...group, isInteractive: true, buttons: '[1]' },
			{ ...sent('120@g.us', toGroup), recipientType: 'group' },
		],
		[dry({ sendAt: '2036-12-01T09:00:00' }), sent(AYU, { send_at: '2111709600' })],
		[
			{ operation: 'sendMedia', mediaSource: 'binary' },
			sent(AYU, { file: { name: 'hello.txt', type: 'text/plain', size: 5 } }),
		],
		[media, sent(AYU, { media_url: media.mediaUrl })],
	])('shows the body of %j, without the key', async (parameters, output) => {
		const to = [{ ...messages(AYU)[0], binary: { data: file } }];
		for (const runsBy of ['turns', 'routing'] as const) {
			const { items } = await send({ to, parameters: { ...dry(), ...parameters }, runsBy });
			expect(jsonOf(items)).toEqual([output]);
		}
		expect(holder.sandbox.requests.map(({ path }) => path)).toEqual(['/lists/', '/lists/']);
	});

	test('says where recipients are, and the clock that Send Only Between goes by', async () => {
		clock.set('2036-12-01T15:06', 'America/New_York');
		const to = messages(AYU, '8123456789', BUDI, '819012345678', '14155550100');
		to.push({ json: { phone: '120@g.us', text: 'Hello', is_group: true } });
		const contact = { parameters: { recipientType: 'contact' }, timezone: 'America/New_York' };
		for (const [hours, story] of [
			[{ from: '09:00', to: '17:00' }, '6 of 6 would be sent. Recipients: '],
			[{ from: '17:00', to: '09:00', days: ['mon', 'tue'] }, '0 of 6 would be sent: 6 outside'],
		] as const) {
			const outcome = await send({
				to,
				...contact,
				options: { dryRun: true, sendHours: { hours } },
			});
			const [{ message }] = hintsOf(outcome)!;
			expect(message.slice(0, story.length)).toBe(story);
			expect(message).toContain(
				'days' in hours
					? " It is Mon 15:06 in America/New_York (the workflow's time zone); messages start from 17:00 to 09:00 on Mon, Tue."
					: " Recipients: 2 in +62, 2 in +81, 1 in +1, 1 group. It is 15:06 in America/New_York (the workflow's time zone); messages start from 09:00 to 17:00.",
			);
		}
	});

	test('is on or off for an item by an expression of any type', async () => {
		const values = [false, 0, 'false', ' FALSE ', '0', true, 1, 'TRUE', '1'];
		const options = { dryRun: `={{ ${JSON.stringify(values)}[$itemIndex] }}` };
		const outcome = await send({ to: values.length, options });
		expect(story(outcome)).toBe('0 1 2 3 4: sent sent sent sent sent dry dry dry dry');
	});

	test.each<[string, Broadcast]>([
		['a loop', {}],
		['Retry On Fail', { retryOnFail: true, onError: 'continueRegularOutput' }],
	])('counts what it would send in each iteration of %s', async (_where, more) => {
		const options = dry({ eachRecipientOnce: true, maxPerExecution: 2 });
		const batches = [messages('nobody', AYU), messages('', AYU, AYU, BUDI, CITRA), messages(CITRA)];
		expect(fates(await send({ batches, ...options, ...more }))).toBe(
			'failed dry failed dry duplicate dry maxPerExecution dry',
		);
	});

	test('of single items leaves the others to be sent, and reserves nothing for them', async () => {
		const options = { dryRun: '={{ $itemIndex < 2 }}', eachRecipientOnce: true };
		const outcome = await send({ to: messages(AYU, AYU, AYU, BUDI), options });
		expect(story(outcome)).toBe('0 1: dry duplicate sent sent');
	});

	test('of a retry shows what was sent, and what would follow', async () => {
		const to = messages(AYU, BUDI, AYU);
		const retryOf = await send({ to, faults: { 1: [NO_SIGNAL] } });
		const again = { to, ...dry({ eachRecipientOnce: true }), useCurrent: true };
		expect(fates(await send({ ...again, retryOf }))).toBe('sent dry duplicate');
		expect(arrivals()).toEqual([0, 1]);
	});
});
