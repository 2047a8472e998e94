import type { N8nNode } from '../api/apiTypes';
import { sender } from './call';
import { httpRequest as request } from './nodes';
import type { Instance } from '../startInstance';

const type = 'whatsAppSenderApi';

/** A credential with the sandbox's own key for a service at another address. */
export async function credentialFor({ api, sandbox }: Instance, baseUrl: string) {
	const service = { apiKey: sandbox.apiKey, url: baseUrl };
	const { id, name } = await api.createSenderCredential(service, `For ${baseUrl}`);
	return { [type]: { id, name } };
}

/** A WhatsApp Sender node whose service is at another address. */
export async function senderAt(
	instance: Instance,
	baseUrl: string,
	parameters: Record<string, unknown> = {},
	settings: Partial<N8nNode> = {},
): Promise<N8nNode> {
	const credentials = await credentialFor(instance, baseUrl);
	const message = { phone: '={{ $json.phone ?? "6281200000001" }}', text: 'Hello' };
	return sender(instance, { ...message, ...parameters }, { credentials, ...settings });
}

/** The HTTP Request node, signed with the credential of this package. */
export function httpRequest(url: string, credentials: N8nNode['credentials'], parameters = {}) {
	const signed = { authentication: 'predefinedCredentialType', nodeCredentialType: type };
	return request('Request', { url, ...signed, ...parameters }, { credentials });
}

export const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ phone: String(6281200000001 + index) }));

export const phonesOf = (items: Array<{ phone: string }>) => items.map(({ phone }) => phone);
