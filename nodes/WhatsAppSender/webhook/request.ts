import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { asText, InputError, kindOf, quoted } from '../input/inputError';
import { milliseconds } from '../input/timeLimit';
import { requiredText, requiredWebAddress } from '../input/required';
import { formatPhone, type PhoneFormat } from './phoneFormat';

interface NameAndValue {
	name?: unknown;
	value?: unknown;
}

interface WebhookOptions {
	method?: unknown;
	nameField?: unknown;
	phoneField?: unknown;
	fields?: { field?: NameAndValue[] };
	headers?: { header?: NameAndValue[] };
	timeout?: unknown;
}

/**
 * The request of one item to the receiver's URL (§4.5), but for its authentication.
 *
 * @throws InputError for the first value that cannot be sent
 */
export function webhookRequest(
	context: IExecuteFunctions,
	itemIndex: number,
): IHttpRequestOptions & { url: string } {
	const url = context.getNodeParameter('webhookUrl', itemIndex);
	const options = context.getNodeParameter('options', itemIndex, {}) as WebhookOptions;
	return {
		url: requiredWebAddress('Webhook URL', url, 'https://example.com/webhook/contacts'),
		method: methodOf(options.method),
		headers: withContentType(headersOf(options.headers?.header ?? [])),
		// Text, so that the fields arrive as they stand here, whatever they are called.
		body: JSON.stringify(bodyOf(context, itemIndex, options)),
		timeout: milliseconds('Timeout', options.timeout, 30_000),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would turn the POST into a GET, and could take the receiver's secrets elsewhere.
		disableFollowRedirect: true,
	};
}

function bodyOf(
	context: IExecuteFunctions,
	itemIndex: number,
	options: WebhookOptions,
): IDataObject {
	const name = context.getNodeParameter('name', itemIndex, '') ?? '';
	const phone = requiredText(
		'Phone',
		context.getNodeParameter('phone', itemIndex, ''),
		'connect Get List Contacts before this node, or write a number',
	).trim();
	const format = context.getNodeParameter('phoneFormat', itemIndex, 'local') as PhoneFormat;
	const countryCode = context.getNodeParameter('countryCode', itemIndex, '62');
	if (asText(name) === undefined) throw new InputError(`Name is ${kindOf(name)}, not text`);
	return Object.fromEntries([
		[fieldName('Name Field', options.nameField) || 'name', String(name)],
		[
			fieldName('Phone Field', options.phoneField) || 'phone',
			formatPhone(phone, format, countryCode),
		],
		...(options.fields?.field ?? []).map(({ name: field, value }) => [
			requiredText('Name of a field', field, 'write the name that the receiver expects'),
			value ?? null,
		]),
	]) as IDataObject;
}

const METHODS: IHttpRequestMethods[] = ['POST', 'PUT', 'PATCH'];

function methodOf(value: unknown = 'POST'): IHttpRequestMethods {
	const method = METHODS.find((known) => known === value);
	if (!method) throw new InputError(`Method ${quoted(value)} is not one: use POST, PUT or PATCH`);
	return method;
}

function fieldName(field: string, value: unknown): string {
	const text = value === undefined || value === null ? '' : asText(value);
	if (text === undefined) throw new InputError(`${field} is ${kindOf(value)}, not text`);
	return text.trim();
}

function headersOf(headers: NameAndValue[]): Record<string, string> {
	return Object.fromEntries(
		headers.map(({ name, value }) => {
			const header = requiredText('Name of a header', name, 'write it like X-Source').trim();
			const text = asText(value) ?? '';
			if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header)) {
				throw new InputError(
					`Header ${quoted(header)} is not the name of a header: use letters, digits and -`,
				);
			}
			if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
				throw new InputError(
					`Header ${quoted(header)} has line breaks or characters that a header cannot carry`,
				);
			}
			return [header, text];
		}),
	);
}

function withContentType(headers: Record<string, string>): Record<string, string> {
	const own = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
	return own ? headers : { 'Content-Type': 'application/json', ...headers };
}
