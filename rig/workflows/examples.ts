import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { N8nApi } from '../api/api';
import type { Credential, N8nWorkflow, NewCredential, SavedWorkflow } from '../api/apiTypes';
import { examplesFolder } from '../n8n/folders';
import type { Instance } from '../startInstance';
import { outcomeOf } from './call';

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
	const credentials: Credential[] = [];
	for (const wanted of demoCredentials(service)) credentials.push(await present(api, wanted));
	const stored = await api.workflows();
	const imported: string[] = [];
	for (const example of await readExamples(service)) {
		if (stored.some(({ id, name }) => id === example.id || name === example.name)) continue;
		const { id } = await api.createWorkflow(withCredentials(example, credentials));
		if (example.name === RECEIVER) await api.activate(id);
		imported.push(example.name);
	}
	return imported;
}

/** Under the names that the examples have for them. */
const demoCredentials = (service: Service): NewCredential[] => [
	{ name: 'WhatsApp Sender sandbox', type: 'whatsAppSenderApi', data: { ...service } },
	// Both ends of it are examples, so any secret will do.
	{
		name: 'Demo receiver',
		type: 'httpHeaderAuth',
		data: { name: 'X-Receiver-Key', value: randomUUID() },
	},
];

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

async function readExamples({ baseUrl }: Service): Promise<N8nWorkflow[]> {
	const files = (await readdir(examplesFolder))
		.filter((name) => name.endsWith('.json'))
		.sort((one, other) => Number(one === FIRST) - Number(other === FIRST));
	return await Promise.all(
		files.map(async (file) => {
			const text = await readFile(path.join(examplesFolder, file), 'utf8');
			const content = JSON.parse(text.replaceAll(ADDRESS_IN_EXAMPLES, baseUrl)) as N8nWorkflow;
			// With an id of its own an example is known again even after its user gave it another name.
			return { ...content, id: `example-${path.basename(file, '.json')}`.slice(0, 36) };
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

/** The workflows in `examples/`, imported before the tests of one `describe`. */
export function useExamples(instance: Instance) {
	const named = async (name: string): Promise<SavedWorkflow> => {
		const found = (await instance.api.workflows()).find((workflow) => workflow.name === name);
		return await instance.api.workflow(String(found?.id));
	};
	/** Runs a workflow by hand and expects success. */
	const runSaved = async (workflow: SavedWorkflow, lastNode: string) => {
		const id = await instance.api.run(workflow, 'Run manually');
		const execution = await instance.api.executionEnded(id);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		return outcomeOf(execution, lastNode);
	};
	const examples = {
		/** Imports them as `npm start` does. */
		async import() {
			const { url: baseUrl, apiKey } = instance.sandbox;
			return await prepareDemo(instance.api, { baseUrl, apiKey });
		},
		named,
		/** Runs one by hand, as it was imported, and expects success. */
		run: async (name: string, lastNode: string) => await runSaved(await named(name), lastNode),
		runSaved,
	};
	beforeAll(async () => void (await examples.import()));
	return examples;
}
