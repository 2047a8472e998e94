import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RecordedRequest } from '../../sandbox';
import { withDelay } from './broadcasts';
import { listById, PHONE, sendTexts, useSandbox, type SendOptions } from './sandbox';

const holder = useSandbox({ rawBodies: true });

/** All bytes of a request. */
const onTheWire = ({ method, url, headers, rawBody }: RecordedRequest) => [
	...[method, url, headers, rawBody?.toString('latin1')],
];

const phoneBody = { phone: PHONE, text: 'Hello' };
const groupBody = { group_id: '120@g.us', phone: undefined };
const group = { recipientType: 'group', groupId: ' 120@g.us ' };
const media = { operation: 'sendMedia', mediaUrl: ' https://example.com/a.pdf ' };
const media_url = 'https://example.com/a.pdf';
const buttons = [{ id: 'a', nested: { deep: [1, null] } }, 'plain', 3];
const interactive = { isInteractive: true, footer: 'Bye', buttons: '={{ $json.b }}' };

describe('Operations and routing send the same bytes', () => {
	/** The parameters, what they change in the body, and the input item. Others: contract/savedWorkflows.test.ts. */
	test.each<[INodeParameters, IDataObject?, IDataObject?]>([
		[{}],
		[{ phone: '={{ $json.n }}', text: '={{ $json.n }}' }, { text: PHONE }, { n: Number(PHONE) }],
		[{ ...group, groupId: listById('={{ $json.g }}') }, groupBody, { g: '120@g.us' }],
		[interactive, { isInteractive: true, footer: 'Bye', buttons }, { b: buttons }],
		[{ isInteractive: '={{ "TRUE" }}', footer: '', buttons: '={{ [] }}' }, { isInteractive: true }],
		[{ isInteractive: '={{ "" }}', footer: 'Bye', buttons: '[1]' }],
		[{ options: { sendAt: '2036-12-01T09:00:00' } }, { send_at: '2111709600' }],
		[{ options: { sendAt: '' } }],
		[
			{ ...media, ...group, isInteractive: true },
			{ ...groupBody, media_url, isInteractive: true },
		],
		[{ options: withDelay(3600), requestOptions: { timeout: 20_000 } }],
	])('with %j', async (given, difference = {}, json = {}) => {
		const { sandbox } = holder;
		const options: SendOptions = { items: [{ json }], parameters: { ...phoneBody, ...given } };
		await sendTexts(sandbox, { ...options, runsBy: 'routing' });
		const { error, items } = await sendTexts(sandbox, options);
		expect(error).toBeUndefined();
		const [byRouting, request, ...others] = sandbox.requests;
		expect(onTheWire(request)).toEqual(onTheWire(byRouting));
		expect(others).toEqual([]);
		expect(request).toMatchObject({ valid: true, accepted: true });
		const body: IDataObject = { ...phoneBody, ...difference };
		expect(request.body).toEqual({ ...body, api_key: sandbox.apiKey });
		const row = {
			...{ success: true, status: 200, response: 'OK' },
			recipient: body.group_id ?? PHONE,
			recipientType: body.group_id ? 'group' : 'phone',
			...(body.send_at && { scheduledFor: '2036-12-01T02:00:00.000Z' }),
		};
		expect(items).toEqual([{ json: row, pairedItem: { item: 0 } }]);
	});
});

test.each([
	['sendText', undefined],
	['sendText', 'continueRegularOutput'],
	['sendAndWait', undefined],
] as const)('Only a tool may run the routing of %s (On Error: %s)', async (operation, onError) => {
	const parameters = { ...phoneBody, operation, message: 'Hello' };
	const options = { runsBy: 'routing', parameters, onError, asTool: false } as const;
	const { error, items } = await sendTexts(holder.sandbox, options);
	const words = "n8n's experimental engine cannot send messages one at a time, so nothing was sent";
	const errors = onError ? items.map(({ json }) => json.error) : Array(3).fill(error?.message);
	expect(errors).toEqual(Array(3).fill(`${words}: turn it off`));
	expect(holder.sandbox.requests).toEqual([]);
});
