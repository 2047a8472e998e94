import type { INodeExecutionData, IDataObject, INodeParameters } from 'n8n-workflow';
import { AYU, BUDI, CITRA, resultsOf, listOf, numbersOf, putLists } from './broadcasts';
import { contact, postContacts, useReceiver } from './receiver';
import { failedOf, READS, sendTexts, useSandbox } from './sandbox';

/** Two accounts; a credential with expressions takes the item's. */
const first = useSandbox({ apiKey: 'key-of-the-first' });
const second = useSandbox({ apiKey: 'key-of-the-second', basePath: '/api/v1' });
const receiver = useReceiver();
const whatsAppSenderApi = {
	apiKey: '={{ $json.key }}',
	baseUrl: '={{ $json.url }}',
	countryCode: '={{ $json.code }}',
	sendAtUnit: '={{ $json.unit }}',
};
const credentials = { whatsAppSenderApi };
const UNKNOWN = 'key-of-nobody';
const NO_SUCH_NODE =
	'credential reads No such node, which does not exist: correct its name in the expression';

const item = ({ sandbox }: typeof first, fields: IDataObject, key = sandbox.apiKey) => ({
	json: { ...fields, key, url: sandbox.url, text: 'Hello' },
});

/** Everything that arrived at an account: of whom or what, and with which key. */
const signed = ({ sandbox }: typeof first) =>
	sandbox.requests.map(({ body, path, headers }) => {
		const { phone: to, api_key } = (body ?? {}) as IDataObject;
		return [to ?? path, api_key ?? headers['api-key']];
	});
const onError = 'continueRegularOutput';

/** By the routing it is the same: see sent.test.ts. */
describe('With a credential of the item', () => {
	const sendAll = async (items: INodeExecutionData[], options: INodeParameters = {}) => {
		const all = { items, credentials, onError, parameters: { options } } as const;
		return (await sendTexts(first.sandbox, all)).items.map(({ json }) => json);
	};

	test('each message is signed with its own key and sent to its own host', async () => {
		const unknown = item(second, { phone: CITRA }, UNKNOWN);
		await sendAll([item(first, { phone: AYU }), item(second, { phone: BUDI }), unknown]);
		expect(signed(first)).toEqual([[AYU, 'key-of-the-first']]);
		expect(signed(second)).toEqual([
			[BUDI, 'key-of-the-second'],
			[CITRA, UNKNOWN],
		]);
		expect([first, second].map(({ sandbox }) => sandbox.accepted.length)).toEqual([1, 1]);
	});

	test('each number is of its own country, the option of the item before the credential', async () => {
		const items = [
			item(first, { phone: '0812-0000-1001', code: 62 }),
			item(first, { phone: '(415) 555-2671', code: ' +1' }),
			item(first, { phone: '0171 1234567', code: 'de' }),
			item(first, { phone: '0171 1234567', code: 'XX' }),
		];
		const results = await sendAll(items);
		expect(signed(first).map(([to]) => to)).toEqual([BUDI, '14155552671', '491711234567']);
		expect(results[3].error).toMatch(/^Country Code of .* credential "XX" is not a country:/);
		const own = item(first, { phone: '0171 1234567', code: '62' });
		const [sent] = await sendAll([own], { countryCode: '49' });
		expect(sent.recipient).toBe('491711234567');
	});

	test('each schedule is in the unit of its own service, and refused in any other', async () => {
		const items = ['seconds', 'milliseconds', 'weeks', undefined, ''].map((unit) =>
			item(first, { phone: AYU, unit }),
		);
		const sendAt = '2036-12-01T09:00:00';
		const outcomes = await sendAll(items, { sendAt });
		const timestamps = first.sandbox.requests.map(({ body }) => (body as IDataObject).send_at);
		expect(timestamps).toEqual(['2111709600', '2111709600000']);
		const scheduledFor = '2036-12-01T02:00:00.000Z';
		expect(outcomes.slice(0, 2)).toMatchObject([{ scheduledFor }, { scheduledFor }]);
		for (const [at, value] of ['weeks', 'nothing', ''].entries()) {
			const words = `credential "${value}" is not supported: use seconds or milliseconds`;
			expect(outcomes[2 + at].error).toContain(words);
		}
		first.sandbox.reset();
		await sendAll(items.slice(2));
		expect(first.sandbox.accepted).toHaveLength(3);
	});
});

test('Never Send To is the list of the account of the item, read once for each', async () => {
	putLists(first.sandbox, { L1: [AYU] });
	putLists(second.sandbox, { L1: [BUDI] });
	const items = [first, second].flatMap((account) =>
		[AYU, BUDI, CITRA].map((to) => item(account, { phone: to })),
	);
	const parameters = { options: { neverSendTo: listOf('L1') } };
	await sendTexts(first.sandbox, { items, credentials, parameters });
	const withKey = (key: string, ...all: string[]) => all.map((each) => [each, key]);
	expect(signed(first)).toEqual(withKey('key-of-the-first', '/lists/L1', BUDI, CITRA));
	expect(signed(second)).toEqual(withKey('key-of-the-second', '/api/v1/lists/L1', AYU, CITRA));
});

test('Numbers of a stop list are of the country of the item', async () => {
	const items = ['62', '1'].map((code) => item(first, { phone: AYU, code }));
	items.splice(1, 0, item(first, { phone: '14155552671', code: '1' }));
	const options = { onlySendTo: numbersOf('0812-0000-1000; (415) 555-2671') };
	const outcome = await sendTexts(first.sandbox, { items, credentials, parameters: { options } });
	expect(resultsOf(outcome)).toBe('sent sent onlySendTo');
});

test.each(READS)('%s uses the key of the item', async (_operation, read, path) => {
	for (const { sandbox } of [first, second]) {
		sandbox.lists = [{ ...sandbox.lists[0], id: 'L1' }];
	}
	const items = [item(first, {}), item(second, {}), item(second, {}, UNKNOWN)];
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

test('An expression in the credential that fails is the failure of its item', async () => {
	const apiKey = '={{ $itemIndex === 1 ? $("No such node").item : $json.key }}';
	const items = [AYU, BUDI, CITRA].map((to) => item(first, { phone: to }));
	const failing = { whatsAppSenderApi: { ...whatsAppSenderApi, apiKey } };
	const outcome = await sendTexts(first.sandbox, { items, credentials: failing, onError });
	expect(signed(first).map(([to]) => to)).toEqual([AYU, CITRA]);
	expect(resultsOf(outcome)).toBe('sent failed sent');
	expect(outcome.items[1].json.error).toBe(`The WhatsApp Sender API ${NO_SUCH_NODE}`);
});

test('A token of a receiver is that of its item, and hidden', async () => {
	receiver.answer = (_reply, { headers }) => ({ got: headers.authorization });
	const items = ['first-token', '', 'second-token'].map((token) => ({
		json: { ...contact('Ayu', '6281234567890').json, token },
	}));
	const login = { authentication: 'bearerAuth', token: '={{ $json.token }}' };
	const options = { items, credentials: { whatsAppSenderWebhookApi: login }, onError } as const;
	const outcome = await postContacts(receiver, { receiverAuthentication: 'credential' }, options);
	const received = receiver.received.map(({ headers }) => headers.authorization);
	expect(received).toEqual(['Bearer first-token', 'Bearer second-token']);
	const error = expect.stringMatching(/^Token .* is empty$/);
	const got = '•••';
	expect(outcome.items.map(({ json }) => json)).toEqual([{ got }, { error }, { got }]);
});

test("An expression that fails in a receiver's credential is named with the credential", async () => {
	const token = '={{ $("No such node").first().json.key }}';
	const { error } = await postContacts(
		receiver,
		{ receiverAuthentication: 'credential' },
		{ credentials: { whatsAppSenderWebhookApi: { authentication: 'bearerAuth', token } } },
	);
	expect(error?.message).toBe(`The WhatsApp Sender Webhook API ${NO_SUCH_NODE}`);
	expect(receiver.received).toEqual([]);
});
