import { responseText } from '../../nodes/WhatsAppSender/http/words';
import {
	isAcknowledged,
	isList,
	isRejected,
	parseResponse,
} from '../../nodes/WhatsAppSender/service/response';

const http = (body: unknown, statusCode = 200) =>
	parseResponse({ body, statusCode, headers: {} } as Parameters<typeof parseResponse>[0]);
const envelope = (data: unknown, status: unknown = 200) => ({
	status,
	statusText: '',
	data,
	headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
});
const inEnvelope = (...all: unknown[]) => all.map((data) => envelope(data));
const OK_TEXTS =
	'OK|"OK"| Ok\n|Success|sent|Queued.|ACCEPTED|Message sent|"Scheduled successfully."';
const FIELDS = ['success', 'ok', 'sent', 'queued'];
const YES = [true, 200, '201', 299, 'true', 'OK', ' Success ', 'sent', 'QUEUED'];
const NO = [false, 0, 400, '404', 999, 1e308, 'false', 'Error', ' FAIL', 'failed'];
/** Words that only begin like a yes or a no, and numbers that are no HTTP status. */
const NEITHER = ['dispatched', 'unread', 'notified', 'pending', 'rejected', '', null, 1, 100, 302];

/** The verdict under HTTP 200: acknowledged, rejected, or neither. */
test.each<['yes' | 'no' | '?', string, unknown[]]>([
	['yes', 'a text', OK_TEXTS.split('|')],
	['yes', 'a yes in any field', FIELDS.map((field) => ({ [field]: true }))],
	['yes', 'any yes', YES.map((status) => ({ status }))],
	['yes', 'a yes beside a word', NEITHER.map((status) => ({ success: true, status }))],
	['yes', 'a yes beside a number', [0, 404, '500'].map((status) => ({ sent: true, status }))],
	['yes', 'no error', [null, false, '', ' ', [], {}].map((error) => ({ ok: true, error, id: 7 }))],
	['yes', 'a yes with details', [{ sent: true, details: { error: 'x', success: false } }]],
	['yes', 'an envelope', inEnvelope('Message sent.', { ok: true }, { status: 'sent' })],
	['yes', 'an envelope without verdict', inEnvelope(null, undefined, {}, { id: 'a1' })],
	['yes', 'OK beside an error', [{ ...envelope('OK', 'dispatched'), error: { a: ['x'] } }]],
	['no', 'any no', NO.map((status) => ({ status, message: 'x' }))],
	['no', 'an envelope', NO.map((status) => envelope('No signal', status))],
	['no', 'an envelope of a no', inEnvelope({ ok: false }, { error: 'x' }, { status: 'error' })],
	['no', 'a name with a capital', [{ Status: false, Reason: 'x' }, envelope({ Success: 'false' })]],
	['no', 'an envelope beside a no', [{ ...envelope('Not on WhatsApp'), success: false }]],
	['?', 'nothing', ['', ' ', '""', null, undefined, {}, [], true, 200]],
	['?', 'another text', ['OK?', 'Not sent', 'Message not sent', 'Sent to nobody', '"OK', 'failed']],
	['?', 'no verdict', [...NEITHER.map((status) => ({ status })), { id: 'a1' }, { success: 1 }]],
	['?', 'a yes and a no', ['failed', false].map((status) => ({ success: true, status }))],
	['?', 'a yes and an error', ['x', 7, true, ['x']].map((error) => ({ success: true, error }))],
	['?', 'an envelope', inEnvelope('', 'Pending', [], true, { ok: true, error: 'x' })],
	['?', 'OK and a no', ['failed', 0].map((no) => envelope('OK', no))],
])('The verdict on a send is "%s" for %s', (verdict, _form, bodies) => {
	for (const body of bodies) {
		const response = http(body);
		const [yes, no] = [isAcknowledged(response), isRejected(response)];
		expect([body, yes, no]).toEqual([body, verdict === 'yes', verdict === 'no']);
		expect(isAcknowledged(http(body, 500))).toBe(false);
		// The output has the data as the service sent it.
		expect(response.data).toEqual(Object(body).headers ? Object(body).data : body);
	}
});

test.each<[string, unknown, number, number]>([
	["HTTP's, if it is an error", envelope('OK'), 502, 502],
	["HTTP's, if the body's is no error", envelope('OK', 1), 201, 201],
	["HTTP's, if the body has a verdict", { success: false, status: 500 }, 200, 200],
	["the body's, if it is an error", { status: 429, error: 'Slow down' }, 200, 429],
])('The status of a response is %s', (_whose, body, statusCode, status) => {
	expect(http(body, statusCode).status).toBe(status);
});

test('A list is an array, bare or in an envelope that reports success', () => {
	for (const body of [[], [{ id: 'a' }], envelope([]), envelope([], 'success')])
		expect(isList(http(body))).toBe(true);
	const failed = [{ error: 'x' }, { success: false }].map((no) => ({ ...envelope([]), ...no }));
	const unknown = NEITHER.map((status) => envelope([], status));
	for (const body of [{}, null, 'OK', envelope({}), ...failed, ...unknown])
		expect([body, isList(http(body))]).toEqual([body, false]);
});

describe('The error text of a response', () => {
	const fields = 'error message reason detail msg description errors'.split(' ');
	test.each<unknown>([
		...['No signal', '<h1>No signal</h1>'],
		'\n<!-- a\nproxy --><HTML><HEAD><TITLE>\nNo signal\n</TITLE>502 Bad Gateway</HEAD></HTML>',
		{ error: '<?xml version="1.0"?>\n<!DOCTYPE html><html><title>No signal</title>502</html>' },
		...fields.map((field) => ({ status: false, [field]: 'No signal' })),
		{ error: { code: 7, message: 'No signal' } },
		{ errors: [{ code: 7 }, { detail: 'No signal' }, 'Later'] },
		{ status: 'fail', result: { reason: 'No signal' } },
		{ error: 'Bad Request', response: { message: ['No signal'] } },
		{ message: 'Internal server error.', detail: 'No signal' },
		{ error: 4711, message: 'No signal' },
		{ error: 'Validation error', errors: { phone: ['No signal'] } },
		{ Message: 'No signal' },
		[{ title: 'x', error: '503 Service Unavailable' }, 'No signal'],
	])('is found in %j', (body) => {
		expect(responseText(body)).toBe('No signal');
	});

	test.each<[string, unknown]>([
		['DEVICE_OFFLINE', { error: 'DEVICE_OFFLINE', id: 7 }],
		['7', { error: { code: 1 }, message: 7 }],
		['', { error: true, contact: { name: 'Ayu' } }],
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
