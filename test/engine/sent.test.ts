import type { IDataObject } from 'n8n-workflow';
import { PHONE, useBothPaths, type SendCase } from './bothPaths';
import { arrivals, phones, recipients, sendTexts } from './sandbox';

const { holder, byBoth, sentBody } = useBothPaths();

const toPhone = { phone: PHONE, text: 'Hello' };
const simplified = {
	success: true,
	recipient: PHONE,
	recipientType: 'phone',
	status: 200,
	response: 'OK',
};
const toGroup = { group_id: '120@g.us', text: 'Hello' };
const media = { operation: 'sendMedia', mediaUrl: ' https://example.com/a.pdf ' };
const scheduledFor = '2036-12-01T02:00:00.000Z';
const buttons = [{ id: 'a', nested: { deep: [1, null] } }, 'plain', 3];

/** What arrives, and the output where it is another one than that of a text to the phone. */
type Sent = SendCase & { body?: IDataObject; output?: IDataObject };

const ACCEPTED: Record<string, Sent> = {
	'a text to a phone': {},
	'a phone as people write it': { parameters: { phone: '+62 (812) 3456-7890' } },
	'a phone with a leading 0': {
		parameters: { phone: '0812 3456 7890', options: { countryCode: '62' } },
	},
	'a text of any script': {
		parameters: { text: ' شكرا 👋🏽\n"x" \\ \u2028end ' },
		body: { phone: PHONE, text: ' شكرا 👋🏽\n"x" \\ \u2028end ' },
	},
	'a text to a group': {
		parameters: { recipientType: 'group', groupId: ' 120@g.us ' },
		body: toGroup,
		output: { ...simplified, recipient: '120@g.us', recipientType: 'group' },
	},
	'a contact from a list': {
		parameters: { recipientType: 'contact' },
		json: { phone: '+62 812 3456 7890', is_group: false },
	},
	'a group from a list': {
		parameters: { recipientType: 'contact' },
		json: { phone: '120@g.us', is_group: true },
		body: toGroup,
		output: { ...simplified, recipient: '120@g.us', recipientType: 'group' },
	},
	'Send To by expression': {
		parameters: { recipientType: '={{ "group" }}', groupId: '120@g.us' },
		body: toGroup,
		output: { ...simplified, recipient: '120@g.us', recipientType: 'group' },
	},
	'values from expressions': {
		parameters: { phone: '={{ $json.n }}', text: '={{ $json.n }}' },
		json: { n: 6281234567890 },
		body: { phone: PHONE, text: PHONE },
	},
	'an interactive message': {
		parameters: { isInteractive: true, footer: 'Bye', buttons: '={{ $json.b }}' },
		json: { b: buttons },
		body: { ...toPhone, isInteractive: true, footer: 'Bye', buttons },
	},
	'an interactive message with nothing in it': {
		parameters: { isInteractive: '={{ "TRUE" }}', footer: '', buttons: '={{ [] }}' },
		body: { ...toPhone, isInteractive: true },
	},
	'nothing interactive where it is off': {
		parameters: { isInteractive: '={{ "" }}', footer: 'Bye', buttons: '[1]' },
	},
	'a schedule in the time zone of the workflow': {
		parameters: { options: { sendAt: '2036-12-01T09:00:00' } },
		body: { ...toPhone, send_at: '2111709600' },
		output: { ...simplified, scheduledFor },
	},
	'a schedule as a DateTime of an expression': {
		parameters: { options: { sendAt: '={{ DateTime.fromISO("2036-12-01T02:00:00Z") }}' } },
		body: { ...toPhone, send_at: '2111709600' },
		output: { ...simplified, scheduledFor },
	},
	'a schedule in milliseconds': {
		parameters: {
			options: { sendAt: '={{ 2111709600 }}', sendAtUnit: '={{ "milliseconds" }}' },
		},
		body: { ...toPhone, send_at: '2111709600000' },
		output: { ...simplified, scheduledFor },
	},
	'media by its URL': {
		parameters: media,
		body: { ...toPhone, media_url: 'https://example.com/a.pdf' },
	},
	'interactive media to a group': {
		parameters: { ...media, recipientType: 'group', groupId: 'g', isInteractive: true },
		body: {
			group_id: 'g',
			text: 'Hello',
			media_url: 'https://example.com/a.pdf',
			isInteractive: true,
		},
		output: { ...simplified, recipient: 'g', recipientType: 'group' },
	},
	'a time-out and delays that do not matter': {
		parameters: {
			options: { minDelay: 3600, maxDelay: 3600, concurrency: 10 },
			requestOptions: { timeout: 20_000 },
		},
	},
};

describe('By its turns and by the routing, the node sends', () => {
	test.each(Object.entries(ACCEPTED))('%s', async (_case, sendCase) => {
		const { error, items } = await byBoth(sendCase);
		expect(error).toBeUndefined();
		expect(items).toEqual([{ json: sendCase.output ?? simplified, pairedItem: { item: 0 } }]);
		expect(sentBody()).toEqual(sendCase.body ?? toPhone);
		expect(holder.sandbox.requests).toMatchObject([{ valid: true, accepted: true }]);
	});

	test.each(['envelope', 'bare'] as const)(
		'what it simplifies, or the envelope, of a response in the %s form',
		async (form) => {
			holder.sandbox.form = form;
			const { items } = await byBoth({});
			expect(items[0].json).toEqual(simplified);
			const whole = await byBoth({ parameters: { simplify: false } });
			expect(whole.items[0].json).toEqual({
				status: 200,
				statusText: form === 'envelope' ? '' : 'OK',
				data: 'OK',
				headers: {
					'content-length': expect.any(String),
					'content-type': 'text/plain; charset=utf-8',
				},
			});
		},
	);
});

describe('By the routing, several items', () => {
	const TOO_MANY =
		'This version of n8n cannot send 3 items in turns: use Loop Over Items with a batch size of 1 before this node';

	test.each([undefined, 'continueRegularOutput'] as const)(
		'are refused, and nothing is sent (On Error: %s)',
		async (onError) => {
			const options = { runsBy: 'routing', onError } as const;
			const { error, items } = await sendTexts(holder.sandbox, options);
			const errors = onError ? items.map(({ json }) => json.error) : Array(3).fill(error?.message);
			expect(errors).toEqual([TOO_MANY, TOO_MANY, TOO_MANY]);
			expect(arrivals(holder.sandbox)).toEqual([]);
		},
	);

	test('with Execute Once are one', async () => {
		const { error } = await sendTexts(holder.sandbox, { runsBy: 'routing', executeOnce: true });
		expect(error).toBeUndefined();
		expect(arrivals(holder.sandbox)).toEqual(phones(0));
	});
});

test('the credential is needed, and without it nothing is sent', async () => {
	const options = { credentials: {}, items: recipients(1) };
	const { error } = await sendTexts(holder.sandbox, options);
	expect(error?.message).toMatch(/credential/i);
	expect(holder.sandbox.requests).toHaveLength(0);
});
