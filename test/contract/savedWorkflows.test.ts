import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { INode } from 'n8n-workflow';
import { useReceiver, type Received } from '../engine/receiver';
import { runWorkflow } from '../engine/run';
import { savedNames, savedWorkflow, senders, type SavedWorkflow } from './savedWorkflow';
import { onTheWire } from './wire';

/** The service and the receiver of Webhook List are one server here: both only listen. */
const receiver = useReceiver();
const SECRETS = {
	httpBasicAuth: { user: 'ayu', password: 'pass word: ü' },
	httpBearerAuth: { token: 'bearer-token' },
	httpHeaderAuth: { name: 'X-Api-Key', value: 'header-key' },
	httpQueryAuth: { name: 'key', value: 'query key' },
};
const CONTACTS = [
	{ name: 'Ayu', phone: '6281234567890', is_group: false },
	{ name: 'Neighbours', phone: '120363025246125486@g.us', is_group: true },
];

function answer(_reply: FastifyReply, { url }: Received): unknown {
	if (url.endsWith('/send')) return 'OK';
	return url.includes('/lists/') ? CONTACTS : { ok: true };
}

async function requestsOf(node: INode, { pinData, settings }: SavedWorkflow): Promise<string[]> {
	const baseUrl = `${receiver.url}/prefix/`;
	const known = { whatsAppSenderApi: { apiKey: 'saved-key', baseUrl }, ...SECRETS };
	const used = Object.entries(known).filter(([type]) => node.credentials?.[type]);
	receiver.received = [];
	receiver.answer = answer;
	const { error } = await runWorkflow({
		items: pinData.Start,
		parameters: node.parameters,
		credentials: Object.fromEntries(used),
		timezone: settings.timezone,
	});
	expect(error).toBeUndefined();
	return receiver.received.map(onTheWire);
}

describe('A workflow saved with version 1 of the node', () => {
	test.each(savedNames)('sends byte for byte what it sent: %s', async (name) => {
		const workflow = savedWorkflow(name, receiver.url);
		const sent: string[] = [];
		for (const node of senders(workflow)) {
			const requests = await requestsOf(node, workflow);
			sent.push(...requests.map((request) => `### ${node.name}\n${request}\n`));
		}
		const file = join(__dirname, 'requests', `${name}.http`);
		// A new workflow is recorded once. What is there is never overwritten: whoever deletes it knows why.
		if (!existsSync(file) && !process.env.CI) writeFileSync(file, sent.join('\n'));
		expect(sent.join('\n')).toBe(readFileSync(file, 'utf8'));
	});
});
