import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { AnswerFault } from '../../../sandbox';
import { postContacts, useReceiver } from '../receiver';
import { getContacts, getLists, recipients, sendTexts, useSandbox } from '../sandbox';
import { anything, expectCivil, forAny } from './input';

const holder = useSandbox();
const receiver = useReceiver();

const faults: fc.Arbitrary<AnswerFault> = fc.record({
	status: fc.constantFrom(200, 200, 200, 204, 302, 400, 401, 404, 429, 500, 599),
	body: fc.oneof(anything, fc.record({ status: anything, data: anything, error: anything })),
	contentType: fc.constantFrom('application/json', 'text/plain', 'text/html', 'nonsense'),
});
const examples = [
	...[7, null, [1, 2, 3], [null, [], '']],
	{ status: 500, data: '\u0000\u001b[31m\r\nred\u202e' },
].map((body) => ({ status: 200, body }));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What is an acknowledgement: see unit/response.test.ts. */
test('No response of the service crashes anything', async () => {
	const { sandbox } = holder;
	const holds = async (fault: AnswerFault) => {
		sandbox.reset();
		sandbox.onSend = () => fault;
		sandbox.onLists = () => fault;
		const send = await sendTexts(sandbox, { items: recipients(1) });
		const lists = await getLists(sandbox, { returnAll: true });
		const contacts = await getContacts(sandbox, 'L1', { returnAll: true });
		for (const outcome of [send, lists, contacts]) expectCivil(outcome);
		expect(sandbox.requests).toHaveLength(3);
		expect(send.items.map(({ json }) => json.success)).toEqual(send.error ? [] : [true]);
		for (const { json } of [...lists.items, ...contacts.items]) expect(isObject(json)).toBe(true);
	};
	await forAny(faults, holds, examples);
});

test("Every response of a webhook's receiver becomes items or an error", async () => {
	const holds = async ({ status, body }: AnswerFault) => {
		const json = JSON.stringify(body) ?? '';
		receiver.answer = (reply) => reply.code(status).type('application/json').send(json);
		const outcome = await postContacts(receiver);
		expectCivil(outcome);
		expect(outcome.error === undefined).toBe(status < 300);
		expect(outcome.items.every(({ json }) => isObject(json))).toBe(true);
	};
	await forAny(faults, holds, [...examples, { status: 200, body: 'x'.repeat(5_000_000) }]);
});

test('An acknowledgement that is nested 30,000 deep is one, after one request', async () => {
	const { sandbox } = holder;
	// Nothing that calls itself for each level gets to the key.
	const deep = `${'{"a":['.repeat(15_000)}"sandbox-key"${']}'.repeat(15_000)}`;
	const body = `{"status":200,"data":{"success":true,"deep":${deep}}}`;
	const contentType = 'application/json';
	sandbox.onSend = () => ({ status: 200, accepted: true, contentType, body });
	const { items } = await sendTexts(sandbox, { items: recipients(1), retryOnFail: true });
	expect(items[0].json.success).toBe(true);
	let value = (items[0].json.response as IDataObject).deep;
	while (isObject(value)) [value] = Object.values(value);
	expect(value).not.toBe(sandbox.apiKey);
	expect(sandbox.requests).toHaveLength(1);
});
