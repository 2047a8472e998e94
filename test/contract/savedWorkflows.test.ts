import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { CredentialData } from '../engine/execution';
import { SENDER_TYPE } from '../engine/nodeTypes';
import { useReceiver, type Received } from '../engine/receiver';
import { runWorkflow } from '../engine/run';
import { description } from './form';

/** A workflow as n8n exports it. What it was fed with is kept in it, as data pinned to its trigger. */
interface SavedWorkflow {
	nodes: INode[];
	pinData: Record<string, INodeExecutionData[]>;
	settings: { timezone: string };
}

/** The credentials for receivers, by the name that a saved workflow has for them. */
const LOGINS: CredentialData = {
	Basic: { authentication: 'basicAuth', user: 'ayu', password: 'pass word: ü' },
	Bearer: { authentication: 'bearerAuth', token: 'bearer-token' },
	Header: { authentication: 'headerAuth', name: 'X-Api-Key', value: 'header-key' },
	Query: { authentication: 'queryAuth', name: 'key', value: 'query key' },
};
const CONTACTS = [
	{ name: 'Ayu', phone: '6281234567890', is_group: false },
	{ name: 'Neighbours', phone: '120363025246125486@g.us', is_group: true },
];
/** Headers that n8n's HTTP layer and the test's address decide, not the node. */
const NOT_THE_NODES = ['host', 'connection', 'user-agent', 'accept-encoding', 'transfer-encoding'];

const workflows = path.join(__dirname, 'workflows');
const savedNames = readdirSync(workflows).map((file) => file.replace(/\.json$/, ''));

/** @param receiver address that stands in for the one in the workflow, which leads nowhere */
function savedWorkflow(name: string, receiver = 'http://receiver.test') {
	const text = readFileSync(path.join(workflows, `${name}.json`), 'utf8');
	const workflow = JSON.parse(text.replaceAll('http://receiver.test', receiver)) as SavedWorkflow;
	return { ...workflow, senders: workflow.nodes.filter(({ type }) => type === SENDER_TYPE) };
}

/** The service and the receiver of Webhook List are one server here: both only listen. */
const receiver = useReceiver();

async function requestsOf(node: INode, { pinData, settings }: SavedWorkflow): Promise<string[]> {
	const baseUrl = `${receiver.url}/prefix/`;
	const service = { apiKey: 'saved-key', baseUrl };
	const used = Object.entries(node.credentials ?? {}).map(([type, { name }]) => [
		type,
		type === 'whatsAppSenderApi' ? service : LOGINS[name],
	]);
	receiver.received = [];
	receiver.answer = (_reply, { url }) => (url.includes('/lists/') ? CONTACTS : 'OK');
	const { error } = await runWorkflow({
		items: pinData.Start,
		parameters: node.parameters,
		credentials: Object.fromEntries(used) as CredentialData,
		timezone: settings.timezone,
	});
	expect(error).toBeUndefined();
	return receiver.received.map(onTheWire);
}

test.each(savedNames)(
	'A workflow of version 1 sends byte for byte what it sent: %s',
	async (name) => {
		const workflow = savedWorkflow(name, receiver.url);
		const sent: string[] = [];
		for (const node of workflow.senders) {
			const requests = await requestsOf(node, workflow);
			sent.push(...requests.map((request) => `### ${node.name}\n${request}\n`));
		}
		const file = path.join(__dirname, 'requests', `${name}.http`);
		// A new workflow is recorded once. What is there is never overwritten: whoever deletes it knows why.
		if (!existsSync(file) && !process.env.CI) writeFileSync(file, sent.join('\n'));
		expect(sent.join('\n')).toBe(readFileSync(file, 'utf8'));
	},
);

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

const saved = savedNames.flatMap((name) => savedWorkflow(name).senders);
const inner = ({ options = [] }: INodeProperties) => options as INodeProperties[];
const isStored = ({ type }: INodeProperties) => !['hidden', 'notice', 'credentials'].includes(type);
const fields = description.properties.filter(isStored);

// A new parameter fails here: it gets a new workflow in this folder, and the old ones stay as they are.
test.each<[string, INodeProperties[], Array<Record<string, unknown>>]>([
	['parameter', fields, saved.map(({ parameters }) => parameters)],
	[
		'option',
		fields.filter(({ name }) => name === 'options').flatMap(inner),
		saved.map(({ parameters }) => (parameters.options ?? {}) as Record<string, unknown>),
	],
])('The saved workflows set every %s, and make every choice', (_kind, offered, set) => {
	const unique = (names: string[]) => [...new Set(names)].sort();
	const names = unique(set.flatMap((values) => Object.keys(values)));
	expect(names).toEqual(unique(offered.map(({ name }) => name)));
	for (const { name, options = [] } of offered.filter(({ type }) => type === 'options')) {
		const choices = options.map((option) => 'value' in option && option.value);
		expect(set.map((values) => values[name])).toEqual(expect.arrayContaining(choices));
	}
});

test('The saved workflows are of version 1', () => {
	expect(new Set(saved.map(({ typeVersion }) => typeVersion))).toEqual(new Set([1]));
});
