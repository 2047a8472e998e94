import { readdir } from 'node:fs/promises';
import { LINES } from '../../rig/n8n/folders';
import { npm } from '../../rig/n8n/install';
import { startRig, type Rig } from '../../rig/startRig';

/** The arguments that n8n gives to npm in the folder of a community package (both lines). */
const INSTALL = [
	'install',
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];
const NODE = 'n8n-nodes-whatsapp-sender.whatsAppSender';

/** A node or a credential, as n8n has loaded it. */
interface Loaded {
	name: string;
	iconUrl?: Record<string, string>;
}

describe.each(LINES)('Installed as n8n does it (pack, strip, npm without scripts), %s', (line) => {
	let rig: Rig;
	let [before, after]: string[][] = [];
	let loaded: Loaded[] = [];

	beforeAll(async () => {
		const prepare = async (folder: string) => {
			before = await readdir(folder, { recursive: true });
			await npm(INSTALL, folder);
			after = await readdir(folder, { recursive: true });
		};
		rig = await startRig({ line, prepare });
		const credentials = await rig.api.client.request<Loaded[]>('GET', '/types/credentials.json');
		loaded = [...(await rig.api.nodeTypes()), ...credentials];
	}, 300_000);
	afterAll(async () => await rig?.stop());

	const typeOf = (name: string) => loaded.find((type) => type.name === name)!;

	test('npm adds nothing and removes nothing, as it runs no script and finds no dependency', () => {
		expect(after.sort()).toEqual(before.sort());
	});

	test('n8n loads the node in version 1, with its codex, and its tool variant', () => {
		const codex = { alias: expect.arrayContaining(['contact list']) };
		expect(typeOf(NODE)).toMatchObject({ displayName: 'WhatsApp Sender', version: 1, codex });
		expect(typeOf(`${NODE}Tool`)).toMatchObject({ outputs: ['ai_tool'] });
	});

	test.each([NODE, 'whatsAppSenderApi', 'whatsAppSenderWebhookApi'])(
		'n8n serves both themed icons of %s',
		async (name) => {
			const icons = Object.values(typeOf(name).iconUrl!);
			expect(new Set(icons).size).toBe(2);
			for (const icon of icons) {
				const { status, headers, body } = await rig.api.client.send('GET', `/${icon}`);
				expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
				expect(body).toContain('<svg');
			}
		},
	);

	// A field in it, where the output is known.
	test.each([
		['message/sendText', 'recipient'],
		['message/sendMedia', 'recipient'],
		['message/sendAndWait', 'approved'],
		['list/getLists', 'title'],
		['list/getListContacts', 'is_group'],
		['webhook/webhookList', ''],
	])('n8n serves the output schema of %s', async (operation, field) => {
		const path = `/schemas/${NODE}/1.0.0/${operation}.json`;
		const { status, body } = await rig.api.client.send('GET', path);
		expect(status).toBe(200);
		expect(JSON.stringify(body)).toContain(field);
	});

	test('n8n prints no complaint about the package', () => {
		expect(rig.n8n.output()).not.toMatch(/n8n-nodes-whatsapp-sender|problem (with )?loading/i);
	});
});
