import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { asked, failedOf, NO_SIGNAL, phone, recipients, useBroadcasts } from './sandbox';
import type { SendOptions } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();

/** So many recipients, whose number is missing where `faulty` says so. */
const people = (count: number, ...faulty: number[]): INodeExecutionData[] =>
	recipients(count).map((item, index) =>
		faulty.includes(index) ? { json: { ...item.json, phone: '' } } : item,
	);
const checked = (options: IDataObject = {}) => ({ options: { checkFirst: true, ...options } });
const check = async (items: INodeExecutionData[], options: SendOptions = {}) =>
	await send(items, { parameters: checked(), ...options });
const EMPTY = expect.stringMatching(/^Phone "" is empty/);

describe('Check All Items First', () => {
	test('sends all items where all can be sent, several at once too', async () => {
		const { items } = await check(people(30), { parameters: checked({ concurrency: 10 }) });
		expect(arrivals().sort((a, b) => a - b)).toEqual([...Array(30).keys()]);
		expect(items).toHaveLength(30);
		expect(asked(holder.sandbox)).toEqual(['/lists/']);
	});

	test('sends nothing where one cannot be sent, and names each with its reason', async () => {
		const items = people(6, 2);
		items[4].json.text = 'Dear [object Object]';
		const { error } = await check(items, { parameters: checked({ concurrency: 10 }) });
		expect(error?.message).toBe('Nothing was sent: 2 of 6 items cannot be sent');
		expect(error?.description?.split('<br>')).toEqual([
			expect.stringMatching(/^Item 2: Phone "" is empty/),
			expect.stringMatching(`^Item 4 \\(${phone(4)}\\): Text contains an object`),
			'n8n counts items from 0.',
		]);
		expect(error?.context?.itemIndex).toBe(2);
		expect(arrivals()).toEqual([]);
	});

	test('names twenty, and counts the rest', async () => {
		const { error } = await check(people(25, ...Array(25).keys()));
		const lines = error?.description?.split('<br>') ?? [];
		expect(error?.message).toBe('Nothing was sent: 25 of 25 items cannot be sent');
		expect(lines.slice(0, 20)).toEqual(
			[...Array(20).keys()].map((item) => expect.stringMatching(`^Item ${item}: `)),
		);
		expect(lines.slice(20)).toEqual(['… and 5 more', 'n8n counts items from 0.']);
	});

	test('that is on for one item checks all', async () => {
		const parameters = { options: { checkFirst: '={{ $itemIndex === 2 }}' } };
		const { error } = await check(people(3, 0), { parameters });
		expect(error?.message).toBe('Nothing was sent: 1 of 3 items cannot be sent');
	});

	test.each<[string, INodeParameters, RegExp]>([
		['a switch', checked({ checkFirst: '={{ "maybe" }}' }), /Check All Items First "maybe" is/],
		['another switch', checked({ dryRun: '={{ "maybe" }}' }), /^Item 0: Dry Run "maybe" is/],
		['a delay', checked({ minDelay: 'soon' }), /^Item 0 \(628\d+\): Minimum Delay "soon" is/],
		['a time', checked({ sendAt: '2020-01-01T09:00' }), /^Item 0 \(.+\): Send At .+ in the past/],
		['buttons', { ...checked(), isInteractive: true, buttons: 'x' }, /: Buttons "x" is not/],
		['a maximum', checked({ maxPerExecution: 0 }), /Max Messages per Execution "0" is not/],
		[
			'a list',
			checked({ onlySendTo: { __rl: true, mode: 'id', value: 'none' } }),
			/Only Send To could not be checked, so nothing was sent to 628\d+: List none was not found/,
		],
		[
			'a file',
			{ ...checked(), operation: 'sendMedia', mediaSource: 'binary' },
			/^Item 0 \(.+\): This item has no file in "data"/,
		],
		['an expression', { ...checked(), text: '={{ $("Nowhere").item }}' }, /Referenced node/],
	])('finds what is wrong with %s', async (_what, parameters, reason) => {
		const { error } = await check(people(2), { parameters });
		expect(error?.message).toBe('Nothing was sent: 2 of 2 items cannot be sent');
		expect(error?.description).toMatch(reason);
		expect(arrivals()).toEqual([]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'gives each item its own error with On Error = %s; skipped ones stay skipped',
		async (onError) => {
			const items = [...people(4, 1, 3), ...people(1)];
			const parameters = checked({ eachRecipientOnce: true });
			const outcome = await check(items, { parameters, onError });
			const errors = Object.fromEntries(
				failedOf(outcome).map(({ json, pairedItem }) => [
					(pairedItem as { item: number }).item,
					json.error,
				]),
			);
			const heldBack = 'Not sent, because 2 other items cannot be sent';
			expect(errors).toEqual({
				0: heldBack,
				1: EMPTY,
				2: heldBack,
				3: EMPTY,
			});
			const others = outcome.items.filter(({ json }) => !json.error);
			expect(others).toMatchObject([{ json: { reason: 'duplicate' }, pairedItem: { item: 4 } }]);
			expect(arrivals()).toEqual([]);
		},
	);

	test('leaves items of a dry run to it', async () => {
		const parameters = checked({ dryRun: '={{ $itemIndex % 2 === 0 }}' });
		const onError = 'continueRegularOutput';
		const { items } = await check(people(4, 0, 1), { parameters, onError });
		const faulty = { error: EMPTY };
		expect(items.map(({ json }) => json)).toMatchObject([
			{ dryRun: true, ...faulty },
			faulty,
			{ dryRun: true, recipient: phone(2) },
			{ error: 'Not sent, because 1 other item cannot be sent' },
		]);
		const { error } = await check(people(4, 0), { parameters });
		expect(error).toBeUndefined();
		expect(arrivals()).toEqual([1, 3]);
	});

	test('checks each iteration of a loop, and says that earlier ones were sent', async () => {
		const batches = [people(2), people(3, 1)];
		const { error } = await send(0, { batches, parameters: checked() });
		expect(error?.message).toBe('Nothing more was sent: 1 of 3 items cannot be sent');
		expect(arrivals()).toEqual([0, 1]);
	});

	test('does not check what an earlier attempt has sent, in Retry', async () => {
		fail({ 1: [NO_SIGNAL] });
		const retryOf = await send(3);
		const broken = { ...checked(), phone: '={{ $itemIndex > 1 ? $json.phone : "" }}' };
		const stopped = await check(people(3), { parameters: broken, retryOf, useCurrent: true });
		expect(stopped.error?.message).toBe('Nothing more was sent: 1 of 3 items cannot be sent');
		expect(stopped.error?.description).toMatch(/^Item 1: Phone "" is empty/);
		const { error, items } = await check(people(3), { retryOf: stopped, useCurrent: true });
		expect([error, items.length]).toEqual([undefined, 3]);
		expect(arrivals()).toEqual([0, 1, 1, 2]);
	});

	test('that is stopped in the middle sends nothing', async () => {
		const stop = new AbortController();
		const text = '={{ $vars.seen() }}';
		let seen = 0;
		const variables = { seen: () => (++seen === 3 ? stop.abort() : undefined, 'Hello') } as never;
		const parameters = { ...checked(), text };
		await check(people(50), { parameters, variables, stop: stop.signal });
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(seen).toBe(3);
		expect(arrivals()).toEqual([]);
	});
});
