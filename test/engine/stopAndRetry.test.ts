import type { RecordedRequest } from '../../sandbox';
import { arrivals, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const phones = (...numbers: number[]) => {
	const all = recipients(20).map(({ json }) => String(json.phone));
	return numbers.map((number) => all[number]);
};
const phoneOf = ({ body }: RecordedRequest) => (body as { phone: string }).phone;
const failing = (item: number, times = Infinity) => {
	const [phone] = phones(item);
	return (request: RecordedRequest, attempt: number) =>
		phoneOf(request) === phone && attempt <= times ? { status: 500, body: 'No signal' } : undefined;
};

/** An expression that fails for the third item. */
const failingThird = { text: '={{ $itemIndex === 2 ? $("No such node").item : $json.text }}' };

describe('On Error = Stop', () => {
	test('sends nothing after the first failure and says how far it came', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(2);
		const { error, items } = await sendTexts(sandbox, { items: recipients(5) });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2));
		expect(items).toEqual([]);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.context?.itemIndex).toBe(2);
		expect(error?.message).toBe(
			`Message to ${phones(2)[0]} was not accepted (HTTP 500): No signal`,
		);
		expect(error?.description).toContain(
			'Stopped at item 2 (n8n counts from 0). Accepted: 2 of 5. Not sent: 2. ',
		);
	});

	test('lets messages in flight end and counts them', async () => {
		const { sandbox } = holder;
		sandbox.onSend = (request, attempt) => failing(1)(request, attempt) ?? { delay: 200 };
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
		expect(error?.context?.itemIndex).toBe(1);
		expect(error?.description).toContain('Accepted: 1 of 4. Not sent: 2. ');
	});

	test('takes an expression that fails as the failure of its item: those before it are sent', async () => {
		const { sandbox } = holder;
		const { error } = await sendTexts(sandbox, { items: recipients(4), parameters: failingThird });
		await new Promise((resolve) => setTimeout(resolve, 50));

		expect(arrivals(sandbox)).toEqual(phones(0, 1));
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toMatch(/^Referenced node doesn't exist/);
		expect(error?.context?.itemIndex).toBe(2);
		expect(error?.description).toContain('Accepted: 2 of 4. Not sent: 1. ');
	});

	test('says what to do next', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(2);
		const { error } = await sendTexts(sandbox, { items: recipients(5) });
		expect(error?.description).toMatch(
			/ To send the rest, use Retry under Executions\. Running the workflow again sends to everyone again\.$/,
		);
	});

	test('says nothing of other items where there is one', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(0);
		const { error } = await sendTexts(sandbox, { items: recipients(1) });
		expect(error?.description).toBeTruthy();
		expect(error?.description).not.toMatch(/Stopped at|Accepted:|Retry/);
	});
});

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'On Error = %s',
	(onError) => {
		test('tries every item and links each failure to its item', async () => {
			const { sandbox } = holder;
			sandbox.onSend = failing(1);
			const input = recipients(4);
			input[3].json.phone = 'nobody';
			const { error, items, errors } = await sendTexts(sandbox, { items: input, onError });

			const failed =
				onError === 'continueErrorOutput' ? errors : items.filter(({ json }) => json.error);
			expect(error).toBeUndefined();
			expect(arrivals(sandbox)).toEqual(phones(0, 1, 2));
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 3 }]);
			expect(failed[0].json.error).toBe(
				`Message to ${phones(1)[0]} was not accepted (HTTP 500): No signal`,
			);
			expect(failed[1].json.error).toMatch(/^Phone "nobody" is not a phone number/);
			expect(items.filter(({ json }) => json.success)).toHaveLength(2);
		});

		test('links the failure of an expression to its item too', async () => {
			const { sandbox } = holder;
			const { error, items, errors } = await sendTexts(sandbox, {
				items: recipients(4),
				parameters: failingThird,
				onError,
			});

			const failed =
				onError === 'continueErrorOutput' ? errors : items.filter(({ json }) => json.error);
			expect(error).toBeUndefined();
			expect(arrivals(sandbox)).toEqual(phones(0, 1, 3));
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
			expect(failed[0].json.error).toMatch(/^Referenced node doesn't exist/);
		});
	},
);

describe('Retry On Fail', () => {
	test('sends only what was not accepted before', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(2, 1);
		const { items } = await sendTexts(sandbox, { items: recipients(5), retryOnFail: true });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 4));
		expect(items.map(({ json }) => json.recipient)).toEqual(phones(0, 1, 2, 3, 4));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
	});

	test('does not send again what was accepted, even where its text says something new each time', async () => {
		const { sandbox } = holder;
		const third = recipients(3)[2].json.phone;
		let refused = false;
		sandbox.onSend = (request) => {
			if (phoneOf(request) !== third || refused) return undefined;
			refused = true;
			return { status: 500, body: 'No signal' };
		};
		const parameters = { text: '={{ $json.text + Math.random() }}' };
		await sendTexts(sandbox, { parameters, retryOnFail: true });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2));
	});

	test('counts what earlier tries sent, where it fails for good', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(1);
		const { error } = await sendTexts(sandbox, { items: recipients(3), retryOnFail: true });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 1, 1));
		expect(error?.description).toContain('Accepted: 1 of 3. Not sent: 1. ');
	});

	test('with On Error = Continue also sends only what was not accepted', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(0, 1);
		const options = { retryOnFail: true, onError: 'continueRegularOutput' as const };
		const { items } = await sendTexts(sandbox, { items: recipients(3), ...options });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 0));
		expect(items.every(({ json }) => json.success)).toBe(true);
	});

	test('remembers nothing once a run has succeeded', async () => {
		const { sandbox } = holder;
		await sendTexts(sandbox, { retryOnFail: true });
		await sendTexts(sandbox, { retryOnFail: true });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 0, 1, 2));
	});
});
