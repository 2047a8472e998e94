import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Call, Sandbox } from '../../sandbox';
import type { N8nApi, N8nNode, N8nWorkflow, SavedWorkflow } from '../api/api';
import { examplesFolder } from '../n8n/folders';
import type { Instance } from '../startRig';
import { jsonOf, outcomeOf } from './call';

/** The rig imports it last, because n8n lists the newest workflow first. */
const FIRST = 'first-message.json';
/** Another example sends to the first one, and people open the second one. */
const PUBLISHED = ['Webhook receiver', 'Broadcast or ask by a form'];
/** The login of the form in tests. */
export const FORM_LOGIN = { user: 'ana', password: 'a secret of hers' };
/** The addresses of the sandbox and of n8n in the examples. */
const SANDBOX_IN_EXAMPLES = 'http://127.0.0.1:8089';
const N8N_IN_EXAMPLES = 'http://127.0.0.1:5678';

const MODEL_TYPE = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
const MODEL_CREDENTIAL = 'Sandbox script (no real model)';

/**
 * Adds the examples and their credentials to an n8n. It updates credentials, because the sandbox may have another URL,
 * and does not change workflows that are there already. The examples differ from their files only in addresses, IDs and
 * credentials: users export them to another n8n.
 *
 * @param login of the form that sends
 * @returns the names of the workflows that were added
 */
export async function prepareDemo(
	api: N8nApi,
	sandbox: Pick<Sandbox, 'url' | 'modelUrl' | 'apiKey' | 'shopKeys'>,
	login: typeof FORM_LOGIN,
) {
	const { url, modelUrl, apiKey, shopKeys } = sandbox;
	// Sender and receiver are both examples, and no shop calls the demo, so any secret works.
	const header = { name: 'X-Receiver-Key', value: randomUUID() };
	const receiver = { authentication: 'headerAuth', ...header };
	// The examples use these names.
	const service = { apiKey, baseUrl: url, countryCode: '62' };
	const shops = { ...service, apiKey: `={{ (${JSON.stringify(shopKeys)})[$json.shop] }}` };
	const model = { apiKey: 'no-key', url: modelUrl, header: false };
	const wanted = [
		{ type: 'whatsAppSenderApi', name: 'WhatsApp Sender sandbox', data: service },
		{ type: 'whatsAppSenderApi', name: 'All shops', data: shops },
		{ type: 'whatsAppSenderWebhookApi', name: 'Demo receiver login', data: receiver },
		{ type: 'httpHeaderAuth', name: 'Demo receiver', data: header },
		{ type: 'httpBasicAuth', name: 'Form login', data: login },
		{ type: 'crypto', name: 'Demo shop', data: { hmacSecret: randomUUID() } },
		{ type: 'openAiApi', name: MODEL_CREDENTIAL, data: model },
	];
	const stored = await api.credentials();
	const known: NonNullable<N8nNode['credentials']> = {};
	for (const credential of wanted) {
		const { type, name } = credential;
		const found = stored.find((each) => each.name === name && each.type === type);
		const { id } = found ?? (await api.createCredential(credential));
		if (found) await api.updateCredential(id, credential);
		known[name] = { id, name };
	}
	const present = await api.workflows();
	const imported: string[] = [];
	for (const example of await readExamples(url, api.webhooks)) {
		if (present.some(({ id, name }) => id === example.id || name === example.name)) continue;
		// An exported workflow has the IDs of credentials in its n8n.
		const nodes = example.nodes.map(({ credentials = {}, ...node }) => {
			const own = Object.entries(credentials).map(([type, { name }]) => [type, known[name]]);
			if (node.type === MODEL_TYPE) own.push(['openAiApi', known[MODEL_CREDENTIAL]]);
			return { ...node, credentials: Object.fromEntries(own) };
		});
		const { id } = await api.createWorkflow({ ...example, nodes: nodes as N8nNode[] });
		if (PUBLISHED.includes(example.name)) await api.activate(id);
		imported.push(example.name);
	}
	return imported;
}

async function readExamples(sandbox: string, n8n: string): Promise<N8nWorkflow[]> {
	const files = (await readdir(examplesFolder))
		.filter((name) => name.endsWith('.json'))
		.sort((one, other) => Number(one === FIRST) - Number(other === FIRST));
	return await Promise.all(
		files.map(async (file) => {
			const text = await readFile(path.join(examplesFolder, file), 'utf8');
			const here = text.replaceAll(SANDBOX_IN_EXAMPLES, sandbox).replaceAll(N8N_IN_EXAMPLES, n8n);
			const content = JSON.parse(here) as N8nWorkflow;
			// By this ID, the rig recognizes an example that the user has renamed.
			return { ...content, id: `example-${path.basename(file, '.json')}`.slice(0, 36) };
		}),
	);
}

/** Imports the workflows in `examples/` before the tests of a `describe`. */
export function useExamples(instance: Instance) {
	const named = async (name: string): Promise<SavedWorkflow> => {
		const found = (await instance.api.workflows()).find((workflow) => workflow.name === name);
		return await instance.api.workflow(String(found?.id));
	};
	/** Runs a workflow from the editor, and expects success. @returns the output of a node */
	const runSaved = async (workflow: SavedWorkflow, firstNode = 'Run manually') => {
		const id = await instance.api.run(workflow, firstNode);
		const execution = await instance.api.executionEnded(id);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		return (nodeName: string) => jsonOf(outcomeOf(execution, nodeName).items);
	};
	const importAll = async () => await prepareDemo(instance.api, instance.sandbox, FORM_LOGIN);
	beforeAll(async () => {
		if ((await importAll()).length === 0) return;
		for (const { id } of await instance.api.workflows()) {
			const workflow = await instance.api.workflow(id);
			const nodes = workflow.nodes.map(withoutDelay);
			await instance.api.updateWorkflow({ ...workflow, nodes });
			if (PUBLISHED.includes(workflow.name)) await instance.api.activate(id);
		}
	});
	return { import: importAll, named, runSaved };
}

/** Only for the tests: an example waits 5 to 15 s between messages. */
function withoutDelay({ parameters, ...node }: N8nNode): N8nNode {
	const options = parameters.options as IDataObject | undefined;
	if (!options?.delay) return { parameters, ...node };
	const delay = { seconds: { min: 0, max: 0 } };
	return { ...node, parameters: { ...parameters, options: { ...options, delay } } };
}

/** Lets the sandbox's chat model make these calls, one array a turn, and then answer. */
export function script({ sandbox }: Instance, turns: Call[][]): void {
	const rest = [...turns];
	sandbox.onChat = () => rest.shift() ?? [];
}

/** The results of the tool calls, as the chat model received them, in the order of the calls. */
export const observations = ({ sandbox }: Instance) =>
	sandbox.chats.at(-1)!.results.map(({ result }) => result);
