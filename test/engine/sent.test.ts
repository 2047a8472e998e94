import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PHONE, sendTexts, useBothPaths } from './sandbox';
import { listOf, withDelay } from './broadcasts';

const { holder, byBoth } = useBothPaths();

/** What arrives, and the output, of a text to the phone. */
const toPhone = { phone: PHONE, text: 'Hello' };
const simplified = {
	success: true,
	recipient: PHONE,
	recipientType: 'phone',
	status: 200,
	response: 'OK',
};
const group = { recipientType: 'group', groupId: ' 120@g.us ' };
const contact = { recipientType: 'contact' };
const toGroup = { group_id: '120@g.us', phone: undefined };
const media = { operation: 'sendMedia', mediaUrl: ' https://example.com/a.pdf ' };
const media_url = 'https://example.com/a.pdf';
const script = ' شكرا 👋🏽\n"x" \\ \u2028end ';
const buttons = [{ id: 'a', nested: { deep: [1, null] } }, 'plain', 3];
const interactive = { isInteractive: true, footer: 'Bye', buttons: '={{ $json.b }}' };
const sendAt = '={{ DateTime.fromISO("2036-12-01T02:00:00Z") }}';
const markdown = { textFormat: '={{ "markdown" }}' };
const ofSeveral = { ...withDelay(3600), concurrency: 10 };

describe('By its turns and by the routing, the node sends a message', () => {
	/** The parameters, what they change in the body, and the input item. */
	test.each<[INodeParameters, IDataObject?, IDataObject?]>([
		[{}],
		[{ phone: '0812 3456 7890', options: { countryCode: '62' } }],
		[{ phone: '={{ $json.n }}', text: '={{ $json.n }}' }, { text: PHONE }, { n: Number(PHONE) }],
		[{ text: script }, { text: script }],
		[{ text: '**a** [b](c)', options: markdown }, { text: '*a* b: c' }],
		[
			{ ...media, text: '*a*', options: markdown },
			{ media_url, text: '_a_' },
		],
		[group, toGroup],
		[{ ...group, groupId: listOf('={{ $json.g }}') }, toGroup, { g: '120@g.us' }],
		[contact, toGroup, { phone: '120@g.us', is_group: true }],
		[interactive, { isInteractive: true, footer: 'Bye', buttons }, { b: buttons }],
		[{ isInteractive: '={{ "TRUE" }}', footer: '', buttons: '={{ [] }}' }, { isInteractive: true }],
		[{ isInteractive: '={{ "" }}', footer: 'Bye', buttons: '[1]' }],
		[{ options: { sendAt: '2036-12-01T09:00:00' } }, { send_at: '2111709600' }],
		[{ options: { sendAt } }, { send_at: '2111709600' }],
		[media, { media_url }],
		[
			{ ...media, ...group, isInteractive: true },
			{ ...toGroup, media_url, isInteractive: true },
		],
		[{ options: ofSeveral, requestOptions: { timeout: 20_000 } }],
	])('with %j', async (parameters, difference = {}, json = {}) => {
		const { error, items } = await byBoth({ parameters, json });
		expect(error).toBeUndefined();
		const body: IDataObject = { ...toPhone, ...difference };
		const [request, ...others] = holder.sandbox.requests;
		expect(request).toMatchObject({ valid: true, accepted: true });
		expect(request.body).toEqual({ ...body, api_key: holder.sandbox.apiKey });
		expect(others).toEqual([]);
		const output = {
			...simplified,
			...(body.group_id && { recipient: body.group_id, recipientType: 'group' }),
			...(body.send_at && { scheduledFor: '2036-12-01T02:00:00.000Z' }),
		};
		expect(items).toEqual([{ json: output, pairedItem: { item: 0 } }]);
	});

	test.each([
		['envelope', ''],
		['bare', 'OK'],
	] as const)('and outputs the response in the %s form', async (form, statusText) => {
		holder.sandbox.form = form;
		const { items } = await byBoth({});
		expect(items[0].json).toEqual(simplified);
		const whole = await byBoth({ parameters: { simplify: false } });
		const headers = {
			'content-length': expect.any(String),
			'content-type': 'text/plain; charset=utf-8',
		};
		expect(whole.items[0].json).toEqual({ status: 200, statusText, data: 'OK', headers });
	});
});

describe('By the routing, several items', () => {
	const TOO_MANY =
		'This version of n8n cannot send 3 items one by one: use Loop Over Items with a batch size of 1 before this node';

	test.each([undefined, 'continueRegularOutput'] as const)(
		'are refused, and nothing is sent (On Error: %s)',
		async (onError) => {
			const { error, items } = await sendTexts(holder.sandbox, { runsBy: 'routing', onError });
			const errors = onError ? items.map(({ json }) => json.error) : Array(3).fill(error?.message);
			expect(errors).toEqual([TOO_MANY, TOO_MANY, TOO_MANY]);
			expect(holder.sandbox.requests).toEqual([]);
		},
	);

	test('with Execute Once are one', async () => {
		const { error } = await sendTexts(holder.sandbox, { runsBy: 'routing', executeOnce: true });
		expect(error).toBeUndefined();
		expect(holder.sandbox.accepted).toMatchObject([{ text: 'Message 0' }]);
	});
});
