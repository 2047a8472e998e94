import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { choiceField, choiceOf, type FieldSource } from '../values/formFields';
import { quote } from '../values/text';
import { readCredential, type Send } from '../http/request';

const CREDENTIAL_NAME = 'the WhatsApp Sender Webhook API credential';

/** A login as it is sent, and what to redact of it. */
type Login = Record<'headers' | 'qs', Record<string, string>> & { secrets: string[] };

/** With `show`, the editor would hide Resource and Operation as parts of the authentication. */
export const authentication = choiceField('Authentication', 'receiverAuthentication', 'none', {
	options: [
		{ name: 'None', value: 'none' },
		{ name: 'WhatsApp Sender Webhook API', value: 'credential' },
	],
	description:
		'How to authenticate with the receiver. The API key of WhatsApp Sender API is never sent to it.',
	displayOptions: { hide: { resource: [{ _cnd: { not: 'webhook' } }] } },
});

/** How a request of the node reaches the receiver of an item. */
export interface Receiver {
	/** Sends a request with the login. */
	send: Send;
	/** Sends a request without it, to another address. */
	sendPlain: Send;
	/** What to redact in responses. */
	secrets: string[];
	/** Query parameters of the login. */
	parameters: string[];
}

/**
 * The receiver of an item. Its credential may have expressions.
 *
 * @throws InputError if the login is not complete, or not for this host
 */
export async function receiverOf(
	context: IExecuteFunctions,
	index: number,
	source: FieldSource,
	url: string,
): Promise<Receiver> {
	const sendPlain: Send = async (request) => {
		const abortSignal = context.getExecutionCancelSignal();
		return await context.helpers.httpRequest({ ...request, abortSignal });
	};
	if (choiceOf(source, authentication) === 'none') {
		return { send: sendPlain, sendPlain, secrets: [], parameters: [] };
	}
	const label = 'WhatsApp Sender Webhook API';
	const { data, send } = await readCredential(context, 'whatsAppSenderWebhookApi', label, index);
	const { hostname, host } = new URL(url);
	if (!isAllowed(data, hostname)) {
		throw new InputError(
			`The WhatsApp Sender Webhook API credential is not allowed for ${host}`,
			'Add the host to the Allowed Domains of the credential, or choose another credential.',
		);
	}
	const { qs, secrets } = loginOf(data);
	return { send, sendPlain, secrets, parameters: Object.keys(qs) };
}

/** The login of a credential, without the spaces around its values. @throws InputError if it is not complete */
function loginOf(credential: ICredentialDataDecryptedObject): Login {
	const entered = (field: string): string => {
		const value = String(credential[field] ?? '').trim();
		if (value) return value;
		const label = field.charAt(0).toUpperCase() + field.slice(1);
		throw new InputError(`${label} of ${CREDENTIAL_NAME} is empty`);
	};
	const header = (name: string, value: string, ...secrets: string[]): Login => {
		requireHeaderValue(`Header ${quote(name)} of ${CREDENTIAL_NAME}`, value);
		return { headers: { [name]: value }, qs: {}, secrets: [...secretsIn(value), ...secrets] };
	};
	switch (credential.authentication) {
		case 'basicAuth': {
			const [user, password] = [entered('user'), entered('password')];
			const login = `${user}:${password}`;
			// In UTF-8, as RFC 7617 asks for.
			const base64 = Buffer.from(login, 'utf8').toString('base64');
			return header('Authorization', `Basic ${base64}`, login, password);
		}
		case 'bearerAuth':
			return header('Authorization', `Bearer ${entered('token')}`);
		case 'headerAuth':
			return header(entered('name'), entered('value'));
		case 'queryAuth': {
			const [name, value] = [entered('name'), entered('value')];
			return { headers: {}, qs: { [name]: value }, secrets: secretsIn(value) };
		}
	}
	const chosen = quote(credential.authentication);
	throw new InputError(`Authentication ${chosen} of ${CREDENTIAL_NAME} is not supported`);
}

/** Adds the login of the receiver to a request (§4.5, §5.2), in place of a header of the same name. */
export async function signReceiverRequest(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { headers, qs } = loginOf(credential);
	return {
		...request,
		// n8n's HTTP client sends the last header of a name, in any case.
		headers: { ...request.headers, ...headers },
		qs: { ...request.qs, ...qs },
	};
}

/** A receiver may repeat a value without the word before it, such as `Bearer` or `Api-Key`. */
const secretsIn = (value: string) => [value, value.replace(/^([\w-]+[ \t]+)+(?=\S+$)/, '')];

/** n8n checks only a credential that it reads itself. */
function isAllowed(credential: ICredentialDataDecryptedObject, hostname: string): boolean {
	const { allowedHttpRequestDomains: rule, allowedDomains } = credential;
	if (rule !== 'domains') return rule !== 'none';
	const domains = String(allowedDomains ?? '')
		.split(',')
		.map((domain) => domain.trim().toLowerCase());
	return domains.some((domain) =>
		domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain,
	);
}

/** The Test button of the credential. The credential has no address, so it checks what is entered. */
export async function testReceiverCredential(
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		loginOf(credential.data ?? {});
		const message = 'The login is complete. The receiver checks it with the first request.';
		return { status: 'OK', message };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}

/** Refuses a value that n8n's HTTP client would drop silently. The client refuses a wrong name itself. @param label for the error */
export function requireHeaderValue(label: string, value: string): void {
	if (!/[^\t\x20-\x7e\x80-\xff]/.test(value)) return;
	throw new InputError(
		`${label} contains line breaks or characters that are not allowed in a header`,
	);
}
