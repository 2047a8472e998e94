import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';

const items = [
	{ phone: '+62 812-3456-0001', text: 'First\nmessage', group: ' a@g.us ' },
	{ phone: '6281234560002', text: 'Second 👋', group: 'b@g.us' },
	{ phone: '6281234560003', text: 'الثالثة', group: 'c@g.us' },
];
const phones = ['6281234560001', '6281234560002', '6281234560003'];
const text = '={{ $json.text }}';

export function sending(instance: Instance): void {
	const send = async (parameters: object, input: object[] = items) =>
		await call(instance, sender(instance, { text, ...parameters }), { items: input });
	const bodies = () => instance.sandbox.requests.map(({ body }) => body);
	const api_key = () => instance.sandbox.apiKey;

	describe('Send Text', () => {
		test('sends each item to its phone number and answers one linked item each', async () => {
			const { status, body, items: sent, execution } = await send({ phone: '={{ $json.phone }}' });

			expect(bodies()).toEqual(
				items.map((item, index) => ({ api_key: api_key(), text: item.text, phone: phones[index] })),
			);
			expect(body).toEqual(
				phones.map((recipient) => ({
					success: true,
					recipient,
					recipientType: 'phone',
					status: 200,
					response: 'OK',
				})),
			);
			expect(status).toBe(200);
			expect(execution.status).toBe('success');
			expect(jsonOf(sent)).toEqual(body);
			expect(linksOf(sent)).toEqual([0, 1, 2]);
		});

		test('sends to groups', async () => {
			const { items: sent } = await send({ recipientType: 'group', groupId: '={{ $json.group }}' });

			expect(bodies()).toEqual(
				['a@g.us', 'b@g.us', 'c@g.us'].map((group_id, index) => ({
					api_key: api_key(),
					text: items[index].text,
					group_id,
				})),
			);
			expect(jsonOf(sent)[2]).toMatchObject({ recipient: 'c@g.us', recipientType: 'group' });
		});

		test('sends to the contacts and groups of a list', async () => {
			const contacts = [
				{ name: 'Ayu', phone: phones[0], is_group: false },
				{ name: 'Market', phone: 'market@g.us', is_group: true },
				{ name: 'Bima', phone: phones[1], is_group: false },
			];
			const parameters = { recipientType: 'contact', text: '=Hello {{ $json.name }}' };
			const { items: sent } = await send(parameters, contacts);

			expect(bodies()).toEqual([
				{ api_key: api_key(), text: 'Hello Ayu', phone: phones[0] },
				{ api_key: api_key(), text: 'Hello Market', group_id: 'market@g.us' },
				{ api_key: api_key(), text: 'Hello Bima', phone: phones[1] },
			]);
			expect(linksOf(sent)).toEqual([0, 1, 2]);
		});

		test('sends what makes a message interactive or scheduled', async () => {
			const { items: sent } = await send({
				phone: '={{ $json.phone }}',
				isInteractive: true,
				footer: 'Bye',
				buttons: '[{"text":"Yes"}]',
				options: { sendAt: '2026-12-01T02:00:00Z' },
			});

			expect(bodies()[0]).toEqual({
				api_key: api_key(),
				text: items[0].text,
				phone: phones[0],
				isInteractive: true,
				footer: 'Bye',
				buttons: [{ text: 'Yes' }],
				send_at: '1796090400',
			});
			expect(jsonOf(sent)[0].scheduledFor).toBe('2026-12-01T02:00:00.000Z');
		});
	});

	describe('Send Media', () => {
		test('sends a file by its web address', async () => {
			const { items: sent } = await send({
				operation: 'sendMedia',
				mediaUrl: '=https://example.com/{{ $itemIndex }}.pdf',
				phone: '={{ $json.phone }}',
			});

			expect(bodies()).toEqual(
				items.map((item, index) => ({
					api_key: api_key(),
					text: item.text,
					phone: phones[index],
					media_url: `https://example.com/${index}.pdf`,
				})),
			);
			expect(jsonOf(sent).map(({ recipient }) => recipient)).toEqual(phones);
			expect(linksOf(sent)).toEqual([0, 1, 2]);
		});
	});
}
