import {
	isAcknowledged,
	isList,
	isRejected,
	parseResponse,
} from '../../nodes/WhatsAppSender/service/response';
import { responseText } from '../../nodes/WhatsAppSender/errors/responseText';

const http = (body: unknown, statusCode = 200) =>
	parseResponse({ body, statusCode, headers: {} } as Parameters<typeof parseResponse>[0]);
const envelope = (data: unknown, status: unknown = 200) => ({
	status,
	statusText: '',
	data,
	headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
});
const inEnvelope = (...all: unknown[]) => all.map((data) => envelope(data));
const OK_WORDS =
	'OK|"OK"| Ok\n|Success|sent|Queued.|ACCEPTED|Message sent|"Scheduled successfully."';
const FIELDS = ['success', 'ok', 'sent', 'queued'];
const YES = [true, 200, '201', 299, 'true', 'OK', ' Success ', 'sent', 'QUEUED'];
const NO = [false, 0, 400, '404', 999, 1e308, 'false', 'Error', ' FAIL', 'failed'];
/** Words that only begin like a yes or a no, and what a number of another kind may mean. */
const NEITHER = ['dispatched', 'unread', 'notified', 'pending', 'rejected', '', null, 1, 100, 302];

/** Under HTTP 200: acknowledged, rejected, or neither. */
test.each<['yes' | 'no' | '?', string, unknown[]]>([
	['yes', 'a text', OK_WORDS.split('|')],
	['yes', 'a yes in any field', FIELDS.map((field) => ({ [field]: true }))],
	['yes', 'each kind of yes', YES.map((status) => ({ status }))],
	['yes', 'a yes beside what is none', NEITHER.map((status) => ({ success: true, status }))],
	['yes', 'a yes beside a number', [0, 404, '500'].map((status) => ({ sent: true, status }))],
	['yes', 'no error', [null, false, '', ' ', [], {}].map((error) => ({ ok: true, error, id: 7 }))],
	['yes', 'more in it', [{ sent: true, details: { error: 'x', success: false } }]],
	['yes', 'an envelope', YES.map((status) => envelope('OK', status))],
	['yes', 'an envelope of these', inEnvelope('Message sent.', { ok: true }, { status: 'sent' })],
	['yes', 'an envelope of a message', inEnvelope(null, undefined, {}, { id: 'a1' })],
	['yes', 'a message with a state', [{ ...envelope({ id: 'a1' }, 'dispatched'), success: true }]],
	['yes', 'OK, whatever else', [{ ...envelope('OK', 'dispatched'), error: { a: ['x'] } }]],
	['no', 'a no in any field', FIELDS.map((field) => ({ [field]: false }))],
	['no', 'each kind of no', NO.map((status) => ({ status, message: 'x' }))],
	['no', 'a no beside a number', [200, '201'].map((status) => ({ success: false, status }))],
	[
		'no',
		'an error',
		['x', 7, true, ['x'], { code: 1 }].map((error) => ({ error, status: 'read' })),
	],
	['no', 'an envelope', NO.map((status) => envelope('No signal', status))],
	['no', 'an envelope of these', inEnvelope({ ok: false }, { error: 'x' }, { status: 'error' })],
	['no', 'an envelope with a no beside', [{ ...envelope('Not on WhatsApp'), success: false }]],
	['?', 'nothing', ['', ' ', '""', null, undefined, {}, [], true, 200]],
	['?', 'another text', ['OK?', 'Not sent', 'Message not sent', 'Sent to nobody', '"OK', 'failed']],
	['?', 'no verdict', [...NEITHER.map((status) => ({ status })), { id: 'a1' }, { success: 1 }]],
	['?', 'a yes and a no', ['failed', false].map((status) => ({ success: true, status }))],
	['?', 'a yes and an error', ['x', 7, true, ['x']].map((error) => ({ success: true, error }))],
	['?', 'an envelope of these', inEnvelope('', 'Pending', [], true, { ok: true, error: 'x' })],
	['?', 'data that it contradicts', ['failed', 0].map((no) => envelope('OK', no))],
	['?', 'an envelope with an error', [{ ...envelope(null), error: 'x' }]],
	['?', 'an envelope that says yes', [{ ...envelope({ error: 'x' }), success: true }]],
	['?', 'an envelope that contradicts itself', [{ ...envelope('x', false), sent: true }]],
])('Whether a send was accepted is read as "%s" from %s', (verdict, _form, bodies) => {
	for (const body of bodies) {
		const response = http(body);
		const [yes, no] = [isAcknowledged(response), isRejected(response)];
		expect([body, yes, no]).toEqual([body, verdict === 'yes', verdict === 'no']);
		expect(isAcknowledged(http(body, 500))).toBe(false);
		// Kept as the service sent it.
		expect(response.data).toEqual(Object(body).headers ? Object(body).data : body);
	}
});

test.each<[string, unknown, number, number]>([
	["the envelope's, where it is an error's", envelope('Broken', 500), 200, 500],
	["HTTP's, where both are errors", envelope('Broken', 500), 404, 404],
	["HTTP's error, around a good envelope", envelope('OK'), 502, 502],
	["HTTP's, where a word says no", envelope('No signal', 'failed'), 200, 200],
	["HTTP's, where the envelope's is no error", envelope('OK', 1), 201, 201],
	["HTTP's, where another field has the verdict", { success: false, status: 500 }, 200, 200],
	["the object's, which has an error", { status: 429, error: 'Slow down' }, 200, 429],
])('The status of a response is %s', (_whose, body, statusCode, status) => {
	expect(http(body, statusCode).status).toBe(status);
});

test('A list is an array, bare or in an envelope that says yes, so that one that failed is never empty', () => {
	for (const body of [[], [{ id: 'a' }], envelope([]), envelope([], 'success')])
		expect(isList(http(body))).toBe(true);
	const failed = [
		{ ...envelope([]), error: 'x' },
		{ ...envelope([]), success: false },
	];
	const unknown = NEITHER.map((status) => envelope([], status));
	for (const body of [{}, null, 'OK', envelope({}), ...failed, ...unknown])
		expect([body, isList(http(body))]).toEqual([body, false]);
});

describe("The service's own words", () => {
	test.each<[string, unknown]>([
		['plain text', 'No signal'],
		...'error message reason detail msg description errors'
			.split(' ')
			.map((field): [string, unknown] => [field, { status: false, [field]: 'No signal' }]),
		['an object', { error: { code: 7, message: 'No signal' } }],
		['a list', { errors: [{ code: 7 }, { detail: 'No signal' }, 'Later'] }],
		['another object', { status: 'fail', result: { reason: 'No signal' } }],
		[
			'what is below a general text',
			{ error: 'Bad Request', response: { message: ['No signal'] } },
		],
		['what is beside one', { message: 'Internal server error.', detail: 'No signal' }],
		['what is beside a number', { error: 4711, message: 'No signal' }],
		['what is beside a title', [{ title: 'x', error: '503 Service Unavailable' }, 'No signal']],
	])('are read from %s', (_form, body) => {
		expect(responseText(body)).toBe('No signal');
	});

	test.each<[string, unknown]>([
		['Bad Request', { error: 'Bad Request', statusCode: 400 }],
		['DEVICE_OFFLINE', { error: 'DEVICE_OFFLINE', id: 7 }],
		['7', { error: { code: 1 }, message: 7 }],
		['', { error: true, contact: { name: 'Ayu' } }],
	])('are %j where there is nothing better', (text, body) => {
		expect(responseText(body)).toBe(text);
	});

	test.each([
		'\n<!-- a\nproxy --><HTML><HEAD><TITLE>\n502 Bad Gateway\n</TITLE></HEAD></HTML>',
		'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML"><html><title>502 Bad Gateway</title></html>',
	])('are the title where the body is the web page %j', (page) => {
		for (const body of [page, { error: page }]) expect(responseText(body)).toBe('502 Bad Gateway');
	});

	test('have no tags where the body is a piece of HTML', () => {
		expect(responseText('<h1>Server Error (500)</h1>')).not.toMatch(/<\/?[a-z]/i);
	});

	const MEGABYTES = 5_000_000;
	test.each([
		['emoji', '😀'.repeat(MEGABYTES / 4), /^(😀){149}…$/u],
		['tags', '<'.repeat(MEGABYTES), /^.{300}$/],
		['titles', `<!doctype html>${'<title>'.repeat(MEGABYTES / 10)}`, /^$/],
	])('are at most 300 characters of 5 MB of %s, and never half an emoji', (_of, body, text) => {
		expect(responseText(body)).toMatch(text);
		expect(responseText({ error: body })).toMatch(text);
	});
});
