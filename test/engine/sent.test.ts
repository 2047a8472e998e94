import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RecordedRequest } from '../../sandbox';
import { listOf, withDelay } from './broadcasts';
import { PHONE, sendTexts, useMessage } from './sandbox';

const { holder, sendOne } = useMessage();

/** A request with its every byte. */
const onTheWire = ({ method, path, query, headers, rawBody }: RecordedRequest) => [
	method,
	path,
	query,
	headers,
	rawBody?.toString('latin1'),
];

/** What arrives, and the output, of a text to the phone. */
const toPhone = { phone: PHONE, text: 'Hello' };
const toWhom = { recipient: PHONE, recipientType: 'phone' };
const row = { success: true, ...toWhom, status: 200, response: 'OK' };
const group = { recipientType: 'group', groupId: ' 120@g.us ' };
const toGroup = { group_id: '120@g.us', phone: undefined };
const media = { operation: 'sendMedia', mediaUrl: ' https://example.com/a.pdf ' };
const media_url = 'https://example.com/a.pdf';
const buttons = [{ id: 'a', nested: { deep: [1, null] } }, 'plain', 3];
const interactive = { isInteractive: true, footer: 'Bye', buttons: '={{ $json.b }}' };

describe('The node sends a message, the same byte for byte where n8n runs the routing,', () => {
	/** The parameters, what they change in the body, and the input item. Others: see the saved workflows. */
	test.each<[INodeParameters, IDataObject?, IDataObject?]>([
		[{}],
		[{ phone: '={{ $json.n }}', text: '={{ $json.n }}' }, { text: PHONE }, { n: Number(PHONE) }],
		[group, toGroup],
		[{ ...group, groupId: listOf('={{ $json.g }}') }, toGroup, { g: '120@g.us' }],
		[interactive, { isInteractive: true, footer: 'Bye', buttons }, { b: buttons }],
		[{ isInteractive: '={{ "TRUE" }}', footer: '', buttons: '={{ [] }}' }, { isInteractive: true }],
		[{ isInteractive: '={{ "" }}', footer: 'Bye', buttons: '[1]' }],
		[{ options: { sendAt: '2036-12-01T09:00:00' } }, { send_at: '2111709600' }],
		[{ options: { sendAt: '' } }],
		[
			{ ...media, ...group, isInteractive: true },
			{ ...toGroup, media_url, isInteractive: true },
		],
		[{ options: withDelay(3600), requestOptions: { timeout: 20_000 } }],
	])('with %j', async (parameters, difference = {}, json = {}) => {
		await sendOne({ parameters, json }, { runsBy: 'routing' });
		const byRouting = holder.sandbox.requests.map(onTheWire);
		const { error, items } = await sendOne({ parameters, json });
		expect(error).toBeUndefined();
		expect(holder.sandbox.requests.map(onTheWire)).toEqual(byRouting);
		const body: IDataObject = { ...toPhone, ...difference };
		const [request, ...others] = holder.sandbox.requests;
		expect(request).toMatchObject({ valid: true, accepted: true });
		expect(request.body).toEqual({ ...body, api_key: holder.sandbox.apiKey });
		expect(others).toEqual([]);
		const output = {
			...row,
			...(body.group_id && { recipient: body.group_id, recipientType: 'group' }),
			...(body.send_at && { scheduledFor: '2036-12-01T02:00:00.000Z' }),
		};
		expect(items).toEqual([{ json: output, pairedItem: { item: 0 } }]);
	});
});

test.each([
	['sendText', undefined],
	['sendText', 'continueRegularOutput'],
	['sendAndWait', undefined],
] as const)('Only a tool may run the routing of %s (On Error: %s)', async (operation, onError) => {
	const parameters = { operation, phone: PHONE, message: 'Hello' };
	const options = { runsBy: 'routing', parameters, onError, asTool: false } as const;
	const { error, items } = await sendTexts(holder.sandbox, options);
	const errors = onError ? items.map(({ json }) => json.error) : Array(3).fill(error?.message);
	expect(errors).toEqual(
		Array(3).fill(
			"n8n's experimental engine cannot send messages one at a time, so nothing was sent: turn it off",
		),
	);
	expect(holder.sandbox.requests).toEqual([]);
});
