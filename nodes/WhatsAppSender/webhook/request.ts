import type { IDataObject, IExecuteFunctions, IHttpRequestMethods } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { asText, quoted } from '../errors/words';
import { oneOf } from '../values/choice';
import type { DelayOptions } from '../turns/delay';
import { requestSettings, type RequestOptions, type TimedRequestOptions } from '../http/settings';
import { optionalText, requiredId, requiredText, requiredWebAddress } from '../values/required';
import { formatPhone, PHONE_FORMATS } from './phoneFormat';

interface NameAndValue {
	name?: unknown;
	value?: unknown;
}

/** Options of Webhook List, as the node stores them. */
export interface WebhookOptions extends DelayOptions {
	method?: unknown;
	nameField?: unknown;
	phoneField?: unknown;
	fields?: { field?: NameAndValue[] };
	headers?: { header?: NameAndValue[] };
}

/** Milliseconds for the whole response, where Request Options have no Timeout. */
const TIME_LIMIT = 30_000;

export type WebhookRequest = TimedRequestOptions & { url: string };

/**
 * The phone of an item's contact, in the format that Phone Format sets.
 *
 * @throws InputError where there is none
 */
export function phoneOf(context: IExecuteFunctions, itemIndex: number): string {
	const phone = requiredId(
		'Phone',
		context.getNodeParameter('phone', itemIndex, ''),
		'connect Get List Contacts before this node, or enter a number',
	);
	const format = oneOf(
		PHONE_FORMATS,
		'Phone Format',
		context.getNodeParameter('phoneFormat', itemIndex, 'local'),
	);
	const countryCode = context.getNodeParameter('countryCode', itemIndex, '62');
	return formatPhone(phone, format, countryCode);
}

/**
 * The request of one item to the receiver's URL (§4.5), without its authentication.
 *
 * @throws InputError for the first value that cannot be sent
 */
export function webhookRequest(
	context: IExecuteFunctions,
	itemIndex: number,
	phone: string,
	options: WebhookOptions,
): WebhookRequest {
	const url = context.getNodeParameter('webhookUrl', itemIndex);
	const name = optionalText('Name', context.getNodeParameter('name', itemIndex, ''));
	const { method = 'POST' } = options;
	const entered = context.getNodeParameter('requestOptions', itemIndex, {}) as RequestOptions;
	return {
		...requestSettings(entered, TIME_LIMIT),
		url: requiredWebAddress('Webhook URL', url, 'https://example.com/webhook/contacts'),
		method: oneOf(METHODS, 'Method', method),
		headers: withContentType(headersOf(options.headers?.header ?? [])),
		// Text, so that the fields arrive unchanged, whatever their names are.
		body: JSON.stringify(bodyOf(name, phone, options)),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would turn the POST into a GET, and could take the receiver's secrets elsewhere.
		disableFollowRedirect: true,
	};
}

function bodyOf(name: string, phone: string, options: WebhookOptions): IDataObject {
	return withoutRepeats('Field', [
		[optionalText('Name Field', options.nameField).trim() || 'name', name],
		[optionalText('Phone Field', options.phoneField).trim() || 'phone', phone],
		...(options.fields?.field ?? []).map(({ name: field, value }): [string, unknown] => [
			requiredText('Name of a field', field, 'enter the name that the receiver expects'),
			value ?? null,
		]),
	]);
}

/** @throws InputError where two entries have one name */
function withoutRepeats(kind: string, entries: Array<[string, unknown]>): IDataObject {
	const names = entries.map(([name]) => (kind === 'Header' ? name.toLowerCase() : name));
	const repeated = names.find((name, at) => names.indexOf(name) < at);
	if (repeated === undefined) return Object.fromEntries(entries) as IDataObject;
	throw new InputError(
		`${kind} ${quoted(repeated)} is there twice: use each name once, Name Field and Phone Field included`,
	);
}

const METHODS: IHttpRequestMethods[] = ['POST', 'PUT', 'PATCH'];

function headersOf(headers: NameAndValue[]): Record<string, string> {
	return withoutRepeats(
		'Header',
		headers.map(({ name, value }): [string, string] => {
			const header = requiredText('Name of a header', name, 'enter it like X-Source').trim();
			const text = asText(value) ?? '';
			if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header)) {
				throw new InputError(
					`Header ${quoted(header)} is not a valid header name: use letters, digits and -`,
				);
			}
			if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
				throw new InputError(
					`Header ${quoted(header)} has line breaks or characters that are not allowed in a header`,
				);
			}
			return [header, text];
		}),
	) as Record<string, string>;
}

function withContentType(headers: Record<string, string>): Record<string, string> {
	const own = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
	return own ? headers : { 'Content-Type': 'application/json', ...headers };
}
