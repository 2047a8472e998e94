import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PHONE, useBothPaths } from './bothPaths';
import { failedOf, sendTexts } from './sandbox';

const { holder, byBoth } = useBothPaths();

const media = { operation: 'sendMedia', mediaUrl: 'https://example.com/a.pdf' };
const upload = { operation: 'sendMedia', mediaSource: 'binary' };
// The form shows both sources then.
const uploadByExpression = { ...media, mediaSource: '={{ "binary" }}' };
const group = { recipientType: 'group', groupId: 'g@g.us' };
const noGroup = 'Send To is Group, but uploads can only go to a phone number';

/** One or more of a kind; each kind of rule has all its values in test/unit. */
const BAD_INPUT: Array<[string, INodeParameters, string, IDataObject?]> = [
	['no phone', { phone: '={{ "" }}' }, 'Phone "" is empty'],
	['a leading 0', { phone: '0812' }, 'Phone "0812" starts with 0: '],
	['a list as phone', { phone: '={{ ["1"] }}' }, 'Phone is a list, not a number'],
	['no group', { ...group, groupId: ' ' }, 'Group ID is empty'],
	[
		'no contact',
		{ recipientType: 'contact' },
		'The input item has no phone to send to: connect Get List Contacts',
	],
	['no text', { text: '={{ "" }}' }, 'Text is empty'],
	['an object as text', { text: '={{ ({}) }}' }, 'Text is an object, not text'],
	['no media', { ...media, mediaUrl: '={{ "" }}' }, 'Media URL is empty'],
	[
		'media without an address',
		{ ...media, mediaUrl: 'a.png' },
		'Media URL "a.png" is not a web address',
	],
	[
		'media of the wrong kind',
		{ ...media, mediaUrl: 'file:///etc/passwd' },
		'Media URL "file:///etc/passwd" is not a web address',
	],
	[
		'a kind of recipient that there is not',
		{ recipientType: '={{ "nobody" }}', groupId: '120@g.us' },
		'Send To "nobody" is not supported: use phone, group or contact',
	],
	[
		'a source that there is not',
		{ ...media, mediaSource: '={{ "ftp" }}' },
		'Media Source "ftp" is not supported: use url or binary',
	],
	[
		'a switch that is neither on nor off',
		{ isInteractive: '={{ "maybe" }}' },
		'Interactive Message "maybe" is neither true nor false',
	],
	[
		'a Simplify that is neither on nor off',
		{ simplify: '={{ "maybe" }}' },
		'Simplify "maybe" is neither true nor false',
	],
	[
		'buttons that are not JSON',
		{ isInteractive: true, buttons: '[oops' },
		'Buttons "[oops" is not a JSON array',
	],
	[
		'a time that is not one',
		{ options: { sendAt: 'tomorrow' } },
		'Send At "tomorrow" is not a date and time',
	],
	[
		'a country code that is not one',
		{ options: { countryCode: 'ID' } },
		'Default Country Code "ID" is not a country code',
	],
	['no file', upload, 'This item has no file in "data". Set Input Data Field Name'],
	['an upload to a group', { ...upload, ...group }, noGroup],
	['an upload to a group, by expression', { ...uploadByExpression, ...group }, noGroup],
	[
		'an upload to a group of a list',
		{ ...upload, recipientType: 'contact' },
		'The contact is a group, but uploads',
		{ phone: 'g@g.us', is_group: true },
	],
	[
		'an upload with buttons',
		{ ...uploadByExpression, isInteractive: true },
		'Interactive Message is set, but uploads can only go to a phone number',
	],
	[
		'an upload with a schedule',
		{ ...uploadByExpression, options: { sendAt: '2036-12-01T09:00:00' } },
		'Send At is set, but uploads can only go to a phone number',
	],
	[
		'an expression that fails',
		{ text: '={{ $("No such node").item.json.text }}' },
		"Referenced node doesn't exist",
	],
];

describe('By its turns and by the routing, the node refuses, and sends nothing:', () => {
	test.each(BAD_INPUT)('%s', async (_case, ...[parameters, message, json]) => {
		const { error, requests } = await byBoth({ parameters, json });
		expect(error?.message.startsWith(message) || error?.message).toBe(true);
		expect(error?.itemIndex).toBe(0);
		expect(requests).toEqual([]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'in the error item (On Error: %s)',
		async (onError) => {
			const outcome = await byBoth({ parameters: { phone: '0812' } }, { onError });
			expect(outcome.error).toBeUndefined();
			expect(outcome[onError === 'continueErrorOutput' ? 'errors' : 'items']).toHaveLength(1);
			const [failed] = failedOf(outcome as never);
			expect(failed.json.error).toMatch(/^Phone "0812" starts with 0: /);
			expect(failed.pairedItem).toEqual({ item: 0 });
		},
	);
});

/** In the routing, n8n itself refuses the first, and delays mean nothing. */
test.each<[string, INodeParameters, RegExp]>([
	['a proxy', { requestOptions: { proxy: 'none' } }, /^Proxy is not a web address/],
	['a delay', { options: { minDelay: -1 } }, /^Minimum Delay "-1" is not a number of seconds/],
])('By its turns, the node refuses %s that is none', async (_case, parameters, message) => {
	const { error } = await sendTexts(holder.sandbox, {
		items: [{ json: {} }],
		parameters: { phone: PHONE, text: 'Hello', ...parameters },
	});
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(error?.message).toMatch(message);
	expect(holder.sandbox.requests).toEqual([]);
});
