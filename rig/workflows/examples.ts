import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import type { N8nApi } from '../api/api';
import type { N8nNode, N8nWorkflow, SavedWorkflow } from '../api/api';
import { examplesFolder } from '../n8n/folders';
import type { Instance } from '../startRig';
import { jsonOf, outcomeOf } from './call';

/** n8n lists the workflow that was saved last first. */
const FIRST = 'first-message.json';
const RECEIVER = 'Webhook receiver';
/** The sandbox, as notes and HTTP Request nodes of the examples have it: no expression reads a credential there. */
const ADDRESS_IN_EXAMPLES = 'http://127.0.0.1:8089';

/**
 * Brings a new n8n to where one can try the node: a credential for the sandbox, the examples.
 * What is there already is left alone, apart from credentials: the sandbox may have another address.
 *
 * @returns the names of the workflows that were added
 */
export async function prepareDemo(api: N8nApi, { url, apiKey }: Pick<Sandbox, 'url' | 'apiKey'>) {
	// Sender and receiver are both examples, so any secret will do.
	const header = { name: 'X-Receiver-Key', value: randomUUID() };
	const receiver = { authentication: 'headerAuth', ...header };
	// Under the names that the examples have for them.
	const service = { apiKey, baseUrl: url, countryCode: '62' };
	const wanted = [
		{ type: 'whatsAppSenderApi', name: 'WhatsApp Sender sandbox', data: service },
		{ type: 'whatsAppSenderWebhookApi', name: 'Demo receiver login', data: receiver },
		{ type: 'httpHeaderAuth', name: 'Demo receiver', data: header },
	];
	const stored = await api.credentials();
	const known: NonNullable<N8nNode['credentials']> = {};
	for (const credential of wanted) {
		const { type, name } = credential;
		const found = stored.find((each) => each.name === name && each.type === type);
		const { id } = found ?? (await api.createCredential(credential));
		if (found) await api.updateCredential(id, credential);
		known[type] = { id, name };
	}
	const present = await api.workflows();
	const imported: string[] = [];
	for (const example of await readExamples(url)) {
		if (present.some(({ id, name }) => id === example.id || name === example.name)) continue;
		// An exported workflow names credentials of the instance it came from.
		const nodes = example.nodes.map(({ credentials = {}, ...node }) => {
			const own = Object.keys(credentials).map((type) => [type, known[type]]);
			return { ...node, credentials: Object.fromEntries(own) };
		});
		const { id } = await api.createWorkflow({ ...example, nodes: nodes as N8nNode[] });
		if (example.name === RECEIVER) await api.activate(id);
		imported.push(example.name);
	}
	return imported;
}

async function readExamples(service: string): Promise<N8nWorkflow[]> {
	const files = (await readdir(examplesFolder))
		.filter((name) => name.endsWith('.json'))
		.sort((one, other) => Number(one === FIRST) - Number(other === FIRST));
	return await Promise.all(
		files.map(async (file) => {
			const text = await readFile(path.join(examplesFolder, file), 'utf8');
			const content = JSON.parse(text.replaceAll(ADDRESS_IN_EXAMPLES, service)) as N8nWorkflow;
			const nodes = content.nodes.map(asTrial);
			// With an id of its own an example is known again even after its user gave it another name.
			return { ...content, nodes, id: `example-${path.basename(file, '.json')}`.slice(0, 36) };
		}),
	);
}

/** Where nothing is sent to anyone, nobody needs to wait for minutes. */
const TRIAL_DELAY = { seconds: { min: 0.5, max: 1 } };
const TRIAL_NOTE =
	'\n**Delay Between Messages** is 1 second here. In your own n8n, set 5 to 15 seconds.';
const LINE_HEIGHT = 20;

/** A node of a broadcast with a short delay, and the note that says so. */
function asTrial(node: N8nNode, _index: number, nodes: N8nNode[]): N8nNode {
	const { parameters } = node;
	const hasDelay = (each: N8nNode) => Boolean((each.parameters.options as IDataObject)?.delay);
	if (hasDelay(node)) {
		const options = { ...(parameters.options as IDataObject), delay: TRIAL_DELAY };
		return { ...node, parameters: { ...parameters, options } };
	}
	if (node.name !== 'What this is' || !nodes.some(hasDelay)) return node;
	const content = `${parameters.content}${TRIAL_NOTE}`;
	const height = Number(parameters.height) + LINE_HEIGHT;
	return { ...node, parameters: { ...parameters, content, height } };
}

/** The workflows in `examples/`, imported before the tests of one `describe`. */
export function useExamples(instance: Instance) {
	const named = async (name: string): Promise<SavedWorkflow> => {
		const found = (await instance.api.workflows()).find((workflow) => workflow.name === name);
		return await instance.api.workflow(String(found?.id));
	};
	/** Runs a workflow from the editor, and expects success. */
	const runSaved = async (workflow: SavedWorkflow, firstNode = 'Run manually') => {
		const id = await instance.api.run(workflow, firstNode);
		const execution = await instance.api.executionEnded(id);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		return (nodeName: string) => jsonOf(outcomeOf(execution, nodeName).items);
	};
	const importAll = async () => await prepareDemo(instance.api, instance.sandbox);
	beforeAll(async () => void (await importAll()));
	return { import: importAll, named, runSaved };
}
