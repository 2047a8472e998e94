import { SEND } from '../../nodes/WhatsAppSender/message/send';
import { LISTS } from '../../nodes/WhatsAppSender/service/service';
import { responseText } from '../../nodes/WhatsAppSender/http/words';
import { asFailure } from '../../nodes/WhatsAppSender/errors/failures';
import {
	parseResponse,
	readResponse,
	type ServiceCall,
} from '../../nodes/WhatsAppSender/service/response';

type HttpResponse = Parameters<typeof parseResponse>[0];
const httpResponse = (body: unknown, statusCode: number) =>
	({ body, statusCode, headers: {} }) as HttpResponse;

/** The result of an operation with this response: `yes`, or the reason of its error. */
function resultOf(call: ServiceCall, body: unknown, statusCode = 200): string {
	try {
		readResponse(call, httpResponse(body, statusCode));
		return 'yes';
	} catch (error) {
		return asFailure(error).reason;
	}
}
const TO_AYU = { ...SEND, recipient: '6281234567890' };
const envelope = (data: unknown, status: unknown = 200) => ({
	status,
	statusText: '',
	data,
	headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
});
const inEnvelope = (...all: unknown[]) => all.map((data) => envelope(data));
const OK_TEXTS =
	'OK|"OK"| Ok\n|OK.|Success|sent|Queued.|ACCEPTED|Message sent|"Scheduled successfully."';
const FIELDS = ['success', 'ok', 'sent', 'queued', 'status', 'Success', 'OK'];
const YES_TEXTS = ['true', 'OK', ' Success ', 'sent', 'QUEUED', 'accepted', 'Scheduled'];
const YES = [true, 200, '201', 299, ...YES_TEXTS];
const NO = [false, 0, 400, '404', 999, 1e308, 'false', 'Error', ' FAIL', 'failed'];
/** Words that only begin like a yes or a no, and numbers that are no HTTP status. */
const NEITHER = ['dispatched', 'unread', 'notified', 'pending', 'rejected', '', null, 1, 100, 302];

/** The verdict under HTTP 200: acknowledged, rejected, or neither. */
test.each<['yes' | 'rejected' | 'unconfirmed', string, unknown[]]>([
	['yes', 'a text', OK_TEXTS.split('|')],
	['yes', 'a yes in any field', FIELDS.map((field) => ({ [field]: true }))],
	['yes', 'any yes', YES.map((status) => ({ status }))],
	[
		'yes',
		'a 1 as PHP writes it',
		[{ success: 1, error: 0 }, { OK: '1' }, { data: { success: 1 } }],
	],
	['yes', 'counts', [{ sent: 1 }, { sent: 0, queued: 1 }, { Queued: '3', sent: 404, status: 500 }]],
	[
		'yes',
		'no error',
		[null, false, 0, '', ' ', [], {}].map((error) => ({ ok: true, error, id: 7 })),
	],
	['yes', 'an envelope', inEnvelope('Message sent.', { ok: true }, { status: 'sent' })],
	['yes', 'an envelope without verdict', inEnvelope(null, undefined, {}, { id: 'a1' })],
	['yes', 'OK beside an error', [{ ...envelope('OK', 'dispatched'), error: { a: ['x'] } }]],
	['yes', 'data with a yes beside a no', [{ success: false, data: { success: true } }]],
	['rejected', 'any no', NO.map((status) => ({ status, message: 'x' }))],
	['rejected', 'counts of 0', [{ sent: 0 }, { sent: '0', queued: 0, status: 200 }]],
	[
		'rejected',
		'an error without a verdict',
		[{ error: 'x' }, { Error: ['x'], id: 7 }, { error: 1 }],
	],
	['rejected', 'an envelope', NO.map((status) => envelope('No signal', status))],
	['rejected', 'a no in data', inEnvelope({ ok: false }, { error: 'x' }, { status: 'error' })],
	['rejected', 'data that says no', inEnvelope('FAILED', ' error ', 'false')],
	['rejected', 'no beside yes', [{ ok: false }, 'FAILED'].map((data) => ({ ok: true, data }))],
	['unconfirmed', 'nothing', ['', ' ', '""', null, undefined, {}, [], true, 200]],
	['unconfirmed', 'another text', ['OK?', 'Not sent', 'Sent to nobody', '"OK', 'failed', 'true']],
	['unconfirmed', 'no verdict', [...NEITHER, ['ok']].map((status) => ({ status }))],
	['unconfirmed', 'a 1 as a status', [{ status: 1, message: 'Invalid number' }, { success: 2 }]],
	['unconfirmed', 'a yes and a no', ['failed', false].map((ok) => ({ success: true, ok }))],
	['unconfirmed', 'a yes and a count of 0', [{ success: true, sent: 0 }]],
	['unconfirmed', 'a yes and an error', ['x', 7, true].map((error) => ({ success: true, error }))],
	['unconfirmed', 'a yes and an error in data', [{ success: true, data: { error: 'x' } }]],
	['unconfirmed', 'envelopes', inEnvelope('', 'Pending', '200', [], true, { ok: true, error: 1 })],
])('The result of a send is "%s" for %s', (result, _form, bodies) => {
	for (const body of bodies) {
		expect([body, resultOf(TO_AYU, body)]).toEqual([body, result]);
		expect(resultOf(TO_AYU, body, 500)).toBe('rejected');
		// The output has the data as the service sent it.
		const { data } = parseResponse(httpResponse(body, 200));
		expect(data).toEqual(Object(body).headers ? Object(body).data : body);
	}
});

test.each<[string, unknown, number, number]>([
	["HTTP's, if the body has a verdict", { success: false, status: 500 }, 200, 200],
	["HTTP's, if the data has a verdict", envelope('OK', 500), 200, 200],
	["the body's, with a capital", { Status: '500' }, 200, 500],
	["the body's, if it is no more than 999", { status: 999 }, 201, 999],
	["HTTP's, if the body's is no verdict", { status: 302 }, 201, 201],
	["HTTP's, if the body's is above 999", { status: 1000 }, 201, 201],
	["HTTP's, if the body's is 0", { status: 0 }, 201, 201],
])('The status of a response is %s', (_whose, body, statusCode, status) => {
	expect(parseResponse(httpResponse(body, statusCode)).status).toBe(status);
});

test('A list is an array, bare or in an envelope that reports success', () => {
	const capital = { Status: 200, Data: [] };
	for (const body of [[], [{ id: 'a' }], envelope([]), envelope([], 'success'), capital])
		expect(resultOf(LISTS, body)).toBe('yes');
	const failed = [{ error: 'x' }, { success: false }].map((no) => ({ ...envelope([]), ...no }));
	const unknown = NEITHER.map((status) => envelope([], status));
	for (const body of [{}, null, 'OK', envelope({}), ...failed, ...unknown])
		expect([body, resultOf(LISTS, body)]).toEqual([body, 'rejected']);
});

describe('The error text of a response', () => {
	const fields =
		'error message reason detail msg description errors error_message title pesan mensagem mensaje'.split(
			' ',
		);
	test.each<unknown>([
		...['No signal', '<h1>No signal</h1>'],
		'\n<!-- a\nproxy --><HTML><HEAD><TITLE>\nNo signal\n</TITLE>502 Bad Gateway</HEAD></HTML>',
		{ error: '<?xml version="1.0"?>\n<!DOCTYPE html><html><title>No signal</title>502</html>' },
		...fields.map((field) => ({ status: false, [field]: 'No signal' })),
		{ errors: [{ code: 7 }, { detail: 'No signal' }, 'Later'] },
		{ error: 'Bad Request', response: { message: ['No signal'] } },
		{ error: 4711, message: 'No signal' },
		{ error: 'Validation error', errors: { phone: ['No signal'] } },
		{ message: 'The given data was invalid.', errors: { phone: ['No signal'] } },
		{ message: 'Invalid input', errors: [{ field: 'phone', message: 'No signal' }] },
		{ Message: 'No signal' },
		[{ name: 'x', error: '503 Service Unavailable' }, 'No signal'],
	])('is found in %j', (body) => {
		expect(responseText(body)).toBe('No signal');
	});

	test.each<[string, unknown]>([
		['7', { error: { code: 1 }, message: 7 }],
		['', { error: true, contact: { name: 'Ayu' } }],
		['', { of: { the: { order: { message: 'Too deep' } } } }],
		['at most 50', { error: 500, message: 'at most 50' }],
		['5 <b>', { message: '5 <b>' }],
		['No signal', '<B>No signal</B>'],
	])('is %j if there is nothing better', (text, body) => {
		expect(responseText(body)).toBe(text);
	});

	const MEGABYTES = 5_000_000;
	test.each([
		['emoji', '😀'.repeat(MEGABYTES / 4), /^(😀){149}…$/u],
		['tags', '<'.repeat(MEGABYTES), /^.{300}$/],
		['titles', `<!doctype html>${'<title>'.repeat(MEGABYTES / 10)}`, /^$/],
	])('is at most 300 characters of 5 MB of %s, without half an emoji', (_of, body, text) => {
		expect(responseText(body)).toMatch(text);
		expect(responseText({ error: body })).toMatch(text);
	});
});

test('Of a response with very many fields, only the first thousand are read', () => {
	let reads = 0;
	const get = (fields: object, name: string) => {
		reads++;
		return Reflect.get(fields, name) as unknown;
	};
	const entries = Array.from({ length: 50_000 }, (_, field) => [`field${field}`, { text: 'a' }]);
	const many = new Proxy(Object.fromEntries([['error', 'No signal'], ...entries]) as object, {
		get,
	});
	for (const body of [many, { status: 200, data: many }, { error: many }]) {
		const { texts, verdict } = parseResponse({ body, headers: {}, statusCode: 200 } as never);
		expect(verdict).toBe(false);
		expect(responseText(texts)).toBe('No signal');
	}
	expect(reads).toBeLessThan(20_000);
});
