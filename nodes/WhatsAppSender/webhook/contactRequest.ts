import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions, INode } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { requestSettings } from '../values/requestOptions';
import { withTimeLimit, type TimeLimit } from '../values/timeLimit';
import {
	oneOf,
	optionalText,
	quoted,
	requiredId,
	requiredText,
	requiredWebAddress,
} from '../values/checks';
import { countryCodeOf, normalizeCountryCode, writingWithZero } from '../values/numberingPlan';
import type { ReadParameter } from '../values/expressionError';
import { normalizePhone } from '../values/phone';

/** Options of Webhook List, as the node stores them. */
export interface WebhookOptions {
	method?: unknown;
	nameField?: unknown;
	phoneField?: unknown;
	fields?: { field?: NameAndValue[] };
	headers?: { header?: NameAndValue[] };
}

type NameAndValue = { name?: unknown; value?: unknown };

/** How the receiver wants a phone number: §2.6 leaves it to the receiver's own contract. */
const PHONE_FORMATS = ['local', 'international', 'asIs'] as const;
export type PhoneFormat = (typeof PHONE_FORMATS)[number];

const METHODS: IHttpRequestMethods[] = ['POST', 'PUT', 'PATCH'];

/**
 * The contact of an item: the `phone` as Phone Format sets it, and the `recipient` as entered, which
 * a retry knows the contact by, also where Phone Format has been corrected.
 */
export function contactOf(parameter: ReadParameter) {
	const fix = 'connect Get List Contacts before this node, or enter a number';
	const recipient = requiredId('Phone', parameter('Phone', 'phone', ''), fix);
	const entered = parameter('Phone Format', 'phoneFormat', 'local');
	const format = oneOf(PHONE_FORMATS, 'Phone Format', entered);
	const country = parameter('Country Code', 'countryCode', '62');
	return { recipient, phone: formatPhone(recipient, format, country) };
}

/**
 * Writes a number of one's own country with a leading 0 (`local`, as the template of §2.6) or with
 * the country code (`international`). Unchanged: a number of another country, of a country that
 * writes no leading 0, a group id, and whatever a message would not be sent to.
 *
 * @param countryCode of the country that writes the leading 0, e.g. `62`
 */
export function formatPhone(written: string, format: PhoneFormat, countryCode: unknown): string {
	const code = normalizeCountryCode(countryCode);
	if (format === 'asIs') return written;
	try {
		const digits = normalizePhone(written, code);
		const local = countryCodeOf(digits) === code ? writingWithZero(digits) : undefined;
		if (!local) return written;
		return format === 'local' ? local : digits;
	} catch {
		return written;
	}
}

export type ReceiverRequest = IHttpRequestOptions & { timeLimit: TimeLimit };

/** The request of one item to the receiver's URL (§4.5), without its authentication. */
export function webhookRequest(
	node: INode,
	parameter: ReadParameter,
	phone: string,
	options: WebhookOptions,
): ReceiverRequest {
	const name = optionalText('Name', parameter('Name', 'name', ''));
	const entered = parameter('Request Options', 'requestOptions', {});
	return withTimeLimit({
		...requestSettings(entered, node.parameters),
		url: urlWithoutLogin(parameter('Webhook URL', 'webhookUrl', '')),
		method: oneOf(METHODS, 'Method', options.method ?? 'POST'),
		headers: { 'Content-Type': 'application/json', ...headersOf(options) },
		// Text, so that the fields arrive unchanged, whatever their names are.
		body: JSON.stringify(contactFields(name, phone, options)),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would turn the POST into a GET, and could take the receiver's secrets elsewhere.
		disableFollowRedirect: true,
	});
}

/** n8n would send a login in the URL in place of the one of the credential. */
function urlWithoutLogin(entered: unknown): string {
	const url = requiredWebAddress('Webhook URL', entered, 'https://example.com/webhook/contacts');
	const { username, password } = new URL(url);
	if (!username && !password) return url;
	throw new InputError('Webhook URL has a login in it: remove it, and set Authentication instead');
}

function contactFields(name: string, phone: string, options: WebhookOptions): IDataObject {
	const entries: Array<[string, unknown]> = [
		[optionalText('Name Field', options.nameField).trim() || 'name', name],
		[optionalText('Phone Field', options.phoneField).trim() || 'phone', phone],
	];
	for (const { name: field, value = null } of options.fields?.field ?? []) {
		const fix = 'enter the name that the receiver expects';
		entries.push([requiredText('Name of a field', field, fix), value]);
	}
	const names = entries.map(([field]) => field);
	refuseRepeats('Field', names, 'use each name once, Name Field and Phone Field included');
	return Object.fromEntries(entries) as IDataObject;
}

function headersOf({ headers }: WebhookOptions): IDataObject {
	const entries = (headers?.header ?? []).map(({ name, value }) => {
		const header = requiredText('Name of a header', name, 'enter it like X-Source').trim();
		const label = `Header ${quoted(header)}`;
		const text = optionalText(label, value);
		requireHeader(label, header, text);
		return [header, text];
	});
	const names = entries.map(([name]) => name.toLowerCase());
	refuseRepeats('Header', names, 'use each name once');
	return Object.fromEntries(entries) as IDataObject;
}

/** Refuses a header that HTTP cannot carry. @param label what an error calls it */
export function requireHeader(label: string, name: string, value: string): void {
	if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
		throw new InputError(`${label} is not a valid header name: use letters, digits and -`);
	}
	if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
		throw new InputError(`${label} has line breaks or characters that are not allowed in a header`);
	}
}

function refuseRepeats(kind: string, names: string[], fix: string): void {
	const repeated = names.find((name, at) => names.indexOf(name) < at);
	if (repeated === undefined) return;
	throw new InputError(`${kind} ${quoted(repeated)} is there twice: ${fix}`);
}
