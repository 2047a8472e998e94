import type { INodeParameters } from 'n8n-workflow';
import { contact, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as unknown);
const fields = (name: string, value: string) => ({ fields: { field: [{ name, value }] } });
const headers = (name: string, value: string) => ({ headers: { header: [{ name, value }] } });
const template = { name: 'Ayu', phone: '081234567890' };

describe('Webhook List sends', () => {
	test('name and phone of each item, in order, as the template has them', async () => {
		const items = [
			contact('Ayu', '6281234567890'),
			contact('Zoë 🌻', '4915112345678'),
			contact('Market', '120363025246125486@g.us'),
		];
		await postContacts(receiver, {}, { items });

		expect(bodies()).toEqual([
			template,
			{ name: 'Zoë 🌻', phone: '4915112345678' },
			{ name: 'Market', phone: '120363025246125486@g.us' },
		]);
		for (const { method, url, headers } of receiver.received) {
			expect({ method, url }).toEqual({ method: 'POST', url: '/hook' });
			expect(headers['content-type']).toBe('application/json');
		}
	});

	test.each<[string, INodeParameters, object]>([
		['a phone in the local format', { phoneFormat: 'local' }, template],
		[
			'a phone in the international format',
			{ phoneFormat: 'international' },
			{ name: 'Ayu', phone: '6281234567890' },
		],
		['a phone as it is', { phoneFormat: 'asIs' }, { name: 'Ayu', phone: '+62 812-3456-7890' }],
		[
			'a phone of another country',
			{ countryCode: '44' },
			{ name: 'Ayu', phone: '+62 812-3456-7890' },
		],
		[
			'a name and a phone of the own choice',
			{ name: '={{ $json.name }} L.', phone: '0811222333' },
			{ name: 'Ayu L.', phone: '0811222333' },
		],
		['no name', { name: '={{ null }}' }, { name: '', phone: '081234567890' }],
		[
			"the receiver's own names of the two fields",
			{ options: { nameField: 'full_name', phoneField: 'mobile' } },
			{ full_name: 'Ayu', mobile: '081234567890' },
		],
		[
			'more fields, with values of the item',
			{ options: fields('source', '={{ $json.name }}') },
			{ ...template, source: 'Ayu' },
		],
	])('%s', async (_what, parameters, body) => {
		await postContacts(receiver, parameters, { items: [contact('Ayu', '+62 812-3456-7890')] });
		expect(bodies()).toEqual([body]);
	});

	test.each(['POST', 'PUT', 'PATCH'])('with the method %s', async (method) => {
		await postContacts(receiver, { options: { method } });
		expect(receiver.received[0].method).toBe(method);
		expect(bodies()).toEqual([template]);
	});

	test.each([
		['x-source', 'X-Source', 'n8n'],
		['content-type', 'content-type', 'application/vnd.api+json'],
	])('the header %s of the own choice', async (received, name, value) => {
		await postContacts(receiver, { options: headers(name, value) });
		expect(receiver.received[0].headers[received]).toBe(value);
		expect(bodies()).toEqual([template]);
	});
});

describe('Webhook List takes turns', () => {
	const contacts = Array.from({ length: 6 }, (_, index) =>
		contact(`Contact ${index}`, `62812000000${index}`),
	);

	test.each<[string, INodeParameters, { most: number; gap?: number }]>([
		['one after the other, in item order', {}, { most: 1 }],
		['as many in parallel as Messages at Once says', { concurrency: 3 }, { most: 3 }],
		['with the delay between them', { minDelay: 0.2, maxDelay: 0.3 }, { most: 1, gap: 195 }],
	])('%s', async (_how, options, expected) => {
		let inFlight = 0;
		let most = 0;
		const times: number[] = [];
		receiver.answer = async () => {
			times.push(Date.now());
			most = Math.max(most, ++inFlight);
			await new Promise((resolve) => setTimeout(resolve, 30));
			inFlight--;
			return { ok: true };
		};
		const { items } = await postContacts(receiver, { options }, { items: contacts });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			contacts.map((_, item) => ({ item })),
		);
		expect(most).toBe(expected.most);
		const names = bodies().map((body) => (body as { name: string }).name);
		if (most === 1) expect(names).toEqual(contacts.map(({ json }) => json.name));
		const gaps = times.slice(1).map((time, index) => time - times[index]);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(expected.gap ?? 0);
	});

	test('and stops at the first failure, with how far it came and what to do next', async () => {
		receiver.answer = (reply, { body }) =>
			body.includes('Contact 2') ? reply.code(500).send('Out of order') : { ok: true };
		const { error } = await postContacts(receiver, {}, { items: contacts });
		expect(receiver.received).toHaveLength(3);
		expect(error?.message).toBe('The webhook receiver answered HTTP 500: Out of order');
		expect(error?.description).toBe(
			'Stopped at item 2 (n8n counts from 0). Accepted: 2 of 6. Not sent: 3. Check Webhook URL, Authentication and the fields that the receiver expects. To send the rest, use Retry under Executions. Running the workflow again sends to everyone again.',
		);
	});
});

test.each<[string, INodeParameters, RegExp]>([
	['a line break in a header', { options: headers('X-A', 'a\r\nX-B: b') }, /^Header "X-A"/],
	['a line break in its name', { options: headers('X-A\r\nX-B', 'a') }, /^Header "X-A/],
	['a value that no header carries', { options: headers('X-A', '🎉') }, /^Header "X-A"/],
	['a field without a name', { options: fields('', 'x') }, /^Name of a field/],
	['no address', { webhookUrl: 'example.com/hook' }, /^Webhook URL "example\.com\/hook"/],
	['an address of another kind', { webhookUrl: 'file:///etc/passwd' }, /^Webhook URL "file:/],
	['an empty phone', { phone: '={{ "" }}' }, /^Phone /],
	['a phone that is an object', { phone: '={{ ({}) }}' }, /^Phone /],
	[
		'a phone with lost digits',
		{ phone: '={{ 120363025246125486 }}' },
		/^Phone "120363025246125\d+" is a number that has lost digits/,
	],
	['a name that is an object', { name: '={{ ({}) }}' }, /^Name /],
	['a country code that is none', { countryCode: 'ID' }, /Country Code "ID"/],
])('Webhook List refuses %s before it sends', async (_case, parameters, message) => {
	const { error } = await postContacts(receiver, parameters);
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(error?.message).toMatch(message);
	expect(receiver.received).toEqual([]);
});

test('The stop button ends Webhook List before the next contact, also during the delay', async () => {
	const stop = new AbortController();
	receiver.answer = () => {
		if (receiver.received.length === 2) setTimeout(() => stop.abort(), 50);
		return { ok: true };
	};
	const items = Array.from({ length: 6 }, (_, index) => contact('Ayu', `628120000000${index}`));
	const parameters = { options: { minDelay: 0.4 } };
	const { run } = await postContacts(receiver, parameters, { items, stop: stop.signal });
	await new Promise((resolve) => setTimeout(resolve, 900));

	expect(run.status).toBe('canceled');
	expect(receiver.received).toHaveLength(2);
});
