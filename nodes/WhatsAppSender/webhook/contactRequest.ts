import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { requestSettings } from '../values/requestOptions';
import { withTimeLimit, type TimeLimit } from '../values/timeLimit';
import { oneOf, optionalText, quote, requiredId, requiredWebAddress } from '../values/checks';
import { enteredText, refuseWhole, storedValue } from '../values/fixedOrExpression';
import { countryCodeOf, normalizeCountryCode, nationalFormWithZero } from '../values/numberingPlan';
import type { OptionSource } from '../values/option';
import { normalizePhone } from '../values/phone';

/** Reads the parameters of an item. */
type Source = Pick<OptionSource, 'node' | 'parameter'>;

/** §2.6 leaves the format of a phone number to the receiver. */
const PHONE_FORMATS = ['local', 'international', 'asIs'] as const;
export type PhoneFormat = (typeof PHONE_FORMATS)[number];

const METHODS: IHttpRequestMethods[] = ['POST', 'PUT', 'PATCH'];

/**
 * The contact of an item: the `phone` in the receiver's format, and the `recipient` as entered, which
 * identifies the contact in a retry, even if Phone Format was corrected.
 */
export function contactOf(source: Source) {
	const { node, parameter } = source;
	refuseWhole('Options', node.parameters.options);
	const fix = 'connect Get List Contacts before this node, or enter a number';
	const recipient = requiredId('Phone', enteredText(source, 'Phone', 'phone'), fix);
	const entered = parameter('Phone Format', 'phoneFormat', 'local');
	const format = oneOf(PHONE_FORMATS, 'Phone Format', entered);
	const country = parameter('Country Code', 'countryCode', '62');
	return { recipient, phone: formatPhone(recipient, format, country) };
}

/**
 * Writes a number of the country with a leading 0 (`local`, as the template of §2.6) or with the country
 * code (`international`). Any other value stays unchanged: a number of another country, or of a country without
 * a leading 0, a group ID, and a value that is not a phone number.
 */
export function formatPhone(written: string, format: PhoneFormat, countryCode: unknown): string {
	const code = normalizeCountryCode(countryCode);
	if (format === 'asIs') return written;
	try {
		const digits = normalizePhone(written, code);
		const local = countryCodeOf(digits) === code ? nationalFormWithZero(digits) : undefined;
		if (!local) return written;
		return format === 'local' ? local : digits;
	} catch {
		return written;
	}
}

export type ReceiverRequest = IHttpRequestOptions & { timeLimit: TimeLimit };

/** The request of one item to the receiver's URL (§4.5), without its authentication. */
export function contactRequest(source: Source, phone: string): ReceiverRequest {
	const { parameter } = source;
	const name = optionalText('Name', enteredText(source, 'Name', 'name'));
	return withTimeLimit({
		...requestSettings(parameter('Request Options', 'requestOptions', {})),
		url: urlWithoutLogin(enteredText(source, 'Webhook URL', 'webhookUrl')),
		method: oneOf(METHODS, 'Method', parameter('Method', 'options.method', 'POST') ?? 'POST'),
		headers: { 'Content-Type': 'application/json', ...headersOf(source) },
		// Text, so that the fields arrive unchanged, whatever their names are.
		body: JSON.stringify(contactFields(name, phone, source)),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would turn the POST into a GET, and could take the receiver's secrets elsewhere.
		disableFollowRedirect: true,
	});
}

/** Without this check, n8n would send the URL's login instead of the credential's. */
function urlWithoutLogin(entered: unknown): string {
	const url = requiredWebAddress('Webhook URL', entered, 'https://example.com/webhook/contacts');
	const { username, password } = new URL(url);
	if (!username && !password) return url;
	throw new InputError('Webhook URL contains a login: remove it, and set Authentication');
}

function contactFields(name: string, phone: string, source: Source): IDataObject {
	const fieldName = (label: string, option: string, defaultValue: string) =>
		optionalText(label, enteredText(source, label, option)).trim() || defaultValue;
	const entries: Array<[string, unknown]> = [
		[fieldName('Name Field', 'options.nameField', 'name'), name],
		[fieldName('Phone Field', 'options.phoneField', 'phone'), phone],
		...pairsOf(source, 'Extra Fields', 'options.fields.field'),
	];
	const names = entries.map(([field]) => field);
	refuseRepeats('Field', names, 'use each name once, Name Field and Phone Field included');
	return Object.fromEntries(entries) as IDataObject;
}

function headersOf(source: Source): IDataObject {
	const pairs = pairsOf(source, 'Extra Headers', 'options.headers.header');
	const entries = pairs.map(([name, value]) => {
		const label = `Header ${quote(name)}`;
		const text = optionalText(label, value);
		requireHeader(label, name, text);
		return [name, text];
	});
	const names = entries.map(([name]) => name.toLowerCase());
	refuseRepeats('Header', names, 'use each name once');
	return Object.fromEntries(entries) as IDataObject;
}

/** The names and values of a collection. */
function pairsOf(source: Source, label: string, path: string): Array<[string, unknown]> {
	const { length } = (storedValue(source.node, path) ?? []) as unknown[];
	const fix = 'enter the name that the receiver expects';
	return Array.from({ length }, (_, index) => {
		const name = enteredText(source, `Name of ${label}`, `${path}.${index}.name`);
		const value = enteredText(source, `Value of ${label}`, `${path}.${index}.value`, null);
		return [requiredId(`Name of ${label}`, name, fix), value ?? null];
	});
}

/** Refuses a header that HTTP cannot carry. @param label its name in an error */
export function requireHeader(label: string, name: string, value: string): void {
	if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
		throw new InputError(`${label} is not a valid header name: use letters, digits and -`);
	}
	if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
		throw new InputError(
			`${label} contains line breaks or characters that are not allowed in a header`,
		);
	}
}

function refuseRepeats(kind: string, names: string[], fix: string): void {
	const repeated = names.find((name, index) => names.indexOf(name) < index);
	if (repeated === undefined) return;
	throw new InputError(`${kind} ${quote(repeated)} is used twice: ${fix}`);
}
