import type { INodeParameters } from 'n8n-workflow';
import { contact, postContacts, useReceiver } from './receiver';

const receiver = useReceiver();
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as unknown);
const nameAndValue = (name: string, value: string) => ({ name, value });
const fields = (...pairs: Array<[string, string]>) => ({
	options: { fields: { field: pairs.map(([name, value]) => nameAndValue(name, value)) } },
});
const headers = (...pairs: Array<[string, string]>) => ({
	options: { headers: { header: pairs.map(([name, value]) => nameAndValue(name, value)) } },
});

describe('Webhook List sends', () => {
	test('name and phone of each item, in order, as the template has them', async () => {
		const items = [
			contact('Ayu', '6281234567890'),
			contact('Zoë 🌻', '4915112345678'),
			contact('Market', '120363025246125486@g.us'),
		];
		await postContacts(receiver, {}, { items });

		expect(bodies()).toEqual([
			{ name: 'Ayu', phone: '081234567890' },
			{ name: 'Zoë 🌻', phone: '4915112345678' },
			{ name: 'Market', phone: '120363025246125486@g.us' },
		]);
		for (const { method, url, headers } of receiver.received) {
			expect({ method, url }).toEqual({ method: 'POST', url: '/hook' });
			expect(headers['content-type']).toBe('application/json');
		}
	});

	test.each<[string, INodeParameters, string]>([
		['local', { phoneFormat: 'local' }, '081234567890'],
		['international', { phoneFormat: 'international' }, '6281234567890'],
		['as it is', { phoneFormat: 'asIs' }, '+62 812-3456-7890'],
		['of another country', { countryCode: '44' }, '+62 812-3456-7890'],
	])('the phone %s', async (_format, parameters, phone) => {
		await postContacts(receiver, parameters, { items: [contact('Ayu', '+62 812-3456-7890')] });
		expect(bodies()).toEqual([{ name: 'Ayu', phone }]);
	});

	test('a name and a phone of the own choice', async () => {
		await postContacts(receiver, { name: '={{ $json.name }} L.', phone: '0811222333' });
		expect(bodies()).toEqual([{ name: 'Ayu L.', phone: '0811222333' }]);
	});

	test.each(['POST', 'PUT', 'PATCH'])('with the method %s', async (method) => {
		await postContacts(receiver, { options: { method } });
		expect(receiver.received[0].method).toBe(method);
		expect(bodies()).toEqual([{ name: 'Ayu', phone: '081234567890' }]);
	});

	test("the receiver's own names of the two fields", async () => {
		await postContacts(receiver, { options: { nameField: 'full_name', phoneField: 'mobile' } });
		expect(bodies()).toEqual([{ full_name: 'Ayu', mobile: '081234567890' }]);
	});

	test('more fields and headers, with values of the item', async () => {
		const options = {
			...fields(['source', '={{ $json.name }}']).options,
			...headers(['X-Source', 'n8n']).options,
		};
		await postContacts(receiver, { options });
		expect(bodies()).toEqual([{ name: 'Ayu', phone: '081234567890', source: 'Ayu' }]);
		expect(receiver.received[0].headers['x-source']).toBe('n8n');
	});

	test.each(['__proto__', 'constructor', 'toString', 'a.b', 'with space'])(
		'a field called %s as a field of this name',
		async (name) => {
			await postContacts(receiver, fields([name, 'x']));
			expect(receiver.received[0].body).toContain(`${JSON.stringify(name)}:"x"`);
			expect(({} as Record<string, unknown>).x).toBeUndefined();
		},
	);

	test('a content type of the own choice instead of JSON', async () => {
		await postContacts(receiver, headers(['content-type', 'application/vnd.api+json']));
		expect(receiver.received[0].headers['content-type']).toBe('application/vnd.api+json');
		expect(bodies()).toEqual([{ name: 'Ayu', phone: '081234567890' }]);
	});
});

describe('Webhook List takes turns', () => {
	const contacts = Array.from({ length: 6 }, (_, index) =>
		contact(`Contact ${index}`, `62812000000${index}`),
	);
	const names = () => bodies().map((body) => (body as { name: string }).name);

	/** The most requests in flight at the same time, and the time between their arrivals. */
	async function observe(options: INodeParameters) {
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
		return { most, gaps: times.slice(1).map((time, index) => time - times[index]) };
	}

	test('one after the other, in item order', async () => {
		expect((await observe({})).most).toBe(1);
		expect(names()).toEqual(contacts.map(({ json }) => json.name));
	});

	test('with as many in parallel as Messages at Once says, and no more', async () => {
		expect((await observe({ concurrency: 3 })).most).toBe(3);
	});

	test('with the delay between them', async () => {
		const { gaps } = await observe({ minDelay: 0.2, maxDelay: 0.3 });
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(195);
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

describe('Webhook List refuses before it sends', () => {
	test.each<[string, INodeParameters, RegExp]>([
		['a header with a line break in its value', headers(['X-A', 'a\r\nX-B: b']), /^Header "X-A"/],
		['a header with a line break in its name', headers(['X-A\r\nX-B', 'a']), /^Header "X-A/],
		['a header whose value no header carries', headers(['X-A', '🎉']), /^Header "X-A"/],
		['a field without a name', fields(['', 'x']), /^Name of a field/],
		[
			'an address that is none',
			{ webhookUrl: 'example.com/hook' },
			/^Webhook URL "example\.com\/hook"/,
		],
		['an address of another kind', { webhookUrl: 'file:///etc/passwd' }, /^Webhook URL "file:/],
		['an empty phone', { phone: '={{ "" }}' }, /^Phone /],
		['a phone that is an object', { phone: '={{ ({}) }}' }, /^Phone /],
		['a name that is an object', { name: '={{ ({}) }}' }, /^Name /],
		['a country code that is none', { countryCode: 'ID' }, /Country Code "ID"/],
	])('%s', async (_case, parameters, message) => {
		const { error } = await postContacts(receiver, parameters);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toMatch(message);
		expect(error?.context?.itemIndex).toBe(0);
		expect(receiver.received).toEqual([]);
	});
});
