import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { readRunOptions } from '../broadcast/rules';
import { sendAll } from '../broadcast/run';
import type { Message, Draft } from '../broadcast/sender';
import { InputError, RejectedError, type UnconfirmedError } from '../errors/failures';
import { noResponse, rejectionText, retryAfterOf, unconfirmedError } from '../http/failedRequest';
import { redact } from '../http/redact';
import { requestSettings, signalOf, type TimeLimit, withTimeLimit } from '../http/request';
import { isOfProxy } from '../http/words';
import {
	enteredText,
	isObject,
	isTool,
	oneOf,
	optionalText,
	type OptionSource,
	parameterReader,
	quote,
	refuseWhole,
	requiredId,
	requiredWebAddress,
	storedValue,
} from '../values/input';
import { countryCodeOf, nationalFormWithZero, normalizeCountryCode } from '../values/numberingPlan';
import { normalizePhone } from '../values/phone';
import { timezoneOf } from '../values/schedule';
import { CREDENTIAL, credentialOf, requireHeader, secretsFor } from './login';

/** A response without the secrets of the request. */
interface ReceiverResponse {
	status: number;
	statusText?: string;
	data: unknown;
	/** Milliseconds that the receiver asks to wait. */
	retryAfter?: number;
}

/**
 * Webhook List (§4.5): posts the name and phone of each contact to a URL. The receiver is someone else, so the
 * node does not read the service's credential.
 */
export async function webhookList(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const sourceOf = (index: number) => ({
		node,
		parameter: parameterReader((name, fallback) => this.getNodeParameter(name, index, fallback)),
	});
	const isShared = this.getInputData().length > 1 || isTool(node);
	const options = readRunOptions({ ...sourceOf(0), timezone: timezoneOf(this), isShared });
	const prepare = async (index: number): Promise<Draft> => {
		const source = sourceOf(index);
		const { recipient, phone } = contactOf(source);
		const build = async (): Promise<Message> => {
			const request = contactRequest(source, phone);
			const credential = await credentialOf(this, index, source.parameter);
			const secrets = credential ? secretsFor(credential, request.url) : [];
			return { send: async () => await postContact(this, request, secrets, credential) };
		};
		return { recipient, person: recipient, build };
	};
	return await sendAll(this, { prepare }, options);
}

/** Posts a contact. @returns the receiver's response, which becomes the output (§4.5) */
async function postContact(
	context: IExecuteFunctions,
	request: ReceiverRequest,
	secrets: string[],
	credential?: ICredentialDataDecryptedObject,
): Promise<IDataObject[]> {
	const { httpRequest, httpRequestWithAuthentication } = context.helpers;
	const abortSignal = context.getExecutionCancelSignal();
	let response: ReceiverResponse;
	try {
		const httpResponse: IN8nHttpFullResponse = credential
			? await httpRequestWithAuthentication.call(context, CREDENTIAL, request, {
					credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential },
				})
			: await httpRequest({ ...request, abortSignal: signalOf({ ...request, abortSignal }) });
		const { statusCode: status, statusMessage: statusText, body: data, headers } = httpResponse;
		const retryAfter = retryAfterOf(status, headers);
		// Redacted first, so that no error or output can contain a secret.
		response = redact({ status, statusText, data, retryAfter }, secrets);
	} catch (error) {
		throw noResponse(error, new URL(request.url).host, RECEIVER, secrets);
	} finally {
		request.timeLimit.end();
	}
	if (response.status >= 300) {
		const error = rejectedBy(response);
		error.retryAfter = response.retryAfter;
		throw error;
	}
	return [response.data].flat().map(asJson);
}

function asJson(element: unknown): IDataObject {
	if (element === undefined || element === null || element === '') return { success: true };
	return isObject(element) ? element : { response: element as string };
}

const WHAT_TO_CHECK = 'Check whether the receiver got the contact before you send it again.';
const SENDS = {
	mayHaveBeenSent: 'The contact may already have been sent',
	whatToCheck: WHAT_TO_CHECK,
};
const RECEIVER = {
	server: 'The webhook receiver',
	checkAddress: 'Check Webhook URL.',
	sends: SENDS,
};

function rejectedBy({
	status,
	statusText,
	data,
}: ReceiverResponse): RejectedError | UnconfirmedError {
	const text = rejectionText(status, [data, statusText], 'Webhook URL');
	const message = `The webhook receiver answered HTTP ${status}: ${text}`;
	if (isOfProxy(status, data)) {
		const whatToCheck = `A proxy answered instead of the receiver. ${WHAT_TO_CHECK}`;
		return unconfirmedError(message, { ...SENDS, whatToCheck }, status);
	}
	const advice =
		status < 400
			? 'Set Webhook URL to the address it redirects to.'
			: 'Check Webhook URL, Authentication and the fields that the receiver expects.';
	return new RejectedError(message, advice, status);
}

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
function contactOf(source: Source) {
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

type ReceiverRequest = IHttpRequestOptions & { timeLimit: TimeLimit };

/** The request of one item to the receiver's URL (§4.5), without its authentication. */
function contactRequest(source: Source, phone: string): ReceiverRequest {
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

function refuseRepeats(kind: string, names: string[], fix: string): void {
	const repeated = names.find((name, index) => names.indexOf(name) < index);
	if (repeated === undefined) return;
	throw new InputError(`${kind} ${quote(repeated)} is used twice: ${fix}`);
}
