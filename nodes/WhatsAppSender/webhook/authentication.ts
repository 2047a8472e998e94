import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { quoted } from '../errors/words';
import { withinTime, type TimedRequestOptions } from '../http/settings';

type Login = Record<string, string>;

/** What a login adds to a request, and the fields that it needs. */
interface Authentication {
	needs: Record<string, string>;
	adds: (login: Login) => { headers?: Login; qs?: Login };
}

/** In UTF-8, as RFC 7617 asks for. Written here, so that what goes over the wire can be redacted. */
const basic = ({ user, password }: Login, encoding: BufferEncoding = 'utf8') =>
	Buffer.from(`${user}:${password}`, encoding).toString('base64');

const AUTHENTICATIONS: Record<string, Authentication> = {
	basicAuth: {
		needs: { user: 'User', password: 'Password' },
		adds: (login) => ({ headers: { Authorization: `Basic ${basic(login)}` } }),
	},
	bearerAuth: {
		needs: { token: 'Token' },
		adds: ({ token }) => ({ headers: { Authorization: `Bearer ${token}` } }),
	},
	headerAuth: {
		needs: { name: 'Name', value: 'Value' },
		adds: ({ name, value }) => ({ headers: { [name]: value } }),
	},
	queryAuth: {
		needs: { name: 'Name', value: 'Value' },
		adds: ({ name, value }) => ({ qs: { [name]: value } }),
	},
};

const CREDENTIAL = 'WhatsApp Sender Webhook API credential';

/** @throws InputError where the credential is not complete */
function authenticationOf(credential: ICredentialDataDecryptedObject): [Authentication, Login] {
	const chosen = String(credential.authentication);
	const authentication = AUTHENTICATIONS[chosen];
	if (!Object.hasOwn(AUTHENTICATIONS, chosen)) {
		throw new InputError(`Authentication ${quoted(chosen)} of the ${CREDENTIAL} is not supported`);
	}
	const login: Login = {};
	for (const [field, label] of Object.entries(authentication.needs)) {
		login[field] = String(credential[field] ?? '');
		if (login[field].trim() === '') {
			throw new InputError(`${label} of the ${CREDENTIAL} is empty`);
		}
	}
	for (const [name, value] of Object.entries(authentication.adds(login).headers ?? {})) {
		if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(value)) continue;
		throw new InputError(
			`The ${CREDENTIAL} has line breaks or characters that are not allowed in a header`,
		);
	}
	return [authentication, login];
}

/**
 * Adds the login of the receiver to a request (§4.5, §5.2). Its header wins over one of the same
 * name, in any case.
 *
 * @throws InputError where the credential is not complete
 */
export function signReceiverRequest(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const [authentication, login] = authenticationOf(credential);
	const { headers = {}, qs = {} } = authentication.adds(login);
	const { totalTimeout, abortSignal } = request as TimedRequestOptions;
	const signed = Object.keys(headers).map((name) => name.toLowerCase());
	const others = Object.entries((request.headers ?? {}) as IDataObject).filter(
		([name]) => !signed.includes(name.toLowerCase()),
	);
	return {
		...request,
		headers: { ...Object.fromEntries(others), ...headers },
		qs: { ...request.qs, ...qs },
		// Here, because n8n replaces any other signal by the stop button's before it calls us.
		abortSignal: withinTime(abortSignal as AbortSignal | undefined, totalTimeout),
	};
}

/**
 * n8n lets the owner of a credential say which hosts it may go to; n8n's request checks a list.
 *
 * @throws InputError where the credential is not allowed for this host
 */
export function allowedHosts(
	{ allowedHttpRequestDomains: rule, allowedDomains }: ICredentialDataDecryptedObject,
	url: string,
): Partial<IHttpRequestOptions> {
	const hosts = String(allowedDomains ?? '').trim();
	if (rule === 'none' || (rule === 'domains' && hosts === '')) {
		throw new InputError(
			`The ${CREDENTIAL} is not allowed for ${new URL(url).host}`,
			'Add the host to the allowed domains of the credential, or choose another credential.',
		);
	}
	return rule === 'domains' ? { allowedDomains: hosts } : {};
}

/** What the login puts on the wire, and its parts, to be redacted where the receiver repeats them. */
export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const { token, value, password } = credential as Login;
	const logins = password ? [basic(credential as Login), basic(credential as Login, 'latin1')] : [];
	// `Bearer X` may come back as X.
	const parts = String(value ?? '').split(/\s+/);
	return [token, value, ...parts, password, ...logins].filter(Boolean);
}

/** The Test button of the credential. There is no address to try, so it checks what is entered. */
export async function testReceiverCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		authenticationOf(data);
		const message = 'The login is complete. The receiver checks it with the first request.';
		return { status: 'OK', message };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}
