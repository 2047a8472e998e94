import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import type { Channel, Target } from '../broadcast/channel';
import { delay, readRunOptions } from '../broadcast/rules';
import { sendAll } from '../broadcast/run';
import { InputError, RejectedError, UnconfirmedError, WorkflowError } from '../errors/failures';
import { isExpression, parameterReader, storedValue } from '../values/expressions';
import {
	choiceField,
	choiceOf,
	enteredText,
	type Field,
	oneOf,
	optionsField,
	type OptionSource,
	refuseWhole,
	textField,
	valuesIn,
} from '../values/formFields';
import {
	asText,
	isEmptyValue,
	isObject,
	oneLine,
	optionalText,
	quote,
	requiredId,
} from '../values/text';
import { isWebAddress, requiredWebAddress } from '../values/webAddress';
import { retryAfterOf } from '../http/failedRequest';
import { requestSettings, sendRequest } from '../http/request';
import { isMarkup, isOfProxy, responseText } from '../http/words';
import type { Operation } from '../operation';
import {
	countryCodeOf,
	nationalFormWithZero,
	normalizeCountryCode,
	normalizePhone,
} from '../values/phone';
import { timezoneOf } from '../values/schedule';
import { authentication, type Receiver, receiverOf, requireHeaderValue } from './login';

const webhookUrl = textField('Webhook URL', 'webhookUrl', {
	required: true,
	placeholder: 'e.g. https://example.com/webhook/contacts',
	description: 'Web address of the receiver, for example a Webhook node in another workflow',
});

/** Without it, the editor shows the credential above Authentication. */
const receiverCredential: Field = {
	displayName: 'Credential',
	name: 'receiverCredential',
	type: 'credentials',
	default: '',
	displayOptions: { show: { receiverAuthentication: ['credential'] } },
};

/** §2.6 leaves the format of a phone number to the receiver. */
const phoneFormat = choiceField('Phone Format', 'phoneFormat', 'local', {
	options: [
		{ name: 'Unchanged', value: 'asIs', description: 'As entered' },
		{ name: 'International', value: 'international', description: 'Like 6281234567890' },
		{ name: 'Local', value: 'local', description: 'Like 081234567890' },
	],
});
type PhoneFormat = (typeof phoneFormat)['options'][number]['value'];

const method = choiceField('Method', 'method', 'POST', {
	options: [
		{ name: 'PATCH', value: 'PATCH' },
		{ name: 'POST', value: 'POST' },
		{ name: 'PUT', value: 'PUT' },
	],
	description: 'HTTP method of the request',
});

/** A collection of names and values. */
const pairFields = (name: string, displayName: string, example: string) => ({
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	placeholder: `Add ${name}`,
	default: {},
	options: [
		{
			name,
			displayName,
			values: [
				textField('Name', 'name', { placeholder: `e.g. ${example}` }),
				textField('Value', 'value', { placeholder: 'e.g. newsletter' }),
			],
		},
	],
});

const webhookOptions = optionsField([
	delay,
	{
		displayName: 'Extra Fields',
		name: 'fields',
		description: 'More fields to send with name and phone',
		...pairFields('field', 'Field', 'source'),
	},
	{
		displayName: 'Extra Headers',
		name: 'headers',
		description: 'Headers to send with the request',
		...pairFields('header', 'Header', 'X-Source'),
	},
	method,
	textField('Name Field', 'nameField', {
		default: 'name',
		description: 'Field that receives the name of the contact',
	}),
	textField('Phone Field', 'phoneField', {
		default: 'phone',
		description: 'Field that receives the phone number',
	}),
]);

/** §4.5. The receiver is someone else, so there is no routing: n8n would send the API key with it. */
export const webhookList: Operation = {
	resource: 'webhook',
	value: 'webhookList',
	name: 'Webhook List',
	action: 'Send contact to webhook',
	description: 'Send the name and phone of each contact to a webhook',
	fields: [
		webhookUrl,
		authentication,
		receiverCredential,
		textField('Name', 'name', {
			default: '={{ $json.name }}',
			placeholder: 'e.g. Ayu Lestari',
		}),
		textField('Phone', 'phone', {
			default: '={{ $json.phone }}',
			required: true,
			placeholder: 'e.g. 6281234567890',
			description: 'Phone number of the contact, or the ID of a group',
		}),
		phoneFormat,
		textField('Country Code', 'countryCode', {
			default: '62',
			placeholder: 'e.g. 62',
			description:
				'Country code to swap with the leading 0. Numbers of other countries and group IDs are not changed.',
			displayOptions: { show: { phoneFormat: ['local', 'international'] } },
		}),
		webhookOptions,
	],
	run: sendContacts,
};

/** Who receives the contact of an item. */
interface ContactTarget extends Target {
	source: ContactSource;
	/** In the receiver's format. */
	phone: string;
}

interface ContactPayload {
	request: IHttpRequestOptions;
	receiver: Receiver;
}

async function sendContacts(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const items = context.getInputData();
	const sourceOf = (index: number) => ({
		node,
		json: items[index].json,
		parameter: parameterReader((name, fallback) => context.getNodeParameter(name, index, fallback)),
		evaluate: (expression: string, item = index) => context.evaluateExpression(expression, item),
	});
	const first = { ...sourceOf(0), timezone: timezoneOf(context) };
	const channel: Channel<ContactTarget, ContactPayload> = {
		async target(item) {
			const source = sourceOf(item);
			const contact = contactOf(source);
			return { item, person: contact.recipient, source, ...contact };
		},
		async payload({ item, source, phone }) {
			const request = contactRequest(source, phone);
			return { request, receiver: await receiverOf(context, item, source, request.url) };
		},
		post: postContact,
	};
	return await sendAll(context, channel, readRunOptions(first, items.length));
}

/** Posts a contact. @returns the receiver's response, which becomes the output (§4.5) */
async function postContact({ request, receiver }: ContactPayload): Promise<IDataObject[]> {
	const response = await sendRequest(receiver.send, request, receiver.secrets, RECEIVER);
	const { statusCode: status } = response;
	const isFollowed = status === 303 || (status === 302 && request.method === 'POST');
	if (!isFollowed && status >= 300) throw rejectedBy(response, request.url, receiver);
	const { body } = isFollowed ? await follow(response, request, receiver) : response;
	const elements = [body].flat();
	// A contact without an item would end a loop.
	return (elements.length > 0 ? elements : ['']).map(asJson);
}

function asJson(element: unknown): IDataObject {
	if (isEmptyValue(element)) return { success: true };
	return isObject(element) ? element : { response: element as string };
}

const MAY_HAVE_BEEN_SENT = 'The contact may already have been sent';
const WHAT_TO_CHECK = 'Check whether the receiver got the contact before you send it again.';
const RECEIVER = {
	server: 'The webhook receiver',
	checkAddress: 'Check Webhook URL.',
	sends: { mayHaveBeenSent: MAY_HAVE_BEEN_SENT, whatToCheck: WHAT_TO_CHECK },
};
/** Texts for a request behind a redirect. */
const BEHIND = { server: 'the server' };

const CHECK_FIELDS = 'Check Webhook URL, Authentication and the fields that the receiver expects.';
const SLOW_DOWN =
	'The receiver is limiting your requests. Wait, then use longer delays under Options.';

function rejectedBy(response: IN8nHttpFullResponse, url: string, receiver: Receiver): Error {
	const { statusCode: status, headers, body } = response;
	const target = redirectOf(response, url, receiver);
	const words = target
		? `it redirects to another address, set Webhook URL to ${oneLine(target.href, 300)}`
		: reasonIn(response);
	const message = `The webhook receiver answered HTTP ${status}: ${words}`;
	const retryAfter = retryAfterOf(status, headers);
	if (isOfProxy(status, body)) {
		const whatToCheck = `A proxy answered instead of the receiver. ${WHAT_TO_CHECK}`;
		const unconfirmed = `${message}. ${MAY_HAVE_BEEN_SENT}`;
		return new UnconfirmedError(unconfirmed, whatToCheck, status, false, retryAfter);
	}
	const advice = status === 429 ? SLOW_DOWN : CHECK_FIELDS;
	return new RejectedError(message, advice, status, false, retryAfter);
}

/** The web address that a response redirects to, without a login. */
function redirectOf(
	{ statusCode, headers: { location } }: IN8nHttpFullResponse,
	url: string,
	{ parameters }: Receiver,
): URL | undefined {
	if (statusCode >= 400) return undefined;
	const address = asText(location) ?? '';
	if (!address || !URL.canParse(address, url)) return undefined;
	const target = new URL(address, url);
	target.username = target.password = '';
	for (const name of parameters) {
		// Deleting rewrites the whole query, which may be signed.
		if (target.searchParams.has(name)) target.searchParams.delete(name);
	}
	return isWebAddress(target.href) ? target : undefined;
}

const MOST_REDIRECTS = 5;

/**
 * Gets the response to which a receiver redirects that has the contact, e.g. Google Apps Script. The login and
 * Extra Headers are sent as long as the origin is the same. If this fails, nobody knows what the receiver did.
 */
async function follow(
	redirect: IN8nHttpFullResponse,
	request: IHttpRequestOptions,
	receiver: Receiver,
): Promise<IN8nHttpFullResponse> {
	const extraHeaders = Object.entries(request.headers ?? {});
	const headers = Object.fromEntries(extraHeaders.filter(([name]) => !/^content-/i.test(name)));
	let get: IHttpRequestOptions = { ...request, method: 'GET', body: undefined, headers };
	let { send } = receiver;
	let response = redirect;
	const failed = (problem: string) =>
		new UnconfirmedError(
			`The webhook receiver redirects to ${new URL(get.url).host}: ${problem}. ${MAY_HAVE_BEEN_SENT}`,
			WHAT_TO_CHECK,
			response.statusCode,
		);
	for (let redirects = 0; response.statusCode >= 300; redirects++) {
		const target = redirectOf(response, get.url, receiver);
		if (!target) throw failed(`HTTP ${response.statusCode}, ${reasonIn(response)}`);
		if (redirects === MOST_REDIRECTS) throw failed('it redirects too often');
		if (target.origin !== new URL(get.url).origin) {
			send = receiver.sendPlain;
			get.headers = {};
		}
		get = { ...get, url: target.href };
		response = await sendRequest(send, get, receiver.secrets, BEHIND).catch((error: Error) => {
			throw failed(error.message);
		});
	}
	const { body } = response;
	const isPage =
		typeof body === 'string' &&
		(isMarkup(body) || /html/i.test(String(response.headers['content-type'])));
	if (isPage) throw failed(`a web page, ${reasonIn(response)}`);
	if (body === '') throw failed('an empty response');
	return response;
}

const reasonIn = ({ body, statusMessage }: IN8nHttpFullResponse): string =>
	responseText([body, statusMessage]) || 'no reason given';

type ContactSource = Pick<OptionSource, 'node' | 'parameter' | 'json'>;

/** The contact of an item: `recipient`, as entered, identifies it in a retry, even if Phone Format was corrected. */
function contactOf(source: ContactSource) {
	const { node, parameter, json } = source;
	refuseWhole('Options', node.parameters.options);
	const fix = 'connect Get List Contacts before this node, or enter a number';
	const recipient = requiredId('Phone', enteredText(source, 'Phone', 'phone', '', true), fix);
	const format = choiceOf(source, phoneFormat);
	const country = parameter('Country Code', 'countryCode', '62');
	if (isEmptyValue(country) && isExpression(node.parameters.countryCode)) {
		throw new InputError('Country Code is empty: enter digits or letters, e.g. 62 or ID');
	}
	const isMarked = json?.is_group === true || /^(?:true|1)$/i.test(asText(json?.is_group) ?? '');
	const isGroup = isMarked || /@g\.us$/i.test(recipient);
	const phone = isGroup ? recipient : formatPhone(recipient, format, country);
	return { recipient, phone: phone ?? recipient, isPassedOn: phone === undefined };
}

/**
 * Writes a number of the country with a leading 0 (`local`, as the template of §2.6) or with the country
 * code (`international`). Any other number stays unchanged: of another country, or of a country without a leading 0.
 *
 * @returns nothing if it cannot be read as one number
 */
export function formatPhone(
	written: string,
	format: PhoneFormat,
	countryCode: unknown,
): string | undefined {
	const code = normalizeCountryCode(countryCode);
	if (format === 'asIs') return written;
	try {
		const digits = normalizePhone(written, code);
		const local = countryCodeOf(digits) === code ? nationalFormWithZero(digits) : undefined;
		if (!local) return written;
		return format === 'local' ? local : digits;
	} catch {
		return undefined;
	}
}

/** The request of one item to the receiver's URL (§4.5), without its authentication. */
function contactRequest(source: ContactSource, phone: string): IHttpRequestOptions {
	const { node, parameter } = source;
	// An expression without a result means the default.
	const entered = parameter('Method', 'options.method', 'POST') ?? 'POST';
	const name = optionalText('Name', enteredText(source, 'Name', 'name'));
	return {
		...requestSettings(parameter('Request Options', 'requestOptions', {})),
		url: urlWithoutLogin(enteredText(source, 'Webhook URL', 'webhookUrl', '', true)),
		method: oneOf(valuesIn(method), 'Method', entered, storedValue(node, 'options.method')),
		headers: { 'Content-Type': 'application/json', ...headersOf(source) },
		// Text, so that the fields arrive unchanged, whatever their names are.
		body: JSON.stringify(contactFields(name, phone, source)),
	};
}

/** Without this check, n8n would send the URL's login instead of the credential's. */
function urlWithoutLogin(entered: unknown): string {
	const url = requiredWebAddress('Webhook URL', entered, 'https://example.com/webhook/contacts');
	const { username, password } = new URL(url);
	if (!username && !password) return url;
	throw new InputError('Webhook URL contains a login: remove it, and set Authentication');
}

function contactFields(name: string, phone: string, source: ContactSource): IDataObject {
	const fieldName = (label: string, option: string) =>
		optionalText(label, enteredText(source, label, option)).trim();
	const entries: Array<[string, unknown]> = [
		[fieldName('Name Field', 'options.nameField') || 'name', name],
		[fieldName('Phone Field', 'options.phoneField') || 'phone', phone],
		...pairsOf(source, 'Extra Fields', 'fields', 'field'),
	];
	return Object.fromEntries(entries) as IDataObject;
}

function headersOf(source: ContactSource): IDataObject {
	const pairs = pairsOf(source, 'Extra Headers', 'headers', 'header');
	const entries = pairs.map(([name, value]) => {
		const label = `Header ${quote(name)}`;
		const text = optionalText(label, value);
		requireHeaderValue(label, text);
		return [name, text];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** The names and values of a collection. n8n drops one that is stored as one expression. */
function pairsOf(
	source: ContactSource,
	label: string,
	option: string,
	group: string,
): Array<[string, unknown]> {
	const path = `options.${option}.${group}`;
	const entries = storedValue(source.node, path);
	if (!entries && storedValue(source.node, `options.${option}`) !== undefined) {
		throw new WorkflowError(`${label} has no entries: add them one by one, or remove the option`);
	}
	const { length } = (entries ?? []) as unknown[];
	const fix = 'enter the name that the receiver expects';
	return Array.from({ length }, (_, index) => {
		const name = enteredText(source, `Name of ${label}`, `${path}.${index}.name`);
		const value = enteredText(source, `Value of ${label}`, `${path}.${index}.value`, null);
		return [requiredId(`Name of ${label}`, name, fix), value ?? null];
	});
}
