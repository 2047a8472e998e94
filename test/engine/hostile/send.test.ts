import type { INodeParameters } from 'n8n-workflow';
import { sendTexts, useSandbox } from '../sandbox';
import {
	anything,
	deep,
	expectCivil,
	expectFieldNamed,
	expectHidden,
	forAny,
	NASTY_TEXTS,
	text,
} from './input';

const holder = useSandbox();
const PHONE = '6281234567890';

/** Sends one item whose JSON has the value; parameters reach it as `$json.value`. */
async function send(value: unknown, parameters: INodeParameters) {
	const { sandbox } = holder;
	sandbox.reset();
	const json = { value } as never;
	const all = { phone: PHONE, groupId: 'a group', text: 'Hi', ...parameters };
	const outcome = await sendTexts(sandbox, { items: [{ json }], parameters: all });
	expectCivil(outcome);
	return { ...outcome, outcome, requests: sandbox.requests };
}

const VALUE = '={{ $json.value }}';
const base = { api_key: 'sandbox-key', text: 'Hi', phone: PHONE };

test.each(NASTY_TEXTS)('the text %j arrives as it is, and nothing beside it', async (nasty) => {
	const { requests } = await send(nasty, { text: VALUE });
	expect(requests).toHaveLength(1);
	expect(requests[0].body).toEqual({ ...base, text: nasty });
	expect(requests[0].headers).not.toHaveProperty('x-injected');
});

test('any text arrives as it is, or is refused by name', async () => {
	await forAny(text, async (value) => {
		const { outcome, requests } = await send(value, { text: VALUE });
		if (outcome.error) {
			expectFieldNamed(outcome);
			expect(value.trim()).toBe('');
			expect(requests).toEqual([]);
		} else expect(requests[0].body).toEqual({ ...base, text: value });
	});
});

test.each<[string, INodeParameters]>([
	['phone', { phone: VALUE }],
	['text', { text: VALUE }],
	['group', { recipientType: 'group', groupId: VALUE }],
	['footer', { isInteractive: true, footer: VALUE }],
	['buttons', { isInteractive: true, buttons: VALUE }],
	['sendAt', { options: { sendAt: VALUE } }],
	['sendAtUnit', { options: { sendAt: '2030-01-01', sendAtUnit: VALUE } }],
	['countryCode', { options: { countryCode: VALUE } }],
	['minDelay', { options: { minDelay: VALUE } }],
	['concurrency', { options: { concurrency: VALUE } }],
	['options', { options: VALUE }],
	['isInteractive', { isInteractive: VALUE }],
	['mediaUrl', { operation: 'sendMedia', mediaUrl: VALUE }],
	['binary field', { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: VALUE }],
	['recipientType', { recipientType: VALUE }],
	[
		'mediaSource',
		{ operation: 'sendMedia', mediaSource: VALUE, mediaUrl: 'https://example.com/a.pdf' },
	],
	['simplify', { simplify: VALUE }],
])('anything at all as %s is sent as documented or refused by name', async (_field, parameters) => {
	await forAny(anything, async (value) => {
		const { outcome, requests } = await send(value, parameters);
		if (requests.length > 0) {
			// The sandbox refuses every field that is not documented, or of another type.
			expect(requests.map(({ problem }) => problem)).toEqual([undefined]);
			expect(outcome.error).toBeUndefined();
		} else expectFieldNamed(outcome);
	});
});

test('a text of 5 MB arrives whole', async () => {
	const huge = 'Halo 👋 '.repeat(550_000);
	const { requests, items } = await send(huge, { text: VALUE });
	expect((requests[0].body as { text: string }).text === huge).toBe(true);
	expect(items[0].json.success).toBe(true);
});

test.each(['phone', 'groupId', 'buttons', 'mediaUrl'])(
	'5 MB as %s make a short error',
	async (field) => {
		const parameters = {
			operation: field === 'mediaUrl' ? 'sendMedia' : 'sendText',
			isInteractive: field === 'buttons',
			[field]: VALUE,
		};
		const { outcome } = await send('x'.repeat(5_000_000), parameters);
		if (field !== 'groupId') expectFieldNamed(outcome);
	},
);

test('buttons of any depth that JSON can carry go out untouched', async () => {
	const buttons = [deep(500)];
	const { requests } = await send(JSON.stringify(buttons), { isInteractive: true, buttons: VALUE });
	expect((requests[0].body as { buttons: unknown }).buttons).toEqual(buttons);
});

test('buttons that hold themselves are refused by name', async () => {
	const circular: unknown[] = [];
	circular.push(circular);
	const { outcome, requests } = await send(circular, { isInteractive: true, buttons: VALUE });
	expect(outcome.error).toBeDefined();
	expect(requests).toEqual([]);
});

test('a Media URL with a login passes as it is, and no error shows it', async () => {
	const mediaUrl = 'https://user:s3cret@example.com/a.pdf';
	const { requests } = await send(mediaUrl, { operation: 'sendMedia', mediaUrl: VALUE });
	expect(requests[0].body).toMatchObject({ media_url: mediaUrl });
	const parameters = { operation: 'sendMedia', mediaUrl: VALUE };
	const wrong = await send(`ftp://user:s3cret@example.com`, parameters);
	expectFieldNamed(wrong.outcome);
	expectHidden('s3cret', wrong.outcome);
});
