import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { quoted } from '../values/checks';
import { signalOf } from '../values/timeLimit';
import { requireHeader } from './contactRequest';

const CREDENTIAL_NAME = 'the WhatsApp Sender Webhook API credential';

interface Login {
	headers: Record<string, string>;
	qs: Record<string, string>;
	/** To redact where the receiver repeats them. */
	secrets: string[];
}

/** Values are trimmed: HTTP drops spaces around a header, and so the receiver repeats it. */
function receiverLogin(credential: ICredentialDataDecryptedObject): Login {
	const entered = (field: string): string => {
		const value = String(credential[field] ?? '').trim();
		if (value) return value;
		const label = field.charAt(0).toUpperCase() + field.slice(1);
		throw new InputError(`${label} of ${CREDENTIAL_NAME} is empty`);
	};
	const header = (name: string, value: string, secrets = withoutWord(value)): Login => {
		requireHeader(`Header ${quoted(name)} of ${CREDENTIAL_NAME}`, name, value);
		return { headers: { [name]: value }, qs: {}, secrets };
	};
	switch (credential.authentication) {
		case 'basicAuth': {
			const password = entered('password');
			const login = `${entered('user')}:${password}`;
			// In UTF-8, as RFC 7617 asks for.
			const encoded = Buffer.from(login, 'utf8').toString('base64');
			return header('Authorization', `Basic ${encoded}`, [password, login]);
		}
		case 'bearerAuth': {
			const token = entered('token');
			return header('Authorization', `Bearer ${token}`, withoutWord(token));
		}
		case 'headerAuth':
			return header(entered('name'), entered('value'));
		case 'queryAuth': {
			const value = entered('value');
			return { headers: {}, qs: { [entered('name')]: value }, secrets: [value] };
		}
	}
	const chosen = quoted(credential.authentication);
	throw new InputError(`Authentication ${chosen} of ${CREDENTIAL_NAME} is not supported`);
}

/** A secret, which a receiver may repeat without the word before it, such as `Bearer` or `Api-Key`. */
const withoutWord = (secret: string) => [secret, secret.replace(/^([\w-]+[ \t]+)+(?=\S+$)/, '')];

/** Adds the login of the receiver to a request (§4.5, §5.2). It wins over a header of the same name. */
export async function signReceiverRequest(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { headers, qs } = receiverLogin(credential);
	return {
		...request,
		// Of one name in any case, n8n's HTTP client sends the last.
		headers: { ...request.headers, ...headers },
		qs: { ...request.qs, ...qs },
		// Here, because n8n replaces any other signal by the stop button's before it calls us.
		abortSignal: signalOf(request),
	};
}

/** Refuses a URL that the credential cannot sign. @returns the secrets to redact in the response */
export function requireLogin(credential: ICredentialDataDecryptedObject, url: string): string[] {
	const { qs, secrets } = receiverLogin(credential);
	const { hostname, host, searchParams } = new URL(url);
	if (!isAllowed(credential, hostname)) {
		throw new InputError(
			`The WhatsApp Sender Webhook API credential is not allowed for ${host}`,
			'Add the host to the Allowed Domains of the credential, or choose another credential.',
		);
	}
	const repeated = Object.keys(qs).find((name) => searchParams.has(name));
	if (repeated === undefined) return secrets;
	throw new InputError(
		`Webhook URL already has the parameter ${quoted(repeated)}, which ${CREDENTIAL_NAME} adds: remove it from the URL`,
	);
}

/** Checked before sending: n8n refuses the host too, but with an error that could mean anything. */
function isAllowed(
	{ allowedHttpRequestDomains: rule, allowedDomains }: ICredentialDataDecryptedObject,
	hostname: string,
): boolean {
	if (rule !== 'domains') return rule !== 'none';
	const normalize = (domain: string) => domain.trim().toLowerCase().replace(/\.$/, '');
	const host = normalize(hostname);
	return String(allowedDomains ?? '')
		.split(',')
		.map(normalize)
		.some((domain) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain));
}

/** The Test button of the credential. There is no address to try, so it checks what is entered. */
export async function testReceiverCredential(
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		receiverLogin(credential.data ?? {});
		const message = 'The login is complete. The receiver checks it with the first request.';
		return { status: 'OK', message };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}
