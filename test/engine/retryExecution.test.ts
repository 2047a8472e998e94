import { arrivals, failing, phones, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const items = recipients(5);

/** Five recipients, of which the service rejects the third once. */
async function rejectedThird() {
	holder.sandbox.onSend = failing(phones(2)[0], 1);
	const failed = await sendTexts(holder.sandbox, { items });
	expect(failed.error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
	return failed;
}

describe('Retry of a failed execution', () => {
	test('sends only what was not accepted, and gives the accepted items the output they had', async () => {
		const { sandbox } = holder;
		const retryOf = await rejectedThird();
		const { items: output, error } = await sendTexts(sandbox, { items, retryOf });

		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 4));
		expect(output).toMatchObject(
			items.map(({ json }, item) => ({
				json: { success: true, recipient: json.phone, status: 200, response: 'OK' },
				pairedItem: { item },
			})),
		);
	});

	test.each([false, true])(
		'with Simplify off, an accepted item keeps the response it had (current workflow: %s)',
		async (useCurrent) => {
			const { sandbox } = holder;
			const fail = failing(phones(2)[0], 1);
			sandbox.onSend = (request, attempt) =>
				fail(request, attempt) ?? {
					status: 200,
					accepted: true,
					body: { status: 200, statusText: '', data: 'OK', id: sandbox.requests.length },
				};
			const options = { items, parameters: { simplify: false } };
			const retryOf = await sendTexts(sandbox, options);
			const { items: output } = await sendTexts(sandbox, { ...options, retryOf, useCurrent });

			expect(output.map(({ json }) => json.id)).toEqual([1, 2, 4, 5, 6]);
		},
	);

	test('with a changed text sends it to the rest, and to nobody twice', async () => {
		const { sandbox } = holder;
		const retryOf = await rejectedThird();
		sandbox.onSend = undefined;
		const parameters = { text: '={{ $json.text }}, corrected' };
		await sendTexts(sandbox, { items, parameters, retryOf, useCurrent: true });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 4));
		expect(sandbox.accepted.map(({ text }) => text)).toEqual([
			'Message 0',
			'Message 1',
			'Message 2, corrected',
			'Message 3, corrected',
			'Message 4, corrected',
		]);
	});

	test('sends to the recipient that an accepted item has now, and to no other accepted one', async () => {
		const { sandbox } = holder;
		const retryOf = await rejectedThird();
		const parameters = { phone: '={{ $itemIndex === 1 ? "6281299999999" : $json.phone }}' };
		const options = { items, parameters, retryOf, useCurrent: true };
		const { items: output } = await sendTexts(sandbox, options);

		expect(arrivals(sandbox)).toEqual([...phones(0, 1, 2), '6281299999999', ...phones(2, 3, 4)]);
		expect(output[1].json.recipient).toBe('6281299999999');
	});

	test('may be retried again, each time from where it stopped', async () => {
		const { sandbox } = holder;
		const failed = await rejectedThird();
		sandbox.onSend = failing(phones(3)[0], 1);
		const retryOf = await sendTexts(sandbox, { items, retryOf: failed });
		expect(retryOf.error?.context?.itemIndex).toBe(3);
		expect(retryOf.error?.description).toContain('Accepted: 3 of 5. Not sent: 1.');
		const { items: output, error } = await sendTexts(sandbox, { items, retryOf });

		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 3, 4));
		expect(output.map(({ json }) => json.recipient)).toEqual(phones(0, 1, 2, 3, 4));
	});

	test('is the only one that goes on: a new execution starts anew', async () => {
		const { sandbox } = holder;
		await rejectedThird();
		await sendTexts(sandbox, { items });
		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 0, 1, 2, 3, 4));
	});
});
