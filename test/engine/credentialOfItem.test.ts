import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { AYU, BUDI, CITRA, numbersOf, putLists, resultsOf } from './broadcasts';
import { contact, postContacts, useReceiver } from './receiver';
import { failedOf, listById, READS, sendTexts, useSandbox, type SendOptions } from './sandbox';

/** Two accounts. A credential with expressions takes the item's. */
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
const onError = 'continueRegularOutput';
const UNKNOWN = 'key-of-nobody';
const NO_SUCH_NODE =
	'credential reads No such node, which does not exist: correct its name in the expression';

const itemOf = ({ sandbox }: typeof first, fields: IDataObject, key = sandbox.apiKey) => ({
	json: { ...fields, key, url: sandbox.url, text: 'Hello' },
});
const sendAll = async (items: INodeExecutionData[], options = {}, more: SendOptions = {}) =>
	await sendTexts(first.sandbox, { items, credentials, onError, parameters: { options }, ...more });

/** Everything that arrived at an account: its recipient or path, and the key. */
const arrivalsAt = ({ sandbox }: typeof first) =>
	sandbox.requests.map(({ body, path, headers }) => {
		const { phone, api_key } = (body ?? {}) as IDataObject;
		return [phone ?? path, api_key ?? headers['api-key']];
	});

/** The routing does the same: sent.test.ts. */
describe('With one credential per item', () => {
	test('each message is signed with its own key and sent to its own host', async () => {
		const unknown = itemOf(second, { phone: CITRA }, UNKNOWN);
		await sendAll([itemOf(first, { phone: AYU }), itemOf(second, { phone: BUDI }), unknown]);
		expect(arrivalsAt(first)).toEqual([[AYU, 'key-of-the-first']]);
		expect(arrivalsAt(second)).toEqual([
			[BUDI, 'key-of-the-second'],
			[CITRA, UNKNOWN],
		]);
	});

	test("each number is read in its credential's country, unless Country Code is set", async () => {
		const items = [
			itemOf(first, { phone: '0812-0000-1001', code: 62 }),
			itemOf(first, { phone: '(415) 555-2671', code: ' +1' }),
			itemOf(first, { phone: '0171 1234567', code: 'de' }),
			itemOf(first, { phone: '0171 1234567', code: 'XX' }),
		];
		const numbers = [BUDI, '14155552671', '491711234567'];
		const outcome = await sendAll(items);
		expect(arrivalsAt(first).map(([phone]) => phone)).toEqual(numbers);
		expect(outcome.items[3].json.error).toMatch(/credential "XX" is not a country:/);
		const { items: sent } = await sendAll(items.slice(3), { countryCode: '49' });
		expect(sent[0].json.recipient).toBe('491711234567');
		const onlySendTo = numbersOf('0812-0000-1001; (415) 555-2671');
		const listed = await sendAll(items.slice(0, 3), { onlySendTo });
		expect(resultsOf(listed)).toBe('sent sent onlySendTo');
	});

	test('each schedule uses the unit of its credential', async () => {
		const items = ['seconds', 'milliseconds', 'weeks', undefined, ''].map((unit) =>
			itemOf(first, { phone: AYU, unit }),
		);
		const outcome = await sendAll(items, { sendAt: '2036-12-01T09:00:00' });
		const timestamps = first.sandbox.requests.map(({ body }) => (body as IDataObject).send_at);
		expect(timestamps).toEqual(['2111709600', '2111709600000']);
		const scheduledFor = '2036-12-01T02:00:00.000Z';
		const error = expect.stringContaining('is not supported: use seconds or milliseconds');
		expect(outcome.items.map(({ json }) => json)).toMatchObject([
			...[{ scheduledFor }, { scheduledFor }],
			...[{ error }, { error }, { error }],
		]);
		// No message without a schedule needs the unit.
		expect(resultsOf(await sendAll(items.slice(2)))).toBe('sent sent sent');
	});

	test('each account has its own stop list, which is read once', async () => {
		putLists(first.sandbox, { L1: [AYU] });
		putLists(second.sandbox, { L1: [BUDI] });
		const items = [first, second].flatMap((account) =>
			[AYU, BUDI, CITRA].map((phone) => itemOf(account, { phone })),
		);
		await sendAll(items, { neverSendTo: listById('L1') });
		const arrived = [first, second].map((account) => arrivalsAt(account).map(([to]) => to));
		expect(arrived).toEqual([
			['/lists/L1', BUDI, CITRA],
			['/api/v1/lists/L1', AYU, CITRA],
		]);
	});

	test.each(READS)('%s uses its own key', async (_operation, read, path) => {
		for (const { sandbox } of [first, second]) putLists(sandbox, { L1: [AYU] });
		const items = [itemOf(first, {}), itemOf(second, {}), itemOf(second, {}, UNKNOWN)];
		const outcome = await read(first.sandbox, {}, { items, credentials, onError });
		expect(arrivalsAt(first)).toEqual([[path, 'key-of-the-first']]);
		expect(arrivalsAt(second)).toEqual([
			[`/api/v1${path}`, 'key-of-the-second'],
			[`/api/v1${path}`, UNKNOWN],
		]);
		expect(outcome.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		expect(failedOf(outcome)).toMatchObject([{ pairedItem: { item: 2 } }]);
	});

	test('only the item whose expression fails is not sent, and its error names the credential', async () => {
		const apiKey = '={{ $itemIndex === 1 ? $("No such node").item : $json.key }}';
		const items = [AYU, BUDI, CITRA].map((phone) => itemOf(first, { phone }));
		const failing = { whatsAppSenderApi: { ...whatsAppSenderApi, apiKey } };
		const outcome = await sendAll(items, {}, { credentials: failing });
		expect(resultsOf(outcome)).toBe('sent invalid sent');
		expect(outcome.items[1].json.error).toBe(`The WhatsApp Sender API ${NO_SUCH_NODE}`);
	});
});

test('Each item uses its own token of the receiver, which is redacted', async () => {
	receiver.respond = (_response, { headers }) => ({ got: headers.authorization });
	const tokens = ['first-token', '', 'second-token', undefined];
	const items = tokens.map((token) => ({ json: { ...contact('Ayu').json, token } }));
	const token = '={{ $itemIndex < 3 ? $json.token : $("No such node").item }}';
	const whatsAppSenderWebhookApi = { authentication: 'bearerAuth', token };
	const options = { items, credentials: { whatsAppSenderWebhookApi }, onError } as const;
	const outcome = await postContacts(receiver, { receiverAuthentication: 'credential' }, options);
	const received = receiver.received.map(({ headers }) => headers.authorization);
	expect(received).toEqual(['Bearer first-token', 'Bearer second-token']);
	const got = '•••';
	expect(outcome.items.map(({ json }) => json)).toEqual([
		{ got },
		{ error: expect.stringMatching(/^Token .* is empty$/) },
		{ got },
		{ error: `The WhatsApp Sender Webhook API ${NO_SUCH_NODE}` },
	]);
});
