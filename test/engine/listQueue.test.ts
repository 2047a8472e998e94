import { useReceiver } from './receiver';
import { failedOf, READS, useSandbox } from './sandbox';

const holder = useSandbox();
const receiver = useReceiver();
const many = (count: number) => Array.from({ length: count }, () => ({ json: {} }));
const wrong = () => ({ whatsAppSenderApi: { apiKey: 'wrong-key', baseUrl: holder.sandbox.url } });

describe.each(READS)('Many items of %s', (_operation, read) => {
	test('are requested five at a time, and come out in their order', async () => {
		let [inFlight, most] = [0, 0];
		receiver.answer = async () => {
			most = Math.max(most, ++inFlight);
			await new Promise((resolve) => setTimeout(resolve, 30));
			inFlight--;
			return [{ id: 'a' }];
		};
		const items = many(12);
		const credentials = { whatsAppSenderApi: { apiKey: 'a-key', baseUrl: receiver.url } };
		const { items: lists } = await read(holder.sandbox, {}, { items, credentials });
		expect(lists.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(most).toBe(5);
	});

	test.each([
		['no more after the first failure than are in flight', undefined, 1, 5],
		['all where On Error is Continue', 'continueRegularOutput', 50, 50],
	] as const)('are requested %s', async (_rule, onError, least, most) => {
		const options = { items: many(50), credentials: wrong(), onError };
		const outcome = await read(holder.sandbox, {}, options);
		expect(outcome.error?.context?.itemIndex).toBe(onError ? undefined : 0);
		expect(failedOf(outcome)).toHaveLength(onError ? 50 : 0);
		expect(holder.sandbox.requests.length).toBeGreaterThanOrEqual(least);
		expect(holder.sandbox.requests.length).toBeLessThanOrEqual(most);
	});

	test('are requested again by the next try of Retry On Fail', async () => {
		const { sandbox } = holder;
		sandbox.lists = [{ ...sandbox.lists[0], id: 'L1' }];
		sandbox.onLists = () =>
			sandbox.requests.length === 1 ? { status: 500, body: 'No' } : undefined;
		const { error, items } = await read(sandbox, {}, { items: many(50), retryOnFail: true });
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			many(50).map((_, item) => ({ item })),
		);
		expect(sandbox.requests.length).toBeLessThanOrEqual(55);
	});
});
