import type { INodeExecutionData, IDataObject } from 'n8n-workflow';
import type { RunOptions } from './run';
import { failedOf, getContacts, getLists, phone, sendTexts, useSandbox } from './sandbox';

/** Two accounts; a credential with expressions takes the item's. */
const first = useSandbox({ apiKey: 'key-of-the-first' });
const second = useSandbox({ apiKey: 'key-of-the-second', basePath: '/api/v1' });
const credentials = {
	whatsAppSenderApi: { apiKey: '={{ $json.key }}', baseUrl: '={{ $json.url }}' },
};
const UNKNOWN = 'key-of-nobody';
const [AYU, BUDI, CITRA] = [0, 1, 2].map(phone);

const item = ({ sandbox }: typeof first, fields: IDataObject, key = sandbox.apiKey) => ({
	json: { ...fields, key, url: sandbox.url, text: 'Hello' },
});

/** Everything that arrived at an account: of whom or what, and with which key. */
const signed = ({ sandbox }: typeof first) =>
	sandbox.requests.map(({ body, path, headers }) => {
		const { phone: to, api_key } = (body ?? {}) as IDataObject;
		return [to ?? path, api_key ?? headers['api-key']];
	});

/** All items in one run, or by the routing, which sends one in each. */
const inRuns = (runsBy: 'turns' | 'routing', items: INodeExecutionData[]): Partial<RunOptions> => ({
	runsBy,
	batches: runsBy === 'turns' ? [items] : items.map((each) => [each]),
	credentials,
	onError: 'continueRegularOutput',
});

describe.each(['turns', 'routing'] as const)('With a credential of the item (%s)', (runsBy) => {
	test('each message is signed with its own key and sent to its own host', async () => {
		const items = [
			item(first, { phone: AYU }),
			item(second, { phone: BUDI }),
			item(second, { phone: CITRA }, UNKNOWN),
		];
		await sendTexts(first.sandbox, inRuns(runsBy, items));
		expect(signed(first)).toEqual([[AYU, 'key-of-the-first']]);
		expect(signed(second)).toEqual([
			[BUDI, 'key-of-the-second'],
			[CITRA, UNKNOWN],
		]);
		expect([first, second].map(({ sandbox }) => sandbox.accepted.length)).toEqual([1, 1]);
	});

	test('Never Send To is the list of its own account, read once for each', async () => {
		const stop = ({ sandbox }: typeof first, contact: string) => {
			const contacts = [{ name: 'Somebody', phone: contact, is_group: false }];
			sandbox.lists = [{ id: 'unsubscribed', title: 'Unsubscribed', contacts }] as never;
		};
		stop(first, AYU);
		stop(second, BUDI);
		const items = [first, second].flatMap((account) =>
			[AYU, BUDI, CITRA].map((to) => item(account, { phone: to })),
		);
		const neverSendTo = { __rl: true, mode: 'id', value: 'unsubscribed' };
		const parameters = { options: { neverSendTo } };
		await sendTexts(first.sandbox, { ...inRuns(runsBy, items), parameters });
		const ofAccount = (path: string, apiKey: string, ...people: string[]) =>
			[path, ...people].map((to) => [to, apiKey]);
		expect(signed(first).sort()).toEqual(
			ofAccount('/lists/unsubscribed', 'key-of-the-first', BUDI, CITRA),
		);
		expect(signed(second).sort()).toEqual(
			ofAccount('/api/v1/lists/unsubscribed', 'key-of-the-second', AYU, CITRA),
		);
	});
});

test.each([
	['Get Lists', getLists, '/lists/'],
	[
		'Get List Contacts',
		async (...[sandbox, , options]: Parameters<typeof getLists>) =>
			await getContacts(sandbox, 'L1', { limit: 1 }, options),
		'/lists/L1',
	],
])('%s reads each account with the key of the item', async (_operation, read, path) => {
	for (const { sandbox } of [first, second]) {
		sandbox.lists = [{ ...sandbox.lists[0], id: 'L1' }];
	}
	const items = [item(first, {}), item(second, {}), item(second, {}, UNKNOWN)];
	const onError = 'continueRegularOutput';
	const outcome = await read(first.sandbox, {}, { items, credentials, onError });
	expect(signed(first)).toEqual([[path, 'key-of-the-first']]);
	expect(signed(second).sort()).toEqual([
		[`/api/v1${path}`, UNKNOWN],
		[`/api/v1${path}`, 'key-of-the-second'],
	]);
	expect(outcome.items.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, index) => ({ item: index })),
	);
	expect(failedOf(outcome)).toMatchObject([{ pairedItem: { item: 2 } }]);
});

describe('With a credential of the item', () => {
	const onError = 'continueRegularOutput';

	test('the own key of each item is hidden where the service repeats it', async () => {
		for (const { sandbox } of [first, second]) {
			const fault = { status: 500, body: `Not a key: ${sandbox.apiKey}` };
			sandbox.onSend = () => fault;
			sandbox.onLists = () => fault;
		}
		const items = [item(first, { phone: AYU }), item(second, { phone: BUDI })];
		const given = { items, credentials, onError } as const;
		const sent = await sendTexts(first.sandbox, given);
		const lists = await getLists(first.sandbox, {}, given);
		const errors = [...sent.items, ...lists.items].map(({ json }) => json.error);
		const asked = [first, second].map(({ sandbox }) => sandbox.requests.length);
		expect(asked).toEqual([2, 2]);
		expect(errors).toEqual(Array(4).fill(expect.stringMatching(/Not a key: •••$/)));
	});

	test('an expression in it that fails is the failure of its item', async () => {
		const apiKey = '={{ $itemIndex === 1 ? $("No such node").item : $json.key }}';
		const failing = { whatsAppSenderApi: { ...credentials.whatsAppSenderApi, apiKey } };
		const items = [AYU, BUDI, CITRA].map((to) => item(first, { phone: to }));
		const { items: output } = await sendTexts(first.sandbox, {
			items,
			credentials: failing,
			onError,
		});
		expect(signed(first).map(([to]) => to)).toEqual([AYU, CITRA]);
		expect(output.map(({ json }) => json.error)).toEqual([
			undefined,
			expect.stringMatching(/^Referenced node doesn't exist/),
			undefined,
		]);
	});
});
