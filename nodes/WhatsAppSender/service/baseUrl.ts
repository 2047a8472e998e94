import { InputError } from '../errors/inputError';
import { quotedAddress } from '../errors/words';

/**
 * The service's address as an administrator types it into the credential.
 * Spaces around it and slashes at its end are forgiven, a path prefix is kept.
 *
 * @returns the address without a slash at its end, e.g. `https://api.example.com/v1`
 * @throws InputError where it is not an absolute http(s) address, or carries a query or a login
 */
export function normalizeBaseUrl(typed: unknown): string {
	const text = typeof typed === 'string' ? typed.trim() : '';
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol) || !/^https?:\/\//i.test(text)) {
		throw new InputError(
			`Base URL ${quotedAddress(text)} is not a web address: enter it with http:// or https://, e.g. https://api.example.com`,
			'Correct the Base URL in the WhatsApp Sender API credential.',
		);
	}
	if (url.search || url.hash || url.username || url.password) {
		throw new InputError(
			`Base URL of ${url.host} can only have an address and a path: remove any login, "?" and "#"`,
			'Correct the Base URL in the WhatsApp Sender API credential.',
		);
	}
	return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Whether `url` lies below `baseUrl`: same origin, and a path that continues the base's own. */
export function isBelow(baseUrl: string, url: URL): boolean {
	const base = new URL(baseUrl);
	const prefix = base.pathname.replace(/\/+$/, '') + '/';
	return url.origin === base.origin && url.pathname.startsWith(prefix);
}
