import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { INode } from 'n8n-workflow';
import { useReceiver, type Received } from '../engine/receiver';
import { runWorkflow } from '../engine/run';
import { savedNames, savedWorkflow, senders, type SavedWorkflow } from './savedWorkflow';

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

/** Headers that n8n's HTTP layer and the test's address decide, not the node. */
const NOT_THE_NODES = ['host', 'connection', 'user-agent', 'accept-encoding', 'transfer-encoding'];

/**
 * A request as it came over the wire, in the form of an .http file. Of the bytes only the boundary
 * of a form, which is drawn anew each time, and with it the length, are replaced.
 */
function onTheWire({ method, url, headers, body }: Received): string {
	const boundary = /boundary=(\S+)/.exec(String(headers['content-type']))?.[1];
	const lines = Object.entries(headers)
		.filter(([name]) => !NOT_THE_NODES.includes(name))
		.filter(([name]) => !(boundary && name === 'content-length'))
		.map(([name, value]) => `${name}: ${String(value)}`)
		.sort();
	const all = [`${method} ${url} HTTP/1.1`, ...lines, '', body].join('\n');
	// Each n8n signs with a secret of its own.
	const text = all.replace(/signature=[\da-f]{64}/, `signature=${'0'.repeat(64)}`);
	return boundary ? text.replaceAll(boundary, 'BOUNDARY') : text;
}
