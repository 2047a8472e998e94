import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { fates, listOf, NO_SIGNAL, putLists, useBroadcasts, useClock } from './broadcasts';
import { withDelay, type Broadcast } from './broadcasts';
import type { Outcome } from './run';
import { asked, phone, recipients } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();
const clock = useClock();

/** So many recipients, whose number is missing where `faulty` says so. */
const people = (count: number, ...faulty: number[]): INodeExecutionData[] =>
	recipients(count).map((item, index) =>
		faulty.includes(index) ? { json: { ...item.json, phone: '' } } : item,
	);
const check = async (to: INodeExecutionData[], options: IDataObject = {}, more: Broadcast = {}) =>
	await send({ to, options: { checkFirst: true, ...options }, ...more });
const EMPTY = expect.stringMatching(/^Phone "" is empty/);
const faults = (count: number, of: number, nothing = 'Nothing') =>
	`${nothing} was sent: ${count} of ${of} items cannot be sent`;

/** The items that its description names. */
const linesOf = (error: Outcome['error']) =>
	(error?.description ?? '').split('<br>').filter((line) => line.startsWith('Item '));

/** What it asks the service about the key: see checkKey.test.ts. */
describe('Check All Items First', () => {
	test('sends nothing where one cannot be sent, and names each with its reason', async () => {
		const items = people(6, 2);
		items[4].json.text = 'Dear [object Object]';
		const { error } = await check(items, { concurrency: 10 });
		expect(error?.message).toBe(faults(2, 6));
		expect(linesOf(error)).toEqual([
			expect.stringMatching(/^Item 3: Phone "" is empty/),
			expect.stringMatching(`^Item 5 \\(${phone(4)}\\): Text contains an object`),
		]);
		expect(error?.description).not.toContain('n8n counts');
		expect(error?.context?.itemIndex).toBe(2);
		expect(arrivals()).toEqual([]);
	});

	test('names twenty, and counts the rest', async () => {
		const { error } = await check(people(25, ...Array(25).keys()));
		expect(error?.message).toBe(faults(25, 25));
		const lines = linesOf(error).map((line) => line.replace(/: .*/, ''));
		expect(lines).toEqual([...Array(20).keys()].map((item) => `Item ${item + 1}`));
		expect(error?.description).toContain('<br>… and 5 more');
	});

	test.each<[string, IDataObject, IDataObject, RegExp]>([
		['a switch', { checkFirst: '={{ "maybe" }}' }, {}, /Check All Items First "maybe" is/],
		['a delay', withDelay('soon'), {}, /^Item 1 \(628\d+\): Minimum of Delay .* "soon" is/],
		['a time', { sendAt: '2020-01-01T09:00' }, {}, /^Item 1 \(.+\): Send At .+ in the past/],
		['a list', { onlySendTo: listOf('none') }, {}, /Only Send To could not .*: List none was not/],
		['a file', {}, { operation: 'sendMedia', mediaSource: 'binary' }, / holds no file, /],
		['an expression', {}, { text: '={{ $("Nowhere").item }}' }, /Referenced node/],
	])('finds what is wrong with %s', async (_what, options, parameters, reason) => {
		const more = { parameters: parameters as Broadcast['parameters'] };
		const { error } = await check(people(2), options, more);
		expect(error?.message).toBe(faults(2, 2));
		expect(error?.description).toMatch(reason);
		expect(arrivals()).toEqual([]);
	});

	/** The service may reject an earlier item, so the skipped one gets its turn. */
	test.each<[string, IDataObject]>([
		['as a duplicate', { eachRecipientOnce: true }],
		['over the maximum', { maxPerExecution: 1 }],
		['outside the hours', { sendHours: { hours: { from: '={{ $json.from }}', to: '23:00' } } }],
	])('finds what is wrong with an item that would be skipped %s', async (_why, options) => {
		clock.set('2036-12-01T10:00');
		const [good, bad] = [...people(1), ...people(1)];
		Object.assign(good.json, { from: '09:00' });
		Object.assign(bad.json, { from: '22:00', text: 'Dear [object Object]' });
		const { error } = await check([good, bad], options);
		expect(error?.message).toBe(faults(1, 2));
		expect(error?.description).toMatch(/^Item 2 .*: Text contains an object/);
		const dry = await send({ to: [good, bad], options: { ...options, dryRun: true } });
		expect(fates(dry)).toBe('dry failed');
		expect(arrivals()).toEqual([]);
	});

	test('leaves out who is not to be reached by a list, whatever is wrong with the item', async () => {
		putLists(holder.sandbox, { stop: [phone(1)], team: [phone(0), phone(1)] });
		const items = people(3);
		for (const { json } of items.slice(1)) json.text = '';
		const lists = { neverSendTo: listOf('stop'), onlySendTo: listOf('team') };
		expect(story(await check(items, lists))).toBe('0: sent neverSendTo onlySendTo');
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'gives each item its own error with On Error = %s; skipped ones stay skipped',
		async (onError) => {
			const items = [...people(3, 1, 2), ...people(1)];
			const outcome = await check(items, { eachRecipientOnce: true }, { onError });
			expect(story(outcome)).toBe(': failed failed failed duplicate');
			const failed = onError === 'continueErrorOutput' ? outcome.errors : outcome.items;
			expect(failed.slice(0, 3).map(({ json }) => json.error)).toEqual([
				'Not sent, because 2 other items cannot be sent',
				EMPTY,
				EMPTY,
			]);
		},
	);

	test('does not check what an earlier attempt has sent, in Retry', async () => {
		const retryOf = await send({ faults: { 1: [NO_SIGNAL] } });
		const parameters = { phone: '={{ $itemIndex > 1 ? $json.phone : "" }}' };
		const useCurrent = true;
		const stopped = await check(people(3), {}, { parameters, retryOf, useCurrent });
		expect(stopped.error?.message).toBe(faults(1, 3, 'Nothing more'));
		expect(stopped.error?.description).toMatch(/^Item 2: Phone "" is empty/);
		const outcome = await check(people(3), {}, { retryOf: stopped, useCurrent });
		expect(story(outcome)).toBe('0 1 1 2: sent sent sent');
	});

	test('that is stopped in the middle sends nothing', async () => {
		const stop = new AbortController();
		let seen = 0;
		const variables = { seen: () => (++seen === 3 ? stop.abort() : undefined, 'Hello') };
		const parameters = { text: '={{ $vars.seen() }}' };
		await check(people(50), {}, { parameters, variables, stop: stop.signal });
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(seen).toBe(3);
		expect(arrivals()).toEqual([]);
	});
});

/** The question, and what it says of every item with the key. */
test.each([
	[{ status: 404 }, /^The API key was not accepted \(HTTP 404\)/],
	[{ status: 403 }, /^The API key was not accepted \(HTTP 403\): check it and the Base URL/],
	[{ status: 302, headers: { location: '/' } }, /^The service answered HTTP 302: it redirects/],
])('It asks the service once whether it takes the key: %j', async (fault, words) => {
	holder.sandbox.onLists = () => fault;
	const { error } = await check(people(2));
	expect(error?.message).toBe(faults(2, 2));
	const { items } = await send({ to: 2, options: { dryRun: true } });
	for (const { json } of items) expect(json.reason).toMatch(words);
	expect(asked(holder.sandbox)).toEqual(['/lists/', '/lists/']);
	expect(arrivals()).toEqual([]);
});
