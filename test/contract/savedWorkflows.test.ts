import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { Marks } from '../engine/deduplication';
import type { CredentialData } from '../engine/execution';
import { SENDER_TYPE } from '../engine/nodeTypes';
import { useReceiver, type Received } from '../engine/receiver';
import { runWorkflow } from '../engine/run';
import { startSandbox, type RecordedRequest, type Sandbox } from '../../sandbox';
import { description, shown } from './form';

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

const marks = new Marks();
const receiver = useReceiver();
/** Validates what arrives with `sandbox/service.openapi.yaml`. */
let sandbox: Sandbox;
beforeAll(async () => {
	marks.install();
	sandbox = await startSandbox({ apiKey: 'saved-key', basePath: '/prefix', rawBodies: true });
});
afterAll(async () => await sandbox.close());

/** The requests of a node, and its error, where the contract refuses what earlier ones took. */
async function requestsOf(node: INode, { pinData, settings }: SavedWorkflow): Promise<string[]> {
	const baseUrl = `${sandbox.url}/`;
	const service = { apiKey: 'saved-key', baseUrl };
	const credentials: CredentialData = {
		...LOGINS,
		'WhatsApp Sender': service,
		'WhatsApp Sender in milliseconds': { ...service, sendAtUnit: 'milliseconds' },
	};
	const used = Object.entries(node.credentials ?? {}).map(([type, { name }]) => [
		type,
		credentials[name],
	]);
	marks.reset();
	receiver.received = [];
	sandbox.reset();
	sandbox.onLists = () => ({ status: 200, body: CONTACTS });
	const { error } = await runWorkflow({
		items: pinData.Start,
		parameters: node.parameters,
		credentials: Object.fromEntries(used) as CredentialData,
		timezone: settings.timezone,
	});
	const { requests } = sandbox;
	expect(requests.filter(({ valid }) => !valid).map(({ problem }) => problem)).toEqual([]);
	const refused = error ? [`# ${error.message}`] : [];
	return [...[...requests, ...receiver.received].map(onTheWire), ...refused];
}

test.each(savedNames)(
	'A saved workflow sends byte for byte what requests/%s.http has. If not: mend the node, or, if the new bytes are right, delete that file and run this test again',
	async (name) => {
		const workflow = savedWorkflow(name, receiver.url);
		const sent: string[] = [];
		for (const node of workflow.senders) {
			const requests = await requestsOf(node, workflow);
			sent.push(...requests.map((request) => `### ${node.name}\n${request}\n`));
		}
		const file = path.join(__dirname, 'requests', `${name}.http`);
		if (!existsSync(file) && !process.env.CI) writeFileSync(file, sent.join('\n'));
		expect(sent.join('\n')).toBe(readFileSync(file, 'utf8'));
	},
);

/**
 * A request as it came over the wire, in the form of an .http file. Of the bytes only the boundary
 * of a form, which is drawn anew each time, and with it the length, are replaced.
 */
function onTheWire(request: Received | RecordedRequest): string {
	const { method, url, headers } = request;
	const body = 'inFlight' in request ? (request.rawBody ?? '') : request.body;
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

/** What the form no longer has: old workflows name it, are read without it, and their requests above stay the same. */
const DROPPED = {
	parameter: ['simplify'],
	option: ['checkFirst', 'concurrency', 'includeInputFields'],
};

test.each<[keyof typeof DROPPED, INodeProperties[], Array<Record<string, unknown>>]>([
	['parameter', fields, saved.map(({ parameters }) => parameters)],
	[
		'option',
		fields
			.filter(({ name }) => name === 'options')
			.flatMap(inner)
			.filter(isStored),
		saved.map(({ parameters }) => (parameters.options ?? {}) as Record<string, unknown>),
	],
])(
	'A saved workflow sets every %s, dropped ones too, and makes every choice. A new one gets a new file in workflows/; the old files stay as they are',
	(kind, offered, set) => {
		const unique = (names: string[]) => [...new Set(names)].sort();
		const names = unique(set.flatMap((values) => Object.keys(values)));
		expect(names).toEqual(unique([...offered.map(({ name }) => name), ...DROPPED[kind]]));
		for (const { name, options = [] } of offered.filter(({ type }) => type === 'options')) {
			const choices = options.map((option) => 'value' in option && option.value);
			expect(set.map((values) => values[name])).toEqual(expect.arrayContaining(choices));
		}
	},
);

/** What `routing.send` of form fields says: the path of the field, and its name in the request. */
const mapped = (form: INodeProperties[], before = ''): Array<[path: string, property: string]> =>
	form.flatMap(({ name, routing, type, options = [] }) => {
		const property = routing?.send?.property;
		const own: Array<[string, string]> = property ? [[before + name, property]] : [];
		const isCollection = type === 'collection';
		return isCollection ? mapped(options as INodeProperties[], `${name}.`) : own;
	});

// The custom operations need a rule for each such field: without one it would never be sent.
test('Each field with `routing.send` is in a request of a saved workflow that sets it', () => {
	const sent = savedNames.flatMap((file) => {
		const recorded = readFileSync(path.join(__dirname, 'requests', `${file}.http`), 'utf8');
		return savedWorkflow(file).senders.flatMap(({ name, parameters }) => {
			const request = recorded.split('### ').find((part) => part.startsWith(`${name}\n`)) ?? '';
			const options = Object.keys(parameters.options ?? {}).map((option) => `options.${option}`);
			const set = [...Object.keys(parameters), ...options];
			return mapped(shown(parameters)).filter(
				([field, property]) =>
					set.includes(field) && new RegExp(`"${property}"|[?&]${property}=`).test(request),
			);
		});
	});
	expect(sent).toEqual(expect.arrayContaining(mapped(description.properties)));
});
