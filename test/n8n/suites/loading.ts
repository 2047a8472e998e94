import type { Instance } from '../../../rig/useInstance';
import { SENDER_TYPE } from '../../../rig/workflows/nodes';

export function loading(instance: Instance): void {
	describe('n8n loads', () => {
		const typeNamed = async (name: string) =>
			(await instance.api.nodeTypes()).find((type) => type.name === name);

		test('the node and its tool variant', async () => {
			expect(await typeNamed(SENDER_TYPE)).toMatchObject({
				displayName: 'WhatsApp Sender',
				version: 1,
				usableAsTool: true,
			});
			expect(await typeNamed(`${SENDER_TYPE}Tool`)).toMatchObject({
				displayName: 'WhatsApp Sender Tool',
				outputs: ['ai_tool'],
			});
		});

		test('both icons', async () => {
			const { light, dark } = (await typeNamed(SENDER_TYPE))?.iconUrl as Record<string, string>;
			expect(light).not.toBe(dark);
			for (const icon of [light, dark]) {
				const answer = await fetch(`${instance.n8n.url}/${icon}`);
				expect([answer.status, answer.headers.get('content-type')]).toEqual([
					200,
					expect.stringContaining('image/svg+xml'),
				]);
				expect(await answer.text()).toContain('<svg');
			}
		});

		test('the words that the node is found by', async () => {
			expect((await typeNamed(SENDER_TYPE))?.codex).toMatchObject({
				categories: expect.arrayContaining(['Communication']),
				alias: expect.arrayContaining(['whatsapp', 'broadcast', 'contact list']),
			});
		});

		test.each([
			['message', 'sendText', 'recipient'],
			['message', 'sendMedia', 'recipient'],
			['list', 'getLists', 'title'],
			['list', 'getListContacts', 'is_group'],
			['webhook', 'webhookList', undefined],
		])('the output schema of %s %s', async (resource, operation, field) => {
			const path = `/schemas/${SENDER_TYPE}/1.0.0/${resource}/${operation}.json`;
			const { status, body } = await instance.api.client.send('GET', path);
			expect(status).toBe(200);
			expect(body).toMatchObject({ type: 'object' });
			if (field) expect(body).toHaveProperty(['properties', field]);
		});
	});
}
