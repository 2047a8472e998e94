import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { N8nApi } from '../api/api';
import type { Credential, N8nWorkflow, NewCredential } from '../api/apiTypes';
import { examplesFolder } from '../n8n/folders';

/** n8n lists the workflow that was saved last first. */
const FIRST = 'first-message.json';
/** The example that others send to. */
const RECEIVER = 'Webhook receiver';
/** The sandbox, as notes and HTTP Request nodes of the examples have it: no expression reads a credential there. */
const ADDRESS_IN_EXAMPLES = 'http://127.0.0.1:8089';

/** The address and the key of the service that the demo's credential leads to. */
export interface Service {
	baseUrl: string;
	apiKey: string;
}

/**
 * Brings a new n8n to where one can try the node: a credential for the sandbox, the examples.
 * What is there already is left alone, apart from a credential that leads to another address.
 *
 * @returns the names of the workflows that were added
 */
export async function prepareDemo(api: N8nApi, service: Service): Promise<string[]> {
	const credentials = await Promise.all(
		demoCredentials(service).map((wanted) => present(api, wanted)),
	);
	return await importExamples(api, service, credentials);
}

/** Under the names that the examples have for them. */
function demoCredentials({ baseUrl, apiKey }: Service): NewCredential[] {
	return [
		{ name: 'WhatsApp Sender sandbox', type: 'whatsAppSenderApi', data: { baseUrl, apiKey } },
		// Both ends of it are examples, so any secret will do.
		{
			name: 'Demo receiver',
			type: 'httpHeaderAuth',
			data: { name: 'X-Receiver-Key', value: randomUUID() },
		},
	];
}

async function present(api: N8nApi, wanted: NewCredential): Promise<Credential> {
	const isWanted = ({ name, type }: Credential) => name === wanted.name && type === wanted.type;
	const found = (await api.credentials()).find(isWanted);
	if (!found) return await api.createCredential(wanted);
	// The sandbox gets another port when its own is taken.
	const stored = await api.credential(found.id);
	return stored.data?.baseUrl === wanted.data.baseUrl
		? found
		: await api.updateCredential(found.id, wanted);
}

async function importExamples(
	api: N8nApi,
	service: Service,
	credentials: Credential[],
): Promise<string[]> {
	const stored = await api.workflows();
	const imported: string[] = [];
	for (const example of await readExamples(service)) {
		if (stored.some(({ id, name }) => id === example.id || name === example.name)) continue;
		const { id } = await api.importWorkflow(withCredentials(example, credentials));
		if (example.name === RECEIVER) await api.activate(id);
		imported.push(example.name);
	}
	return imported;
}

async function readExamples({ baseUrl }: Service): Promise<N8nWorkflow[]> {
	const files = (await readdir(examplesFolder).catch(() => []))
		.filter((name) => name.endsWith('.json'))
		.sort((one, other) => Number(one === FIRST) - Number(other === FIRST));
	return await Promise.all(
		files.map(async (file) => {
			const text = await readFile(path.join(examplesFolder, file), 'utf8');
			const content = JSON.parse(text.replaceAll(ADDRESS_IN_EXAMPLES, baseUrl)) as N8nWorkflow;
			// With an id of its own an example is known again even after its user gave it another name.
			return {
				...content,
				id: content.id ?? `example-${path.basename(file, '.json')}`.slice(0, 36),
			};
		}),
	);
}

/** An exported workflow names credentials of the instance it came from. */
function withCredentials(workflow: N8nWorkflow, known: Credential[]): N8nWorkflow {
	const nodes = workflow.nodes.map((node) => {
		const own = known.filter(({ name, type }) => node.credentials?.[type]?.name === name);
		const named = own.map(({ id, name, type }) => [type, { id, name }]);
		return own.length > 0
			? { ...node, credentials: { ...node.credentials, ...Object.fromEntries(named) } }
			: node;
	});
	return { ...workflow, nodes };
}
