import { shows } from '../../../../rig/browser/editor';
import type { Steps } from '../walk';

export const lists: Steps = {
	'Get Lists': async ({ editor, instance }) => {
		await editor.addAction('Get many lists');
		await editor.executeStep();
		const { lists: all } = instance.sandbox;
		await editor.output(`${all.length} items`, ...all.map(({ title }) => title));
	},

	'Get List Contacts': async ({ editor, instance }) => {
		await editor.addAction('Get many list contacts');
		await editor.at('rlc-input').first().click();
		await editor.at('rlc-item').filter({ hasText: 'Newsletter customers' }).click();
		await editor.executeStep();
		const { contacts } = instance.sandbox.lists[0];
		await editor.output(`${contacts.length} items`, 'Ayu Lestari', 'Weekend volunteers', '@g.us');
	},

	'Broadcast to a list': async ({ editor, instance, right }) => {
		await editor.openWorkflow('Broadcast to a list');
		await editor.openNode('Message each contact');
		await editor.executeStep();
		const { contacts } = instance.sandbox.lists[0];
		await editor.output(`${contacts.length} items`, 'recipient', contacts[0].phone);
		await shows(right.locator('#messages'), `Hello ${contacts[0].name},`);
		expect(instance.sandbox.accepted).toMatchObject(
			contacts.map(({ phone, name }) => ({
				recipient: phone,
				text: expect.stringContaining(`Hello ${name},`),
			})),
		);
	},

	'List to webhook': async ({ editor, instance }) => {
		await editor.openWorkflow('List to webhook');
		await editor.openNode('Post each contact');
		// No WhatsApp credential is asked for, whatever the node had before.
		await shows(editor.at('node-parameters'), 'Webhook URL');
		expect(await editor.at('node-credentials-slot').count()).toBe(0);
		await editor.executeStep();
		await editor.output('3 items', 'Amelia Clarke', '07700900001');

		const receiver = (await instance.api.workflows()).find(
			({ name }) => name === 'Webhook receiver',
		)!;
		const received = await instance.api.executions(receiver.id);
		expect(received).toHaveLength(3);
		for (const { id: execution } of received) {
			const { data } = await instance.api.execution(execution);
			expect(JSON.stringify(data)).not.toContain(instance.sandbox.apiKey);
		}
	},
};
