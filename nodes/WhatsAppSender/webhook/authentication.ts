import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { oneOf } from '../values/checks';

type Secrets = Record<string, string>;

/** n8n's generic credentials, made for requests to any host, by the authentication they serve (§5.2). */
export const RECEIVER_CREDENTIALS = {
	basicAuth: 'httpBasicAuth',
	bearerAuth: 'httpBearerAuth',
	headerAuth: 'httpHeaderAuth',
	queryAuth: 'httpQueryAuth',
} as const;

type Authentication = keyof typeof RECEIVER_CREDENTIALS;

/** What an authentication adds to a request. */
export interface Authenticated {
	request: Partial<IHttpRequestOptions>;
	/** To be redacted where the receiver repeats them. */
	secrets: string[];
}

/** The login also in Latin-1, as older servers read and repeat it. */
function secretsOf({ user, password, token, value }: Secrets): string[] {
	const logins = password ? [basic(user, password), basic(user, password, 'latin1')] : [];
	return [token, value, password, ...logins].filter(Boolean);
}

/** In UTF-8, as RFC 7617 asks for. Written here, so that what goes over the wire can be hidden. */
function basic(user: string, password: string, encoding: BufferEncoding = 'utf8'): string {
	return Buffer.from(`${user}:${password}`, encoding).toString('base64');
}

/** Where each of them puts its secrets. */
const AUTHENTICATIONS: Record<Authentication, (secrets: Secrets) => Partial<IHttpRequestOptions>> =
	{
		basicAuth: ({ user, password }) => ({
			headers: { Authorization: `Basic ${basic(user, password)}` },
		}),
		bearerAuth: ({ token }) => ({ headers: { Authorization: `Bearer ${token}` } }),
		headerAuth: ({ name, value }) => ({ headers: { [name]: value } }),
		queryAuth: ({ name, value }) => ({ qs: { [name]: value } }),
	};

/**
 * What the chosen authentication adds to a request to `url`.
 *
 * @throws InputError where the credential is not allowed for this host
 */
export async function authenticationOf(
	context: IExecuteFunctions,
	itemIndex: number,
	url: string,
): Promise<Authenticated> {
	const chosen = oneOf(
		[...(Object.keys(RECEIVER_CREDENTIALS) as Authentication[]), 'none'],
		'Authentication',
		context.getNodeParameter('receiverAuthentication', itemIndex, 'none'),
	);
	if (chosen === 'none') return { request: {}, secrets: [] };
	const secrets = await context.getCredentials(RECEIVER_CREDENTIALS[chosen], itemIndex);
	return {
		request: { ...AUTHENTICATIONS[chosen](secrets as Secrets), ...allowedHosts(url, secrets) },
		secrets: secretsOf(secrets as Secrets),
	};
}

/** n8n lets the owner of a generic credential say which hosts it may go to; n8n's request checks a list. */
function allowedHosts(
	url: string,
	credential: ICredentialDataDecryptedObject,
): Partial<IHttpRequestOptions> {
	const { allowedHttpRequestDomains: rule, allowedDomains } = credential;
	const hosts = String(allowedDomains ?? '').trim();
	if (rule === 'none' || (rule === 'domains' && hosts === '')) {
		throw new InputError(
			`The credential chosen under Authentication is not allowed for ${new URL(url).host}`,
			'Add the host to the allowed domains of the credential, or choose another credential.',
		);
	}
	return rule === 'domains' ? { allowedDomains: hosts } : {};
}
