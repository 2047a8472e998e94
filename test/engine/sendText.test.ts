import type { INodeParameters } from 'n8n-workflow';
import { recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const PHONE = '6281234567890';

/** What arrives for one item with these parameters, without the key that every body has. */
async function bodyFor(parameters: INodeParameters, json = {}, timezone?: string) {
	const { sandbox } = holder;
	const { error } = await sendTexts(sandbox, {
		items: [{ json }],
		parameters: { phone: PHONE, text: 'Hello', ...parameters },
		timezone,
	});
	if (error) throw error;
	const { valid, problem, body } = sandbox.requests[0];
	expect({ valid, problem }).toEqual({ valid: true, problem: undefined });
	const { api_key: key, ...rest } = body as Record<string, unknown>;
	expect(key).toBe(sandbox.apiKey);
	return rest;
}

describe('Send Text sends', () => {
	test('three fields and no more for a plain text', async () => {
		expect(await bodyFor({})).toEqual({ phone: PHONE, text: 'Hello' });
		expect(holder.sandbox.requests[0]).toMatchObject({
			method: 'POST',
			path: '/send',
			contentType: 'application/json',
			query: {},
		});
		expect(holder.sandbox.requests[0].headers).not.toHaveProperty('api-key');
	});

	test('the text as it was written', async () => {
		const text = '  Hai *Ayu* 👋🏽\n\nشكرا\t"quoted" \\ {x}\u2028end ';
		expect((await bodyFor({ text })).text).toBe(text);
	});

	test('a number as phone and as text, as expressions give them', async () => {
		const parameters = { phone: '={{ $json.n }}', text: '={{ 42 }}' };
		expect(await bodyFor(parameters, { n: 6281234567890 })).toEqual({ phone: PHONE, text: '42' });
	});

	test('to a group its id, trimmed, and no phone', async () => {
		const parameters = { recipientType: 'group', groupId: ' 120363025246125486@g.us ' };
		expect(await bodyFor(parameters)).toEqual({
			group_id: '120363025246125486@g.us',
			text: 'Hello',
		});
	});

	test.each([
		[{ phone: '+62 812 3456 7890', is_group: false }, { phone: PHONE }],
		[{ phone: '123-456@g.us', is_group: true }, { group_id: '123-456@g.us' }],
		[{ phone: '123-456@g.us', is_group: 'true' }, { group_id: '123-456@g.us' }],
		[{ phone: 6281234567890 }, { phone: PHONE }],
	])('to the contact that the item is: %j → %j', async (json, expected) => {
		expect(await bodyFor({ recipientType: 'contact' }, json)).toEqual({
			...expected,
			text: 'Hello',
		});
	});

	test('an interactive message with footer and buttons, untouched', async () => {
		const buttons = [{ id: 'a', text: 'Yes', nested: { deep: [1, null] } }, 'plain', 3];
		const expected = { phone: PHONE, text: 'Hello', isInteractive: true, footer: 'Bye', buttons };
		const parameters = { isInteractive: true, footer: 'Bye' };
		expect(await bodyFor({ ...parameters, buttons: JSON.stringify(buttons) })).toEqual(expected);
		holder.sandbox.reset();
		expect(await bodyFor({ ...parameters, buttons: '={{ $json.b }}' }, { b: buttons })).toEqual(
			expected,
		);
	});

	test('no footer and no buttons where they are empty, and nothing interactive where it is off', async () => {
		expect(await bodyFor({ isInteractive: true, footer: '', buttons: '[]' })).toEqual({
			phone: PHONE,
			text: 'Hello',
			isInteractive: true,
		});
		holder.sandbox.reset();
		const off = { isInteractive: '={{ false }}', footer: 'Bye', buttons: '[{"text":"Yes"}]' };
		expect(await bodyFor(off)).toEqual({ phone: PHONE, text: 'Hello' });
	});

	test.each([
		['2036-12-01T09:00:00', 'seconds', '2111709600'],
		['2036-12-01T09:00:00', 'milliseconds', '2111709600000'],
		['2036-12-01T09:00:00+00:00', 'seconds', '2111734800'],
		['={{ DateTime.fromISO("2036-12-01T02:00:00Z") }}', 'seconds', '2111709600'],
		['={{ new Date("2036-12-01T02:00:00Z") }}', 'seconds', '2111709600'],
		['={{ 2111709600 }}', 'seconds', '2111709600'],
		['2111709600000', 'seconds', '2111709600'],
	])('a schedule: %s in %s → %s', async (sendAt, sendAtUnit, expected) => {
		const body = await bodyFor({ options: { sendAt, sendAtUnit } }, {}, 'Asia/Jakarta');
		expect(body).toEqual({ phone: PHONE, text: 'Hello', send_at: expected });
	});

	test('the country code in the place of a leading 0', async () => {
		const parameters = { phone: '0812-3456-7890', options: { countryCode: '62' } };
		expect((await bodyFor(parameters)).phone).toBe(PHONE);
	});
});

describe.each(['envelope', 'bare'] as const)(
	'the output of a send, with a response in the %s form',
	(form) => {
		beforeEach(() => {
			holder.sandbox.form = form;
		});

		test('is one simple item an input item', async () => {
			const items = recipients(3);
			const parameters = { options: { sendAt: '2036-12-01T09:00:00' } };
			const output = (await sendTexts(holder.sandbox, { items, parameters })).items;
			expect(output).toEqual(
				items.map(({ json }, item) => ({
					json: {
						success: true,
						recipient: json.phone,
						recipientType: 'phone',
						status: 200,
						response: 'OK',
						scheduledFor: '2036-12-01T02:00:00.000Z',
					},
					pairedItem: { item },
				})),
			);
		});

		test('names a group, and no time where nothing is scheduled', async () => {
			const parameters = { recipientType: 'group', groupId: 'g@g.us' };
			const [{ json }] = (
				await sendTexts(holder.sandbox, { items: [{ json: { text: 'Hi' } }], parameters })
			).items;
			expect(json).toEqual({
				success: true,
				recipient: 'g@g.us',
				recipientType: 'group',
				status: 200,
				response: 'OK',
			});
		});

		test('is the envelope where Simplify is off', async () => {
			const { items } = await sendTexts(holder.sandbox, { parameters: { simplify: false } });
			expect(items).toHaveLength(3);
			expect(items[2].json).toEqual({
				status: 200,
				statusText: form === 'envelope' ? '' : 'OK',
				data: 'OK',
				headers: {
					'content-length': expect.any(String),
					'content-type': 'text/plain; charset=utf-8',
				},
			});
		});
	},
);

test('the credential is needed, and without it nothing is sent', async () => {
	const { error } = await sendTexts(holder.sandbox, { credentials: {} });
	expect(error?.message).toMatch(/credential/i);
	expect(holder.sandbox.requests).toHaveLength(0);
});
