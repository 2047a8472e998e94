import { loadValidators } from '../../sandbox/validate';
import { getLists, message, sendJson, useSandbox } from './client';

const holder = useSandbox();
const sendTo = async (phone: string, text = 'Hello', timeout?: number) =>
	await sendJson(holder.sandbox, { ...message, phone, text }, {}, timeout);

it.each(['envelope', 'bare'] as const)('Success is documented in the %s form', async (form) => {
	const { sandbox } = holder;
	sandbox.form = form;
	const { json: documented } = await loadValidators();
	const responses: Array<[string, Response]> = [
		['getLists', await getLists(sandbox)],
		['getListContacts', await getLists(sandbox, `${sandbox.lists[0].id}?all=true`)],
	];
	if (form === 'envelope') responses.push(['sendMessage', await sendJson(sandbox, message)]);
	for (const [operation, response] of responses) {
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('application/json');
		const { errors } = documented.validateResponse(await response.json(), operation, 200);
		expect(errors).toBeNull();
	}
});

describe('A test number', () => {
	it.each([
		['500', 500, 'text/plain', 'The message could not be sent'],
		['502', 502, 'text/html', '<title>502 Bad Gateway</title>'],
		['503', 503, 'text/plain', 'Busy'],
		['429', 429, 'application/json', 'Too many messages'],
		['200', 200, 'application/json', '"status":500'],
	])('is not accepted: 447700900%s, HTTP %i, %s', async (ending, status, contentType, text) => {
		const response = await sendTo(`447700900${ending}`);
		expect(response.status).toBe(status);
		expect(response.headers.get('content-type')).toContain(contentType);
		expect(response.headers.get('retry-after')).toBe(ending === '429' ? '5' : null);
		expect(await response.text()).toContain(text);
		expect(holder.sandbox.accepted).toEqual([]);
		expect(holder.sandbox.requests).toMatchObject([{ valid: true, accepted: false, status }]);
	});

	it('fails once for each text: 447700900503', async () => {
		const statuses = [];
		for (const text of ['one', 'one', 'two', 'one'])
			statuses.push((await sendTo('447700900503', text)).status);
		expect(statuses).toEqual([503, 200, 503, 200]);
	});

	it.each([
		['444', 'fetch failed'],
		['408', /timeout/],
	])('is accepted, and gets no response: 447700900%s', async (ending, error) => {
		await expect(sendTo(`447700900${ending}`, 'Hello', 300)).rejects.toThrow(error);
		expect(holder.sandbox.accepted).toHaveLength(1);
		expect(holder.sandbox.requests[0].status).toBeUndefined();
	});
});
