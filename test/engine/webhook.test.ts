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
