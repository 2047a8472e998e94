import { useReceiver } from './receiver';
import { failedOf, getContacts, getLists, useSandbox } from './sandbox';

const holder = useSandbox();
const receiver = useReceiver();
const many = (count: number) => Array.from({ length: count }, () => ({ json: {} }));
const wrong = () => ({ whatsAppSenderApi: { apiKey: 'wrong-key', baseUrl: holder.sandbox.url } });

describe.each([
	['Get Lists', getLists],
	[
		'Get List Contacts',
		async (...[sandbox, parameters, options]: Parameters<typeof getLists>) =>
			await getContacts(sandbox, 'L1', { ...parameters, limit: 1 }, options),
	],
])('Many items of %s', (_operation, read) => {
	test('are requested five at a time, and come out in their order', async () => {
		let inFlight = 0;
		let most = 0;
		receiver.answer = async () => {
			most = Math.max(most, ++inFlight);
			await new Promise((resolve) => setTimeout(resolve, 30));
			inFlight--;
			return [{ id: 'a' }];
		};
		const items = many(12);
		const credentials = { whatsAppSenderApi: { apiKey: 'a-key', baseUrl: receiver.url } };
		const { items: lists } = await read(holder.sandbox, {}, { items, credentials });
		const linked = lists.map(({ pairedItem }) => pairedItem);
		expect(linked).toEqual(items.map((_, item) => ({ item })));
		expect(most).toBe(5);
	});

	test('are requested no more after the first failure than are in flight', async () => {
		const options = { items: many(1000), credentials: wrong() };
		const { error } = await read(holder.sandbox, {}, options);
		expect(error?.context?.itemIndex).toBe(0);
		expect(holder.sandbox.requests.length).toBeLessThanOrEqual(5);
	});

	test('are all requested where On Error is Continue', async () => {
		const onError = 'continueRegularOutput';
		const outcome = await read(
			holder.sandbox,
			{},
			{ items: many(50), credentials: wrong(), onError },
		);
		expect(failedOf(outcome)).toHaveLength(50);
		expect(holder.sandbox.requests).toHaveLength(50);
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
