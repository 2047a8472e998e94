import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { until } from '../../rig/until';
import { callAsTool } from './agentTool';
import { AYU, BUDI, CITRA, DEWI, resultsOf, hintsOf, messages, NO_SIGNAL } from './broadcasts';
import { useBroadcasts, type Broadcast } from './broadcasts';
import { useMarks } from './deduplication';

const { holder, send, story, arrivals } = useBroadcasts();
const marks = useMarks();
const offer = (options: object = {}) => ({ options: { campaign: 'Offer', ...options } });
const onError = 'continueRegularOutput';
const away = { whatsAppSenderApi: { apiKey: 'a-key', baseUrl: 'http://127.0.0.1:1' } };

/** Where n8n is killed, and in its real database: see campaignKills.test.ts and test/crash. */
describe('Campaign', () => {
	test('sends to each person once, over executions, loops and writings of the number', async () => {
		const first = await send({ to: messages(AYU, `+${BUDI}`), ...offer() });
		expect(story(first)).toBe('0 1: sent sent');
		const batches = [messages(AYU, '0812-0000-1001', CITRA), messages(CITRA)];
		const { calls } = marks;
		expect(resultsOf(await send({ to: messages(AYU, BUDI), ...offer() }))).toBe(
			'campaign campaign',
		);
		// It counts the marks, and looks for nobody that this process has sent to.
		expect(marks.calls - calls).toBe(1);
		const second = await send({ batches, ...offer({ countryCode: '62' }) });
		expect(story(second)).toBe('0 1 2: campaign campaign sent campaign');
		const row = { success: false, skipped: true, reason: 'campaign' };
		expect(second.items[0].json).toEqual({ ...row, recipient: CITRA, recipientType: 'phone' });
		expect(marks.stored).toHaveLength(3);
		for (const mark of marks.stored) expect(mark).toMatch(/^.{22}==$/);
	});

	test('is read for each item: one update an order, however often the shop reports it', async () => {
		const order = (id: number, phone: string): INodeExecutionData => ({
			json: { id, phone, text: 'On its way' } as IDataObject,
		});
		const to = [order(1, AYU), order(2, AYU), order(1, AYU), order(1, BUDI)];
		const options = { campaign: '={{ $json.id }}' };
		expect(story(await send({ to, options }))).toBe('0 0 1: sent sent campaign sent');
	});

	test('lets executions at the same moment send one message between them', async () => {
		holder.sandbox.latency = 50;
		const outcomes = await Promise.all(
			[1, 2, 3].map(async () => await send({ to: 4, ...offer() })),
		);
		expect(arrivals().sort()).toEqual([0, 1, 2, 3]);
		const all = outcomes.flatMap((outcome) => resultsOf(outcome).split(' '));
		expect(all.filter((fate) => fate === 'campaign')).toHaveLength(8);
	});

	test.each<[string, Broadcast, string]>([
		['was rejected', { faults: { 1: [NO_SIGNAL] } }, 'campaign sent campaign'],
		['did not go out', { credentials: away }, 'sent sent sent'],
	])('sends again to a person whose message %s', async (_what, broadcast, expected) => {
		await send({ ...offer(), onError, ...broadcast });
		expect(resultsOf(await send(offer()))).toBe(expected);
	});

	test('never sends an unconfirmed message again, not by Retry either, and says what to check', async () => {
		const first = await send({ ...offer(), faults: { 1: ['cut-after'] } });
		expect(first.error?.description).toMatch(/and not this message: it belongs to a campaign\.$/);
		const retried = await send({ ...offer(), retryOf: first });
		expect(story(retried)).toBe('0 1 2: sent unconfirmed sent');
		const { json } = retried.items[1];
		expect(json).toMatchObject({ success: false, skipped: true, reason: 'unconfirmed' });
		expect(json.warning).toMatch(/Check in WhatsApp/);
		// Under another name, a person can still send it.
		expect(resultsOf(await send({ to: messages(BUDI), ...offer({ campaign: 'B' }) }))).toBe('sent');
	});

	test('goes on over days: a maximum counts those who get the message', async () => {
		const day = async () => resultsOf(await send({ to: 4, ...offer({ maxPerExecution: 2 }) }));
		expect(await day()).toBe('sent sent maxPerExecution maxPerExecution');
		expect(await day()).toBe('campaign campaign sent sent');
	});

	test('shows in a dry run who has the message, and remembers neither that nor a test', async () => {
		await send({ to: messages(AYU), ...offer() });
		await send({ to: messages(BUDI), ...offer({ testPhone: DEWI }) });
		const before = marks.stored;
		const to = messages(AYU, BUDI, BUDI);
		const dry = await send({ to, ...offer({ dryRun: true }) });
		expect(resultsOf(dry)).toBe('campaign dry campaign');
		expect(marks.stored).toEqual(before);
		expect(resultsOf(await send({ to, ...offer() }))).toBe('campaign sent campaign');
		// In a loop, too.
		const batches = [true, true, false].map((dry) => [
			{ json: { ...messages(CITRA)[0].json, dry } },
		]);
		const dryRun = '={{ $json.dry }}';
		expect(resultsOf(await send({ batches, ...offer({ dryRun }) }))).toBe('dry campaign sent');
	});

	test.each([1, 2])('writes a mark again that is lost to another process, for %i', async (to) => {
		marks.afterCall = (call) => call === 1 && marks.forget();
		await send({ to, ...offer() });
		expect(marks.stored).toHaveLength(to);
	});

	test('forgets a person whose message the stop button prevents at the last moment', async () => {
		const stop = new AbortController();
		marks.afterCall = (call) => call === 1 && stop.abort();
		await send({ to: 1, ...offer(), stop: stop.signal });
		await until(() => marks.calls > 2);
		expect(arrivals()).toEqual([]);
		expect(resultsOf(await send({ to: 1, ...offer() }))).toBe('sent');
	});

	test('asks n8n again where the marks are no longer those that the process remembers', async () => {
		await send({ to: 2, ...offer() });
		marks.rows['workflow/2'].push('of another process');
		const dry = await send({ to: 3, ...offer({ dryRun: true }) });
		expect(resultsOf(dry)).toBe('campaign campaign dry');
		marks.forget();
		expect(resultsOf(await send({ to: 2, ...offer() }))).toBe('sent sent');
	});

	test('sends where n8n cannot count the marks', async () => {
		marks.failing = [0];
		expect(resultsOf(await send({ to: 1, ...offer() }))).toBe('sent');
		expect(resultsOf(await send({ to: 1, ...offer() }))).toBe('campaign');
	});

	test('hints at a copy of the node where its marks make it slow', async () => {
		marks.fill(50_001);
		const hints = hintsOf(await send({ to: 1, ...offer() }))!.map(({ message }) => message);
		expect(hints).toEqual([expect.stringMatching(/^This node has sent 50002 campaign messages/)]);
	});
});

describe('Campaign refuses the item, and nothing is sent,', () => {
	test.each([
		['an empty name', { campaign: ' ' }, 'Campaign is empty'],
		['an object', { campaign: '={{ {} }}' }, 'Campaign is an object'],
		['braces', { campaign: 'Order {{ $json.id }}' }, 'Campaign is not an expression'],
		['an object in it', { campaign: '=Order {{ ({}) }}' }, 'Campaign contains an object'],
		['no result', { campaign: '={{ $json.none }}' }, 'Campaign: the expression has no result'],
	])('for %s', async (_what, options, words) => {
		const { error } = await send({ options });
		expect(error?.message.slice(0, words.length)).toBe(words);
		expect(arrivals()).toEqual([]);
	});

	test('where n8n cannot keep it: its database fails, or the workflow is not saved', async () => {
		marks.failing = [0, 1];
		for (const isUnsaved of [false, true]) {
			const { error } = await send({ ...offer(), isUnsaved });
			expect(error?.message).toMatch(/^n8n cannot remember the campaign "Offer" here, so nothing/);
		}
		expect(arrivals()).toEqual([]);
		// The next message asks again.
		expect(resultsOf(await send(offer()))).toBe('sent sent sent');
	});

	test('in a tool that the routing runs, and for an expression in any tool', async () => {
		const call = { phone: AYU, text: 'Hello' };
		const tool = async (campaign: string) =>
			(await callAsTool(holder.sandbox, [call], { parameters: offer({ campaign }) }))[0];
		expect(await tool('Offer')).toContain('use AI Agent version 3');
		expect(await tool('={{ "Offer" }}')).toContain('which an AI agent could set');
		expect(arrivals()).toEqual([]);
	});
});

/** n8n counts the marks of a run first. A message then takes two calls, the claim and another one. */
test.each([
	['the mark that goes', {}],
	['the marks of a rejection', { 0: [NO_SIGNAL] }],
])('A failure of n8n at %s loses nobody', async (_what, faults) => {
	marks.failing = [2];
	const first = await send({ to: 1, ...offer(), faults, onError });
	expect(hintsOf(first)![0].message).toMatch(/^n8n could not record the campaign "Offer"/);
	expect(resultsOf(await send({ to: 1, ...offer() }))).toBe('unconfirmed');
	expect(arrivals()).toEqual([0]);
});
