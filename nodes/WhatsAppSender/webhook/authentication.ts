import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { withinTime, type TimedRequestOptions } from '../http/settings';
import { quoted } from '../values/checks';
import { requireHeader, withHeaders } from './request';

type Fields = Record<string, string>;

const OF_CREDENTIAL = 'of the WhatsApp Sender Webhook API credential';

/** @throws InputError where the credential is not complete */
function loginOf(credential: ICredentialDataDecryptedObject): { headers?: Fields; qs?: Fields } {
	const entered = (field: string): string => {
		const value = String(credential[field] ?? '');
		if (value.trim()) return value;
		const label = field.charAt(0).toUpperCase() + field.slice(1);
		throw new InputError(`${label} ${OF_CREDENTIAL} is empty`);
	};
	const header = (name: string, value: string) => ({
		headers: Object.fromEntries([
			requireHeader(`Header ${quoted(name)} ${OF_CREDENTIAL}`, name, value),
		]),
	});
	switch (credential.authentication) {
		case 'basicAuth': {
			// In UTF-8, as RFC 7617 asks for.
			const login = Buffer.from(`${entered('user')}:${entered('password')}`, 'utf8');
			return header('Authorization', `Basic ${login.toString('base64')}`);
		}
		case 'bearerAuth':
			return header('Authorization', `Bearer ${entered('token')}`);
		case 'headerAuth':
			return header(entered('name'), entered('value'));
		case 'queryAuth':
			return { qs: { [entered('name')]: entered('value') } };
	}
	const chosen = quoted(credential.authentication);
	throw new InputError(`Authentication ${chosen} ${OF_CREDENTIAL} is not supported`);
}

/** Adds the login of the receiver to a request (§4.5, §5.2). It wins over a header of the same name. */
export function signReceiverRequest(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const { headers = {}, qs } = loginOf(credential);
	const { totalTimeout, abortSignal } = request as TimedRequestOptions;
	return {
		...request,
		headers: withHeaders(request.headers, headers),
		qs: { ...request.qs, ...qs },
		// Here, because n8n replaces any other signal by the stop button's before it calls us.
		abortSignal: withinTime(abortSignal as AbortSignal | undefined, totalTimeout),
	};
}

/** @throws InputError where the credential is not complete, or not allowed for the host of a URL */
export function requireLogin(credential: ICredentialDataDecryptedObject, url: string): void {
	loginOf(credential);
	const { hostname, host } = new URL(url);
	if (isAllowed(credential, hostname)) return;
	throw new InputError(
		`The WhatsApp Sender Webhook API credential is not allowed for ${host}`,
		'Add the host to the Allowed Domains of the credential, or choose another credential.',
	);
}

/**
 * Whether the owner of the credential allows it for a host. n8n would refuse the request, too, but
 * only while it is sent, with an error that could mean anything.
 */
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

/**
 * What must be redacted where the receiver repeats it: of the login that is sent, and not what
 * another Authentication has left in the credential.
 */
export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const { authentication, user, password, token, value } = credential;
	if (authentication === 'basicAuth') return [String(password), `${user}:${password}`];
	return [String(authentication === 'bearerAuth' ? token : value)];
}

/** The Test button of the credential. There is no address to try, so it checks what is entered. */
export async function testReceiverCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		loginOf(data);
		const message = 'The login is complete. The receiver checks it with the first request.';
		return { status: 'OK', message };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}
