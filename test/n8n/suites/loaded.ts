import type { Instance } from '../../../rig/startRig';
import { SENDER_TYPE } from '../../../rig/workflows/nodes';

/** A node or a credential, as n8n has loaded it. */
interface Loaded {
	name: string;
	iconUrl?: Record<string, string>;
	[more: string]: unknown;
}

/** What n8n makes of the package. */
export function loaded(instance: Instance): void {
	test('n8n loads the node with its codex, its tool, icons and output schemas, without a complaint', async () => {
		const { client } = instance.api;
		const typesIn = async (file: string) => await client.request<Loaded[]>('GET', `/types/${file}`);
		const all = [...(await typesIn('nodes.json')), ...(await typesIn('credentials.json'))];
		const typeOf = (name: string) => all.find((type) => type.name === name)!;
		const codex = { alias: expect.arrayContaining(['contact list']) };
		expect(typeOf(SENDER_TYPE)).toMatchObject({ displayName: 'WhatsApp Sender', codex });
		expect(typeOf(`${SENDER_TYPE}Tool`)).toMatchObject({ outputs: ['ai_tool'] });
		for (const name of [SENDER_TYPE, 'whatsAppSenderApi', 'whatsAppSenderWebhookApi']) {
			const icons = Object.values(typeOf(name).iconUrl!);
			expect(new Set(icons).size).toBe(2);
			for (const icon of icons)
				expect((await client.send('GET', `/${icon}`)).body).toContain('<svg');
		}
		for (const [operation, field] of [
			['message/sendText', 'recipient'],
			['message/sendAndWait', 'approved'],
			['list/getListContacts', 'is_group'],
			['webhook/webhookList', 'response'],
		]) {
			const path = `/schemas/${SENDER_TYPE}/1.0.0/${operation}.json`;
			expect(JSON.stringify((await client.send('GET', path)).body)).toContain(field);
		}
		expect(instance.printed.match(/.*problem (with )?loading.*/gi)).toBeNull();
	});
}
