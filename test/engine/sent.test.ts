import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import {
	PHONE,
	useBothPaths,
	asked,
	getContacts,
	getLists,
	recipients,
	sendTexts,
} from './sandbox';
import { withDelay } from './broadcasts';

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
		[{ phone: '+62 (812) 3456-7890' }],
		[{ phone: '0812 3456 7890', options: { countryCode: '62' } }],
		[{ phone: '={{ $json.n }}', text: '={{ $json.n }}' }, { text: PHONE }, { n: Number(PHONE) }],
		[{ text: script }, { text: script }],
		[{ text: '**a** [b](c)', options: markdown }, { text: '*a* b: c' }],
		[
			{ ...media, text: '*a*', options: markdown },
			{ media_url, text: '_a_' },
		],
		[{ text: '**a**', options: { textFormat: 'asEntered' } }, { text: '**a**' }],
		[group, toGroup],
		[{ ...group, recipientType: '={{ "group" }}' }, toGroup],
		[contact, {}, { phone: '+62 812 3456 7890', is_group: false }],
		[contact, toGroup, { phone: '120@g.us', is_group: true }],
		[interactive, { isInteractive: true, footer: 'Bye', buttons }, { b: buttons }],
		[{ isInteractive: '={{ "TRUE" }}', footer: '', buttons: '={{ [] }}' }, { isInteractive: true }],
		[{ isInteractive: '={{ "" }}', footer: 'Bye', buttons: '[1]' }],
		[{ options: { sendAt: '2036-12-01T09:00:00' } }, { send_at: '2111709600' }],
		[{ options: { sendAt } }, { send_at: '2111709600' }],
		[{ options: { sendAt: '={{ 2111709600 }}' } }, { send_at: '2111709600' }],
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

describe('What the form describes is on the wire:', () => {
	afterEach(() => jest.restoreAllMocks());
	const { properties } = new WhatsAppSender().description;
	const replace = jest.replaceProperty;

	/** A field of a resource; of an operation, where several have one of this name. */
	const field = (name: string, resource: string, operation?: string) =>
		properties.find(({ name: own, displayOptions: { show = {} } = {} }) => {
			const isOf = show.resource?.includes(resource);
			return own === name && isOf && (!operation || show.operation?.includes(operation));
		})!;
	const requestOf = (resource: string, operation: string) =>
		(field('operation', resource).options as INodePropertyOptions[]).find(
			({ value }) => value === operation,
		)!.routing!.request!;

	test.each(['turns', 'routing'] as const)(
		'method and URL of an operation, the name of a field (%s)',
		async (runsBy) => {
			const options = { items: recipients(1), runsBy };
			replace(field('text', 'message').routing!.send!, 'property', 'footer');
			await sendTexts(holder.sandbox, options);
			replace(requestOf('message', 'sendText'), 'method', 'PUT');
			replace(requestOf('message', 'sendText'), 'url', '/elsewhere');
			await sendTexts(holder.sandbox, options);
			const [{ body }, elsewhere] = holder.sandbox.requests;
			expect(Object.keys(body as object).sort()).toEqual(['api_key', 'footer', 'phone']);
			expect(elsewhere).toMatchObject({ method: 'PUT', path: '/elsewhere' });
		},
	);

	test('the URLs of lists, and the query parameter of Return All', async () => {
		const { sandbox } = holder;
		const [{ id }] = sandbox.lists;
		const ofContacts = (name: string) => field(name, 'list', 'getListContacts').routing!;
		replace(ofContacts('returnAll').send!, 'property', 'everything');
		for (const parameters of [{ returnAll: true }, { limit: 5000 }]) {
			await getContacts(sandbox, id, parameters);
			expect(sandbox.requests.at(-1)?.query).toEqual({ everything: 'true' });
		}
		sandbox.reset();
		replace(requestOf('list', 'getLists'), 'url', '/catalog/');
		replace(ofContacts('list').request!, 'url', '=/catalog/{{ $value }}');
		await getLists(sandbox);
		await getContacts(sandbox, 'L1', { limit: 1 });
		expect(asked(sandbox)).toEqual(['/catalog/', '/catalog/L1']);
	});
});
