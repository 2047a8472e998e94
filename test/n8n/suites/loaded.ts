import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { devDependencies } from '../../../package.json';
import { n8nFolder } from '../../../rig/n8n/folders';
import type { Instance } from '../../../rig/startRig';
import { SENDER_TYPE } from '../../../rig/workflows/nodes';

/** A loaded node or credential. */
interface Loaded {
	name: string;
	iconUrl?: Record<string, string>;
	[more: string]: unknown;
}

export function loaded(instance: Instance): void {
	test('n8n loads the node with its codex, tool, icons and output schemas, and logs no problem', async () => {
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

	test('n8n contains the versions that test/engine runs in', async () => {
		const manifest = path.join(n8nFolder, 'node_modules/n8n/package.json');
		const { dependencies } = JSON.parse(await readFile(manifest, 'utf8'));
		for (const name of ['n8n-core', 'n8n-workflow', 'luxon'] as const)
			expect(`${name} ${devDependencies[name]}`).toBe(`${name} ${dependencies[name]}`);
	});
}
