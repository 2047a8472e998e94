import { arrivals, phones, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const [AYU, BUDI] = phones(0, 1);
const once = { options: { eachRecipientOnce: true, countryCode: '62' } };
const messages = (...numbers: string[]) =>
	numbers.map((phone) => ({ json: { phone, text: 'Hello' } }));
const reasons = (items: Array<{ json: { reason?: unknown } }>) =>
	items.map(({ json }) => json.reason);

/** Loops, Retry On Fail and Retry of the execution: see ledger/people.test.ts. */
describe('Each Recipient Once', () => {
	test('sends one message however the number is written', async () => {
		const { sandbox } = holder;
		const items = messages('081200000000', `+${AYU}`, '+62 (0)812-0000-0000', BUDI, `${BUDI}.0`);
		const { items: sent } = await sendTexts(sandbox, { items, parameters: once });
		expect(arrivals(sandbox)).toEqual([AYU, BUDI]);
		expect(reasons(sent)).toEqual([undefined, 'duplicate', 'duplicate', undefined, 'duplicate']);
	});

	test.each(['TRUE', 1])('is on with %p from an expression', async (value) => {
		const { sandbox } = holder;
		const parameters = { options: { eachRecipientOnce: value } } as never;
		await sendTexts(sandbox, { items: messages(AYU, AYU), parameters });
		expect(arrivals(sandbox)).toEqual([AYU]);
	});

	test('is off unless it is set', async () => {
		await sendTexts(holder.sandbox, { items: messages(AYU, AYU) });
		expect(arrivals(holder.sandbox)).toEqual([AYU, AYU]);
	});

	test('waits for a message in flight to the same recipient', async () => {
		const { sandbox } = holder;
		let isBusy = true;
		sandbox.onSend = () => {
			const delay = 100;
			if (!isBusy) return { delay };
			isBusy = false;
			return { delay, status: 500, body: 'No signal' };
		};
		const { items } = await sendTexts(sandbox, {
			items: messages(AYU, AYU, AYU),
			parameters: { options: { eachRecipientOnce: true, concurrency: 3 } },
			onError: 'continueRegularOutput',
		});
		expect(arrivals(sandbox)).toEqual([AYU, AYU]);
		expect(items[0].json.error).toContain('No signal');
		expect(items[1].json.success).toBe(true);
		expect(items[2].json.reason).toBe('duplicate');
	});

	test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
		'counts a message that may have been sent, and only a retry tries it again (On Error: %s)',
		async (onError) => {
			const { sandbox } = holder;
			sandbox.onSend = (_request, attempt) => (attempt === 1 ? 'cut-after' : undefined);
			const options = { items: messages(AYU, AYU), parameters: once, onError };
			const first = await sendTexts(sandbox, options);
			expect(arrivals(sandbox)).toEqual([AYU]);
			if (onError === 'continueRegularOutput') {
				expect(first.items[0].json.error).toContain('may already have been sent');
				expect(first.items[1].json.reason).toBe('duplicate');
				return;
			}
			const { items } = await sendTexts(sandbox, { ...options, retryOf: first });
			expect(arrivals(sandbox)).toEqual([AYU, AYU]);
			expect(items[0].json.warning).toContain('may already have been sent');
			expect(items[1].json.reason).toBe('duplicate');
		},
	);

	test.each(['turns', 'routing'] as const)('holds in all rounds of a loop (%s)', async (runsBy) => {
		const { sandbox } = holder;
		const batches = Array(3).fill(recipients(1));
		await sendTexts(sandbox, { batches, parameters: once, runsBy });
		expect(arrivals(sandbox)).toEqual([AYU]);
	});

	test('takes 14 bytes a recipient in the stored execution', async () => {
		const { run } = await sendTexts(holder.sandbox, {
			items: recipients(100),
			parameters: { options: { eachRecipientOnce: true, concurrency: 50 } },
		});
		const stored = run.data.executionData?.contextData['node:Sender'] as { reached: string };
		expect(stored.reached.length).toBe(100 * 14 - 1);
	});

	test('counts a phone number and a contact as one recipient', async () => {
		const items = [
			{ json: { to: 'phone', phone: `+${AYU}` } },
			{ json: { to: 'contact', phone: AYU, is_group: false } },
		];
		const parameters = {
			...once,
			recipientType: '={{ $json.to }}',
			groupId: 'none',
			text: 'Hello',
		};
		await sendTexts(holder.sandbox, { items, parameters });
		expect(arrivals(holder.sandbox)).toEqual([AYU]);
	});
});
