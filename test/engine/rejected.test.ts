import { createServer, type AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { PHONE, useBothPaths } from './bothPaths';
import { failedOf, sendTexts } from './sandbox';

const { holder, byBoth, sentBody } = useBothPaths();

const notAccepted = (status: number) => `Message to ${PHONE} was not accepted (HTTP ${status}): `;
const MAYBE = `The message to ${PHONE} may already have been sent`;
const page = '<!doctype html><title>Welcome</title>';
const html = { contentType: 'text/html', body: page };
const advice = {
	inWhatsApp: 'Check in WhatsApp',
	key: 'Check the API Key',
	values: 'Check the values',
	recipient: 'Check the recipient',
};

/** The fault, the message after the part that all rejections share, and part of the description. */
const REJECTED: Array<[string, number, Partial<Exclude<Fault, string>>, string, string]> = [
	['JSON with an error', 400, { body: { error: 'Bad phone' } }, 'Bad phone', advice.values],
	['unauthorised', 401, { body: 'Who?' }, 'Who?', advice.key],
	['not found', 404, { body: 'Not found' }, 'Not found', advice.key],
	['JSON with a message', 422, { body: { message: 'Bad text' } }, 'Bad text', advice.values],
	['too many', 429, { body: 'Slow down' }, 'Slow down', 'Minimum and Maximum Delay'],
	['plain text', 500, { body: 'No signal' }, 'No signal', advice.recipient],
	[
		"the network's own words",
		500,
		{ body: 'connect ECONNREFUSED 10.0.0.1' },
		'connect ECONNREFUSED 10.0.0.1',
		advice.recipient,
	],
	['no text', 503, { body: '' }, 'Service Unavailable', advice.recipient],
	[
		'a page of a gateway',
		504,
		html,
		'Welcome. This came from a gateway, so the message may already have been sent',
		advice.inWhatsApp,
	],
];

/** The fault, the whole message and part of the description. */
const FAILED: Array<[string, Fault, RegExp | string, string, INodeParameters?]> = [
	[
		'an error in the envelope under HTTP 200',
		{ status: 200, body: { status: 500, data: 'No signal' } },
		`${notAccepted(500)}No signal`,
		advice.recipient,
	],
	[
		'a redirect, which is not followed',
		{ status: 302, body: '', headers: { location: '/elsewhere' } },
		/\(HTTP 302\): it redirects to another address.*Base URL/,
		'Set Base URL',
	],
	[
		'a web page',
		{ status: 200, ...html },
		`The service answered HTTP 200 with a web page "Welcome", but it is not a messaging API: check the Base URL in the credential. ${MAYBE}`,
		advice.inWhatsApp,
	],
	[
		'another text than OK',
		{ status: 200, body: 'Queued' },
		`The service answered HTTP 200 with "Queued": check the Base URL in the credential. ${MAYBE}`,
		advice.inWhatsApp,
	],
	[
		'broken JSON',
		{ status: 200, body: '{"status":200,"da', contentType: 'application/json' },
		new RegExp(
			`^The service answered HTTP 200 with .*check the Base URL in the credential\\. ${MAYBE}$`,
		),
		advice.inWhatsApp,
	],
	[
		'a connection that is cut',
		'cut-after',
		new RegExp(`^No answer from 127\\.0\\.0\\.1:\\d+: the connection was closed\\. ${MAYBE}$`),
		advice.inWhatsApp,
	],
	[
		'a time-out',
		{ delay: 3000 },
		new RegExp(`^No answer from 127\\.0\\.0\\.1:\\d+: the request timed out\\. ${MAYBE}$`),
		advice.inWhatsApp,
		{ requestOptions: { timeout: 200 } },
	],
];

describe('By its turns and by the routing, the node says the same of', () => {
	test.each([
		...REJECTED.map(([name, status, fault, words, description]) => {
			const whole = { status, ...fault } as Fault;
			return [name, whole, notAccepted(status) + words, description] as (typeof FAILED)[number];
		}),
		...FAILED,
	])('%s', async (_case, ...[fault, message, description, parameters]) => {
		const { error, items } = await byBoth({ fault, parameters });
		if (typeof message === 'string') expect(error?.message).toBe(message);
		else expect(error?.message).toMatch(message);
		expect(error?.description).toContain(description);
		expect(error?.itemIndex).toBe(0);
		expect(items).toEqual([]);
		expect(sentBody()).toEqual({ phone: PHONE, text: 'Hello' });
		expect(holder.sandbox.requests).toHaveLength(1);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'an error item (On Error: %s)',
		async (onError) => {
			const fault = { status: 500, body: 'No signal' };
			const outcome = await byBoth({ fault }, { onError });
			expect(outcome.error).toBeUndefined();
			expect(failedOf(outcome as never)).toMatchObject([
				{ json: { error: `${notAccepted(500)}No signal` }, pairedItem: { item: 0 } },
			]);
		},
	);
});

test.each([
	['nothing listens', async () => `http://127.0.0.1:${await freePort()}`, 'was refused'],
	['there is no host', async () => 'http://no-such-host.invalid', 'check the spelling'],
])('Where %s, the message was not sent', async (_case, address, reason) => {
	const baseUrl = await address();
	const { error } = await sendTexts(holder.sandbox, {
		credentials: { whatsAppSenderApi: { apiKey: 'a-key', baseUrl } },
		items: [{ json: { phone: PHONE, text: 'Hello' } }],
	});
	const { host } = new URL(baseUrl);
	expect(error?.name).toBe('NodeApiError');
	expect(error?.message).toMatch(
		new RegExp(
			`^The service at ${host} could not be reached: .*${reason}\\. The message to ${PHONE} was not sent$`,
		),
	);
});

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
