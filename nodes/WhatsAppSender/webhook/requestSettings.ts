import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { InputError } from '../input/inputError';

/** n8n's own Request Options, which it adds to every declarative node and applies to routing only. */
interface RequestOptions {
	proxy?: string;
	allowUnauthorizedCerts?: boolean;
}

/**
 * The user's Request Options as far as they matter to one request: proxy and certificates.
 *
 * @throws InputError where the proxy is no address
 */
export function requestSettings(
	context: IExecuteFunctions,
	itemIndex: number,
): Partial<IHttpRequestOptions> {
	const settings = context.getNodeParameter('requestOptions', itemIndex, {}) as RequestOptions;
	return {
		skipSslCertificateValidation: settings.allowUnauthorizedCerts === true,
		...(settings.proxy && { proxy: proxyOf(settings.proxy) }),
	};
}

function proxyOf(address: string): IHttpRequestOptions['proxy'] {
	if (!URL.canParse(address))
		throw new InputError('Proxy is not a web address: write it like http://127.0.0.1:3128');
	const { hostname, port, protocol, username, password } = new URL(address);
	return {
		host: hostname,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		protocol: protocol.replace(':', ''),
		...(username && {
			auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
		}),
	};
}
