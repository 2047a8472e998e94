import { parse, stringify } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';
import { storedData } from './execution';
import { useReceiver } from './receiver';
import { recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const receiver = useReceiver();

describe('What the node leaves in the stored execution', () => {
	test('is next to nothing after a success', async () => {
		const { run } = await sendTexts(holder.sandbox, { items: recipients(500) });
		const { contextData } = run.data.executionData!;
		expect(JSON.stringify(contextData).length).toBeLessThan(200);
	});

	test('is next to nothing where On Error is Continue and the first item failed in every try', async () => {
		const { sandbox } = holder;
		const items = recipients(200);
		sandbox.onSend = ({ body }) =>
			(body as { phone: unknown }).phone === items[0].json.phone
				? { status: 500, body: 'No signal' }
				: undefined;
		const options = { items, retryOnFail: true, onError: 'continueRegularOutput' } as const;
		const { run, error } = await sendTexts(sandbox, options);
		expect(error).toBeUndefined();
		expect(sandbox.accepted).toHaveLength(199);
		expect(JSON.stringify(run.data.executionData!.contextData).length).toBeLessThan(200);
	});

	test.each([true, false])(
		'is under 1 MB after a failure of 5,000 items (Simplify: %s)',
		async (simplify) => {
			const many = recipients(5000);
			const last = String(many.at(-1)!.json.phone);
			receiver.answer = (reply, { body }) =>
				body.includes(last) ? reply.code(500).send('No signal') : 'OK';
			const { run, error } = await sendTexts(holder.sandbox, {
				items: many,
				parameters: { simplify, options: { concurrency: 50 } },
				credentials: { whatsAppSenderApi: { apiKey: 'a-key', baseUrl: receiver.url } },
			});
			expect(error?.description).toContain('Accepted: 4999 of 5000.');

			const stored = storedData(run);
			const withoutMemory = parse(stored) as IRunExecutionData;
			expect(Object.keys(withoutMemory.executionData!.contextData)).toEqual(['node:Sender']);
			withoutMemory.executionData!.contextData = {};
			expect(stored.length - stringify(withoutMemory).length).toBeLessThan(1_000_000);
		},
		120_000,
	);
});
