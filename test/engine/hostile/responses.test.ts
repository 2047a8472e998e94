import fc from 'fast-check';
import type { AnswerFault } from '../../../sandbox';
import { getContacts, getLists, sendTexts, useSandbox } from '../sandbox';
import { anything, deep, expectCivil, forAny, MEGABYTES, text } from './input';

const holder = useSandbox();
const BYTES = MEGABYTES * 1_000_000;
const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** Asks all three kinds of question, and gets the same answer to each. */
async function answerAll(fault: AnswerFault) {
	const { sandbox } = holder;
	sandbox.reset();
	sandbox.onSend = () => fault;
	sandbox.onLists = () => fault;
	const send = await sendTexts(sandbox, {
		items: [{ json: { phone: '6281234567890', text: 'Hi' } }],
	});
	const lists = await getLists(sandbox, { returnAll: true });
	const contacts = await getContacts(sandbox, ID, { returnAll: true });
	for (const outcome of [send, lists, contacts]) expectCivil(outcome);
	expect(sandbox.requests).toHaveLength(3);
	// Nothing is reported as sent that was not acknowledged.
	const isOk = isAcknowledgement(fault);
	expect(send.items.map(({ json }) => json.success)).toEqual(isOk ? [true] : []);
	for (const { items } of [lists, contacts]) {
		expect(items.every(({ json }) => typeof json === 'object' && json !== null)).toBe(true);
	}
	return { send, lists, contacts };
}

const isOkText = (value: unknown) => typeof value === 'string' && /^\s*OK\s*$/i.test(value);

function isAcknowledgement({ status, body }: AnswerFault): boolean {
	if (status >= 300) return false;
	const { status: inner, data } = (body ?? {}) as { status?: unknown; data?: unknown };
	return isOkText(body) || (isOkText(data) && !(Number(inner) >= 300 && Number(inner) <= 999));
}

test.each<[string, unknown]>([
	['a number', 7],
	['null', null],
	['a list of numbers', [1, 2, 3]],
	['a list of nothing', [null, [], '']],
	['an envelope of nothing', { status: 200, data: null }],
	['an envelope with a list of lists', { status: 200, data: [[1], [[2]]] }],
	['an envelope in an envelope', { status: 200, data: { status: 200, data: 'OK' } }],
	['a status as text', { status: '200', data: 'OK' }],
	['a status as text that fails', { status: '500', data: 'No signal' }],
	['a status that is a list', { status: [200], data: 'OK' }],
	['a status that is an object', { status: { valueOf: 1 }, data: 'OK' }],
	['a status beyond all numbers', { status: 1e308, data: 'OK' }],
	['a status below all numbers', { status: -1, data: [] }],
	['true as status', { status: true, data: 'OK' }],
	['headers that are none', { status: 200, data: 'OK', headers: 'x', statusText: 7 }],
	['prototype keys', JSON.parse('{"__proto__":{"status":200,"data":"OK"},"constructor":1}')],
	['prototype keys in contacts', [JSON.parse('{"__proto__":{"polluted":true},"phone":"1"}')]],
	['control characters', { status: 500, data: '\u0000\u001b[31m\r\nred\u202e' }],
	['an error of an error', { error: { error: { error: { error: { error: 'deep' } } } } }],
	['objects 2,000 deep', deep(2000)],
	['an envelope with lists 2,000 deep', { status: 200, data: [deep(2000)] }],
])('a response that is %s crashes nothing', async (_what, body) => {
	for (const status of [200, 201, 404, 500]) await answerAll({ status, body });
});

test('no response of any shape crashes anything', async () => {
	const faults = fc.record({
		status: fc.constantFrom(200, 200, 200, 204, 400, 401, 404, 429, 500, 599),
		body: fc.oneof(
			anything,
			fc.record({ status: anything, data: anything, error: anything }),
			text,
		),
		contentType: fc.constantFrom('application/json', 'text/plain', 'text/html', 'nonsense'),
	});
	await forAny(faults, async (fault) => void (await answerAll(fault)));
});

test.each<[string, AnswerFault]>([
	['text', { status: 500, body: 'x'.repeat(BYTES) }],
	['a success that is none', { status: 200, body: 'x'.repeat(BYTES) }],
	['spaces', { status: 500, body: ' '.repeat(BYTES) }],
	['tags', { status: 502, body: '<'.repeat(BYTES), contentType: 'text/html' }],
	['titles', { status: 502, body: `<!doctype html>${'<title>'.repeat(BYTES / 10)}` }],
	['JSON', { status: 500, body: { error: 'No signal', trace: 'x'.repeat(BYTES) } }],
	['key after key', { status: 500, body: 'sandbox-key'.repeat(BYTES / 11) }],
])(`${MEGABYTES} MB of %s make a short error`, async (_what, fault) => {
	const { send } = await answerAll(fault);
	expect(send.error?.message.length).toBeLessThan(700);
	expect(JSON.stringify(send.error)).not.toContain('sandbox-key');
});

test(`${MEGABYTES} MB of contacts become items`, async () => {
	const body = Array.from({ length: MEGABYTES * 2_000 }, (_, index) => ({
		phone: `628${index}`,
		note: 'x'.repeat(480),
	}));
	const { contacts } = await answerAll({ status: 200, body });
	expect(contacts.items).toHaveLength(body.length);
});
