import { arrivals, failedOf, failing, phones, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
/** An expression that fails for the third item. */
const failingThird = { text: '={{ $itemIndex === 2 ? $("No such node").item : $json.text }}' };
const failed = (item: number) =>
	`Message to ${phones(item)[0]} was not accepted (HTTP 500): No signal`;

describe('On Error = Stop', () => {
	test('sends nothing after the first failure, and says how far it came and what to do', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(phones(2)[0]);
		const { error, items } = await sendTexts(sandbox, { items: recipients(5) });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2));
		expect(items).toEqual([]);
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 2 } });
		expect(error?.message).toBe(failed(2));
		expect(error?.description).toMatch(
			/^Stopped at item 2 \(n8n counts from 0\)\. Accepted: 2 of 5\. Not sent: 2\. .* To send the rest, use Retry under Executions\. Running the workflow again sends to everyone again\.$/,
		);
	});

	test('lets messages in flight end and counts them', async () => {
		const { sandbox } = holder;
		const fail = failing(phones(1)[0]);
		sandbox.onSend = (request, attempt) => fail(request, attempt) ?? { delay: 200 };
		const parameters = { options: { concurrency: 3 } };
		const { error } = await sendTexts(sandbox, { items: recipients(6), parameters });

		expect(sandbox.accepted).toHaveLength(2);
		expect(arrivals(sandbox)).toHaveLength(3);
		expect(error?.description).toContain('Accepted: 2 of 6. Not sent: 3. ');
	});

	test('stops at bad input in its turn, with nothing of that item or a later one sent', async () => {
		const { sandbox } = holder;
		const items = recipients(4);
		items[1].json.phone = '0812';
		const { error } = await sendTexts(sandbox, { items });

		expect(arrivals(sandbox)).toEqual(phones(0));
		expect(error?.message).toMatch(/^Phone "0812" starts with 0: write it with the country code/);
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 1 } });
		expect(error?.description).toContain('Accepted: 1 of 4. Not sent: 2. ');
	});

	test('takes an expression that fails as the failure of its item: those before it are sent', async () => {
		const { sandbox } = holder;
		const { error } = await sendTexts(sandbox, { items: recipients(4), parameters: failingThird });
		await new Promise((resolve) => setTimeout(resolve, 50));

		expect(arrivals(sandbox)).toEqual(phones(0, 1));
		expect(error?.message).toMatch(/^Referenced node doesn't exist/);
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 2 } });
		expect(error?.description).toContain('Accepted: 2 of 4. Not sent: 1. ');
	});

	test('says nothing of other items where there is one', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(phones(0)[0]);
		const { error } = await sendTexts(sandbox, { items: recipients(1) });
		expect(error?.description).toBeTruthy();
		expect(error?.description).not.toMatch(/Stopped at|Accepted:|Retry/);
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'On Error = %s tries every item and links each failure to its item, that of an expression too',
	async (onError) => {
		const { sandbox } = holder;
		sandbox.onSend = failing(phones(1)[0]);
		const items = recipients(5);
		items[3].json.phone = 'nobody';
		const parameters = failingThird;
		const outcome = await sendTexts(sandbox, { items, parameters, onError });

		expect(outcome.error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 4));
		expect(failedOf(outcome)).toMatchObject([
			{ json: { error: failed(1) }, pairedItem: { item: 1 } },
			{
				json: { error: expect.stringMatching(/^Referenced node doesn't exist/) },
				pairedItem: { item: 2 },
			},
			{
				json: { error: expect.stringMatching(/^Phone "nobody" is not a phone number/) },
				pairedItem: { item: 3 },
			},
		]);
		expect(outcome.errors).toHaveLength(onError === 'continueErrorOutput' ? 3 : 0);
		expect(outcome.items.filter(({ json }) => json.success)).toMatchObject([
			{ pairedItem: { item: 0 } },
			{ pairedItem: { item: 4 } },
		]);
	},
);
