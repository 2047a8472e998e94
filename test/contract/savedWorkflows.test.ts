import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodeExecutionData, INodeParameters, INodeProperties } from 'n8n-workflow';
import { Marks } from '../engine/deduplication';
import type { CredentialData } from '../engine/execution';
import { SENDER_TYPE } from '../engine/nodeTypes';
import { useReceiver, type Received } from '../engine/receiver';
import { runWorkflow } from '../engine/run';
import { startSandbox, type RecordedRequest, type Sandbox } from '../../sandbox';
import { description, fieldsOf, isStored, storedFields, withPaths } from './form';

/** A workflow as n8n exports it. Its input items are pinned to its trigger. */
interface SavedWorkflow {
	nodes: INode[];
	pinData: Record<string, INodeExecutionData[]>;
	settings: { timezone: string };
}

/** The credentials for receivers, by their names in the saved workflows. */
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
const FOREIGN_HEADERS = [
	'host',
	'connection',
	'user-agent',
	'accept-encoding',
	'transfer-encoding',
];

const workflows = path.join(__dirname, 'workflows');
const savedNames = readdirSync(workflows).map((file) => file.replace(/\.json$/, ''));

/** @param receiver address that replaces the workflow's own, at which no server runs */
function savedWorkflow(name: string, receiver = 'http://receiver.test') {
	const text = readFileSync(path.join(workflows, `${name}.json`), 'utf8');
	const workflow = JSON.parse(text.replaceAll('http://receiver.test', receiver)) as SavedWorkflow;
	return { ...workflow, senders: workflow.nodes.filter(({ type }) => type === SENDER_TYPE) };
}

const marks = new Marks();
const receiver = useReceiver();
/** Validates each request with `sandbox/service.openapi.yaml`. */
let sandbox: Sandbox;
beforeAll(async () => {
	marks.install();
	sandbox = await startSandbox({ apiKey: 'saved-key', basePath: '/prefix', rawBodies: true });
});
afterAll(async () => await sandbox.close());

/** The requests of a node, and the error of one that earlier versions accepted and this one refuses. */
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
	return [...[...requests, ...receiver.received].map(httpFileOf), ...refused];
}

test.each(savedNames)(
	'A saved workflow sends exactly the bytes of requests/%s.http. If it does not, fix the node. Deleting the file, to record it again, is wrong unless sandbox/service.md asks for the new bytes: saved workflows send them from then on',
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

/** The bytes of a request as an .http file. A form's boundary is random: it is replaced, and the length left out. */
function httpFileOf(request: Received | RecordedRequest): string {
	const { method, url, headers } = request;
	const body = 'inFlight' in request ? (request.rawBody ?? '') : request.body;
	const boundary = /boundary=(\S+)/.exec(String(headers['content-type']))?.[1];
	const lines = Object.entries(headers)
		.filter(([name]) => !FOREIGN_HEADERS.includes(name))
		.filter(([name]) => !(boundary && name === 'content-length'))
		.map(([name, value]) => `${name}: ${String(value)}`)
		.sort();
	const all = [`${method} ${url} HTTP/1.1`, ...lines, '', body].join('\n');
	// Each n8n signs with a secret of its own.
	const text = all.replace(/signature=[\da-f]{64}/, `signature=${'0'.repeat(64)}`);
	return boundary ? text.replaceAll(boundary, 'BOUNDARY') : text;
}

const saved = savedNames.flatMap((name) => savedWorkflow(name).senders);
const isSetting = ({ isNodeSetting }: INodeProperties) => isNodeSetting;
const fields = description.properties.filter((field) => isStored(field) || isSetting(field));
const options = storedFields.filter(([path]) => /^options\.[^.]+$/.test(path));

/** Names that old workflows store and the form does not have. The node ignores them: the recorded requests prove it. */
const DROPPED = {
	parameter: ['simplify'],
	option: ['checkFirst', 'concurrency', 'includeInputFields'],
};

test.each<[keyof typeof DROPPED, INodeProperties[], INodeParameters[]]>([
	['parameter', fields, saved.map(({ parameters }) => parameters)],
	[
		'option',
		options.map(([, option]) => option),
		saved.map(({ parameters }) => (parameters.options ?? {}) as INodeParameters),
	],
])(
	'The saved workflows set every %s, dropped ones too, and make every choice. For a new one add a file to workflows/, and leave the old files as they are',
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

/** The path of each field with `routing.send`, and the name of its value in the request. */
const sentFields = (form: INodeProperties[]) =>
	withPaths(form).flatMap(([path, { routing }]) => {
		const property = routing?.send?.property;
		return property ? [[path, property]] : [];
	});

// A field whose `bodyValue` returns nothing is not sent.
test('A recorded request has each field with `routing.send` that its workflow sets', () => {
	const sent = savedNames.flatMap((file) => {
		const recorded = readFileSync(path.join(__dirname, 'requests', `${file}.http`), 'utf8');
		return savedWorkflow(file).senders.flatMap(({ name, parameters }) => {
			const request = recorded.split('### ').find((part) => part.startsWith(`${name}\n`)) ?? '';
			const options = Object.keys(parameters.options ?? {}).map((option) => `options.${option}`);
			const set = [...Object.keys(parameters), ...options];
			return sentFields(fieldsOf(parameters)).filter(
				([field, property]) =>
					set.includes(field) && new RegExp(`"${property}"|[?&]${property}=`).test(request),
			);
		});
	});
	expect(sent).toEqual(expect.arrayContaining(sentFields(description.properties)));
});
