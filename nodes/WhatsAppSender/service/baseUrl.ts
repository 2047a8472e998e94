import { InputError } from '../errors/nodeErrors';
import { quoted, quotedAddress } from '../values/checks';

const FIX = 'Base URL is in the WhatsApp Sender API credential.';
/** The service's own paths (§4), pasted with the address: `/send`, `/lists/`, or a list by its UUID (§2.4). */
const OWN_PATH = /\/(?:send|lists(?:\/[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})?)$/;

/**
 * The service's address as an administrator types it into the credential.
 * Spaces around it and slashes at its end are forgiven, a path prefix is kept.
 *
 * @returns the address without a slash at its end, e.g. `https://api.example.com/v1`
 */
export function normalizeBaseUrl(typed: unknown): string {
	const text = typeof typed === 'string' ? typed.trim() : '';
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol) || !/^https?:\/\//i.test(text)) {
		throw new InputError(
			`Base URL ${quotedAddress(text)} is not a web address: enter it with http:// or https://, e.g. https://api.example.com`,
			FIX,
		);
	}
	if (url.search || url.hash || url.username || url.password) {
		throw new InputError(
			`Base URL of ${url.host} can only have an address and a path: remove any login, "?" and "#"`,
			FIX,
		);
	}
	const path = url.pathname.replace(/\/+$/, '');
	const ownPath = OWN_PATH.exec(path)?.[0];
	if (ownPath) {
		throw new InputError(
			`Base URL of ${url.host} ends in ${quoted(ownPath)}, which the node adds itself: remove it`,
			FIX,
		);
	}
	return url.origin + path;
}
