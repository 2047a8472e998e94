import type { Credential } from '../api/apiTypes';
import type { Instance } from '../startInstance';
import type { ModelServer } from '../servers/model';

const credentials = new WeakMap<ModelServer, Promise<Credential>>();

/** The OpenAI credential that leads to a scripted model, one for each model server. */
export async function modelCredential({ api }: Instance, server: ModelServer): Promise<Credential> {
	const known = credentials.get(server);
	if (known) return await known;
	const data = { apiKey: 'no-key', url: server.url, header: false };
	const created = api.createCredential({ name: 'Scripted model', type: 'openAiApi', data });
	credentials.set(server, created);
	return await created;
}
