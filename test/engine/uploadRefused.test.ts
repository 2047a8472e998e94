import type { INodeParameters } from 'n8n-workflow';
import { sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const PHONE = '6281234567890';
const upload = { operation: 'sendMedia', mediaSource: 'binary', text: 'Hello', phone: PHONE };
const data = { data: 'SGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' };

describe('an upload that the service has no place for is refused, and nothing is sent', () => {
	// The form shows both sources then.
	const byExpression = { mediaSource: '={{ "binary" }}', mediaUrl: 'https://example.com/' };
	const group = { recipientType: 'group', groupId: 'g@g.us' };

	test.each<[string, INodeParameters, RegExp]>([
		['to a group', group, /^Send To is Group, but uploads can only go to a phone number/],
		[
			'to a group, by expression',
			{ ...group, ...byExpression },
			/^Send To is Group, but uploads can only go to a phone number/,
		],
		[
			'with buttons, by expression',
			{ ...byExpression, isInteractive: true, buttons: '[{"text":"Yes"}]' },
			/^Interactive Message is set, but uploads can only go to a phone number/,
		],
		[
			'with a schedule, by expression',
			{ ...byExpression, options: { sendAt: '2036-12-01T09:00:00' } },
			/^Send At is set, but uploads can only go to a phone number/,
		],
	])('%s', async (_case, parameters, message) => {
		const { error } = await sendTexts(holder.sandbox, {
			items: [{ json: {}, binary: { data } }],
			parameters: { ...upload, ...parameters },
		});
		expect(error?.message).toMatch(message);
		expect(holder.sandbox.requests).toHaveLength(0);
	});

	test('to a group among the contacts of a list', async () => {
		const contacts = [
			{ phone: '+62 812-3456-7890', is_group: false },
			{ phone: 'g@g.us', is_group: true },
		];
		const { error } = await sendTexts(holder.sandbox, {
			items: contacts.map((json) => ({ json, binary: { data } })),
			parameters: { ...upload, recipientType: 'contact' },
		});
		expect(holder.sandbox.accepted.map(({ recipient }) => recipient)).toEqual([PHONE]);
		expect(error?.context?.itemIndex).toBe(1);
		expect(error?.message).toMatch(/^The contact is a group, but uploads/);
	});
});
