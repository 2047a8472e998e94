import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { N8nApi } from './api';
import type { Credential, N8nWorkflow } from './api-types';
import { examplesFolder } from './folders';
import { N8nApiError } from './rest-client';

/** The login `npm start` prints. n8n wants 8 characters, a digit and a capital. */
export const demoOwner = {
	email: 'demo@example.com',
	password: 'Sandbox1234',
	firstName: 'Demo',
	lastName: 'User',
};

const CREDENTIAL_TYPE = 'whatsAppSenderApi';
const CREDENTIAL_NAME = 'WhatsApp Sender sandbox';

/** The address and the key of the service that the demo's credential leads to. */
export interface Service {
	baseUrl: string;
	apiKey: string;
}

/**
 * Brings a new n8n to where one can try the node: a login, a credential for the sandbox, the examples.
 * What is there already is left alone, apart from a credential that leads to another address.
 * @returns the names of the workflows that were added, or why nothing could be looked at
 */
export async function prepareDemo(api: N8nApi, service: Service): Promise<{ imported: string[]; problem?: string }> {
	if (await api.needsOwner()) {
		await api.setupOwner(demoOwner);
		await api.skipSurvey();
	} else if (!(await canLogIn(api))) {
		return { imported: [], problem: 'The login has been changed: credential and examples are left as they are.' };
	}
	const credential = await demoCredential(api, service);
	return { imported: await importExamples(api, credential) };
}

async function canLogIn(api: N8nApi): Promise<boolean> {
	try {
		await api.login(demoOwner.email, demoOwner.password);
		return true;
	} catch (error) {
		if (error instanceof N8nApiError && error.status < 500) return false;
		throw error;
	}
}

async function demoCredential(api: N8nApi, { baseUrl, apiKey }: Service): Promise<Credential> {
	const wanted = { name: CREDENTIAL_NAME, type: CREDENTIAL_TYPE, data: { baseUrl, apiKey } };
	const isDemo = ({ name, type }: Credential) => name === wanted.name && type === wanted.type;
	const present = (await api.credentials()).find(isDemo);
	if (!present) return await api.createCredential(wanted);
	// The sandbox gets another port when its own is taken.
	const stored = await api.credential(present.id);
	return stored.data?.baseUrl === baseUrl ? present : await api.updateCredential(present.id, wanted);
}

async function importExamples(api: N8nApi, credential: Credential): Promise<string[]> {
	const present = await api.workflows();
	const imported: string[] = [];
	for (const example of await readExamples()) {
		if (present.some(({ id, name }) => id === example.id || name === example.name)) continue;
		await api.importWorkflow(withCredential(example, credential));
		imported.push(example.name);
	}
	return imported;
}

async function readExamples(): Promise<N8nWorkflow[]> {
	const files = (await readdir(examplesFolder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (file) => {
			const content = JSON.parse(await readFile(path.join(examplesFolder, file), 'utf8')) as N8nWorkflow;
			// With an id of its own an example is known again even after its user gave it another name.
			return { ...content, id: content.id ?? `example-${path.basename(file, '.json')}`.slice(0, 36) };
		}),
	);
}

/** An exported workflow names a credential of the instance it came from. */
function withCredential(workflow: N8nWorkflow, { id, name }: Credential): N8nWorkflow {
	const nodes = workflow.nodes.map((node) =>
		node.credentials?.[CREDENTIAL_TYPE]
			? { ...node, credentials: { ...node.credentials, [CREDENTIAL_TYPE]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}
