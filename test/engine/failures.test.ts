import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { PHONE, useMessage } from './sandbox';
import { listOf } from './broadcasts';

const { holder, sendOne } = useMessage();
const REJECTED = `Message to ${PHONE} was not accepted`;
const UNREAD = 'The service answered HTTP 200 with ';
const NO_ANSWER = 'No answer from 127.0.0.1:';
const CHECK = 'Check in WhatsApp';
const MAYBE = /The message to 6281234567890 may already have been sent$/;

describe('The node refuses, and sends nothing:', () => {
	const media = { operation: 'sendMedia', mediaUrl: 'https://example.com/a.pdf' };
	// The form shows both sources then.
	const uploadByExpression = { ...media, mediaSource: '={{ "binary" }}' };
	const group = { recipientType: 'group', groupId: 'g@g.us' };
	const scheduled = { options: { sendAt: '2036-12-01T09:00:00' } };
	const onlyTo = 'but uploads can only go to a phone number';

	const option = (name: string, value: unknown, message: string): [INodeParameters, string] => [
		{ options: { [name]: value } as INodeParameters },
		message,
	];

	/** One or more of a kind; each kind of rule has all its values in test/unit. */
	test.each<[INodeParameters, string]>([
		[{ phone: '0812' }, 'Phone "0812" starts with 0: '],
		[{ ...group, groupId: ' ' }, 'Group ID is empty'],
		[{ ...group, groupId: '={{ 120363025246125486 }}' }, 'Group ID "120363025246125490" is a num'],
		[{ text: '={{ ({}) }}' }, 'Text is an object, not text'],
		[{ ...media, mediaUrl: 'a.png' }, 'Media URL "a.png" is not a web address'],
		[{ recipientType: '={{ "nobody" }}', groupId: 'g' }, 'Send To "nobody" is not supported: use '],
		[{ ...media, mediaSource: '={{ "ftp" }}' }, 'Media Source "ftp" is not supported: use url or '],
		[{ isInteractive: '={{ "maybe" }}' }, 'Interactive Message "maybe" is neither true nor false'],
		[{ isInteractive: true, buttons: '[oops' }, 'Buttons "[oops" is not a JSON array'],
		option('sendAt', 'tomorrow', 'Send At "tomorrow" is not a date and time'),
		option('countryCode', 'XX', 'Country Code "XX" is not a country:'),
		[{ ...uploadByExpression, ...group }, `Send To is Group, ${onlyTo}`],
		[{ ...uploadByExpression, isInteractive: true }, `Interactive Message is set, ${onlyTo}`],
		[{ ...media, mediaSource: 'binary', ...scheduled }, `Send At is set, ${onlyTo}`],
		[{ ...uploadByExpression, recipientType: 'contact' }, `The contact is a group, ${onlyTo}`],
		[{ requestOptions: { proxy: '={{ $json.x }}' } }, 'Proxy: the expression has no result'],
		option('textFormat', 'html', 'Text Format "html" is not supported: use asEntered or markdown'),
		option('maxPerExecution', 0, 'Max Messages per Execution "0" is not a number of messages'),
		option('maxPerExecution', 2.5, 'Max Messages per Execution "2.5"'),
		option('neverSendTo', listOf(''), 'Never Send To is empty: choose a list, or enter its ID'),
		option('delay', { seconds: { min: -1 } }, 'Minimum of Delay Between Messages "-1" is not'),
	])('%j', async (parameters, message) => {
		const { error } = await sendOne({ parameters, json: { phone: 'g@g.us', is_group: true } });
		expect(error?.message.slice(0, message.length)).toBe(message);
		expect(error?.context?.itemIndex).toBe(0);
		expect(holder.sandbox.requests).toEqual([]);
	});
});

/** The words of each response: see test/unit/serviceErrors.test.ts. */
describe('The node says what became of the message after', () => {
	const json = 'application/json';
	const inner = { status: 200, body: { status: 500, data: null } };

	/** The response, how the message begins and ends, and part of the description. */
	test.each<[Fault, string, RegExp, string]>([
		[{ status: 500, body: 'read EPIPE' }, `${REJECTED} (HTTP 500)`, /: read EPIPE$/, 'Check the r'],
		[inner, `${REJECTED} (HTTP 500)`, /: no reason given$/, 'Check the r'],
		[{ status: 200, contentType: json, body: '{"st' }, UNREAD, MAYBE, CHECK],
		['cut-after', NO_ANSWER, / closed\. The message to \d+ may already have been sent$/, CHECK],
		[{ delay: 3000 }, NO_ANSWER, / timed out\. The message to \d+ may already .* sent$/, CHECK],
	])('%j', async (fault, begin, end, advice) => {
		const { error } = await sendOne({ fault, parameters: { requestOptions: { timeout: 1000 } } });
		expect(error?.message.slice(0, begin.length)).toBe(begin);
		expect(error?.message).toMatch(end);
		expect(error?.description).toContain(advice);
		expect(holder.sandbox.requests).toHaveLength(1);
	});
});

/** As it came over the wire, and what the row has of it; all forms: see test/unit/response.test.ts. */
test.each<[string, string, unknown]>([
	['text/plain', '"OK"', expect.stringMatching(/^"?OK"?$/)],
	['application/json', '"OK"', expect.stringMatching(/^"?OK"?$/)],
	['text/plain', '{"success":true}', { success: true }],
])('A message that is acknowledged in %s by %s is sent', async (contentType, body, response) => {
	const fault = { status: 200, accepted: true, contentType, body };
	const { items } = await sendOne({ fault });
	expect(items[0].json).toMatchObject({ success: true, response });
});
