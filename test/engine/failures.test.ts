import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { useBroadcasts } from './broadcasts';
import { listById, PHONE } from './sandbox';

const { holder, send } = useBroadcasts();
const message = { phone: PHONE, text: 'Hello' };
const media = { operation: 'sendMedia', mediaUrl: 'https://example.com/a.pdf' };

describe('The node refuses, and sends nothing:', () => {
	// The form shows both sources then.
	const uploadByExpression = { ...media, mediaSource: '={{ "binary" }}' };
	const group = { recipientType: 'group', groupId: 'g@g.us' };
	const scheduled = { options: { sendAt: '2036-12-01T09:00:00' } };
	const onlyTo = 'but uploads can only go to a phone number';
	const option = (name: string, value: unknown) => ({ options: { [name]: value } as object });

	/** One value of a kind. All others: test/unit, and hostile.test.ts. */
	test.each<[object, string]>([
		[{ ...group, groupId: '={{ 120363025246125486 }}' }, 'Group ID "120363025246125490" is a num'],
		[{ text: '={{ ({}) }}' }, 'Text is an object, not text'],
		[{ ...media, mediaUrl: 'a.png' }, 'Media URL "a.png" is not a web address'],
		[{ recipientType: '={{ "nobody" }}', groupId: 'g' }, 'Send To "nobody" is not supported: use '],
		[{ ...media, mediaSource: '={{ "ftp" }}' }, 'Media Source "ftp" is not supported: use url or '],
		[{ isInteractive: '={{ "maybe" }}' }, 'Interactive Message "maybe" is neither true nor false'],
		[{ ...uploadByExpression, ...group }, `Send To is Group, ${onlyTo}`],
		[{ ...uploadByExpression, isInteractive: true }, `Interactive Message is set, ${onlyTo}`],
		[{ ...media, mediaSource: 'binary', ...scheduled }, `Send At is set, ${onlyTo}`],
		[{ ...uploadByExpression, recipientType: 'contact' }, `The contact is a group, ${onlyTo}`],
		[{ requestOptions: { proxy: '={{ $json.x }}' } }, 'Proxy: the expression has no result'],
		[option('campaign', ' '), 'Campaign is empty'],
		[option('campaign', '={{ {} }}'), 'Campaign is an object'],
		[option('campaign', '={{ $today }}'), 'Campaign is a date, not text: add .toISODate() to'],
		[option('testPhone', ''), 'Send Test To: Phone is empty: enter'],
		[option('testPhone', '0812'), 'Send Test To: Phone "0812" starts with 0'],
		[option('countryCode', 'XX'), 'Country Code "XX" is not a country:'],
		[
			option('textFormat', 'html'),
			'Text Format "html" is not supported: use asEntered or markdown',
		],
		[option('neverSendTo', listById('')), 'Never Send To is empty: choose a list, or enter its ID'],
		[option('delay', { seconds: { min: -1 } }), 'Minimum of Delay Between Messages "-1" is not'],
	])('%j', async (given, words) => {
		const to = [{ json: { phone: 'g@g.us', is_group: true } }];
		const parameters = { ...message, ...given } as INodeParameters;
		const { error } = await send({ to, parameters });
		expect(error?.message.slice(0, words.length)).toBe(words);
		expect(error?.context?.itemIndex).toBe(0);
		expect(holder.sandbox.requests).toEqual([]);
	});
});

test.each<[INodeParameters, string]>([
	[{ recipientType: '={{ "group" }}', groupId: 'my group' }, 'my group'],
	[{ ...media, mediaSource: 'binary', recipientType: 'contact' }, 'g@g.us'],
])('The row of a failed message names the group: %j', async (given, recipient) => {
	const to = [{ json: { phone: 'g@g.us', is_group: true } }];
	const parameters = { ...message, ...given };
	const { items } = await send({ to, parameters, onError: 'continueRegularOutput' });
	expect(items[0].json).toMatchObject({ reason: 'invalid', recipient, recipientType: 'group' });
});

test.each(['127.0.0.1', 'localhost'])(
	'A message that n8n does not let out to %s was not sent',
	async (host) => {
		const { apiKey, url } = holder.sandbox;
		const baseUrl = url.replace('127.0.0.1', host);
		const ssrf = Container.get(SsrfProtectionConfig);
		ssrf.enabled = true;
		const { error } = await send({
			to: 2,
			credentials: { whatsAppSenderApi: { apiKey, baseUrl } },
		});
		ssrf.enabled = false;
		expect(error?.message).toMatch(
			/could not be reached: The request was blocked because .* The message to \d+ was not sent/,
		);
		expect(holder.sandbox.requests).toEqual([]);
	},
);

/** All responses: unit/response.test.ts and unit/serviceErrors.test.ts. These depend on n8n's HTTP layer. */
describe('The output contains the response of the service:', () => {
	const json = 'application/json';
	const accepted = { status: 200, accepted: true };

	test.each<[Fault, object]>([
		[
			{ status: 200, contentType: json, body: '{"st' },
			{ reason: 'unconfirmed', status: 200 },
		],
		[{ delay: 3000 }, { reason: 'unconfirmed' }],
		[{ ...accepted, contentType: json, body: '"OK"' }, { response: 'OK' }],
		[{ ...accepted, contentType: 'text/plain', body: '{"ok":true}' }, { response: { ok: true } }],
	])('%j', async (fault, row) => {
		holder.sandbox.onSend = () => fault;
		const parameters = { ...message, requestOptions: { timeout: 1000 } };
		const { items } = await send({ to: 1, parameters, onError: 'continueRegularOutput' });
		expect(items[0].json).toMatchObject({ success: 'response' in row, ...row });
		expect(holder.sandbox.requests).toHaveLength(1);
	});

	test('an error that n8n would otherwise replace', async () => {
		holder.sandbox.onSend = () => ({ status: 500, body: 'read EPIPE' });
		const { error } = await send({ to: 1 });
		expect(error?.message).toMatch(/ was not accepted \(HTTP 500\): read EPIPE$/);
	});
});
