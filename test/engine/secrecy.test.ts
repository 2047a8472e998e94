import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { runWorkflow, type Outcome } from './run';
import { credentialOf, recipients, useSandbox } from './sandbox';

const KEY = 'key-that-must-not-leak';
const holder = useSandbox({ apiKey: KEY });
const file = {
	data: Buffer.from('hello').toString('base64'),
	mimeType: 'text/plain',
	fileName: 'a.txt',
};
const message = { resource: 'message', phone: '={{ $json.phone }}', text: '={{ $json.text }}' };
const L1 = { __rl: true, mode: 'id', value: '={{ $json.list }}' };

const OPERATIONS: Record<string, INodeParameters> = {
	'Send Text': { ...message, operation: 'sendText', simplify: false },
	'Send Media (URL)': { ...message, operation: 'sendMedia', mediaUrl: 'https://example.com/a.png' },
	'Send Media (upload)': { ...message, operation: 'sendMedia', mediaSource: 'binary' },
	'Get Lists': { resource: 'list', operation: 'getLists' },
	'Get List Contacts': { resource: 'list', operation: 'getListContacts', list: L1 },
};
const operations = Object.keys(OPERATIONS);

async function run(operation: string, baseUrl?: string, onError?: 'continueRegularOutput') {
	const { whatsAppSenderApi } = credentialOf(holder.sandbox);
	const [{ json }] = recipients(1);
	const list = holder.sandbox.lists[0].id;
	return await runWorkflow({
		credentials: { whatsAppSenderApi: { ...whatsAppSenderApi, ...(baseUrl && { baseUrl }) } },
		items: [{ json: { ...json, list }, binary: { data: file } }],
		parameters: OPERATIONS[operation],
		onError,
	});
}

/** The lines with the key in everything that n8n stores or shows of a run. */
function leaks({ run, error }: Outcome): string[] {
	const limits = { maxStringLength: Infinity, maxArrayLength: Infinity, showHidden: true };
	return inspect([run, error, error?.stack, error?.cause], { depth: Infinity, ...limits })
		.split('\n')
		.filter((line) => line.includes(KEY));
}

describe.each(operations)('After %s the API key is nowhere', (operation) => {
	test('in what a successful execution leaves behind', async () => {
		const outcome = await run(operation);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.length).toBeGreaterThan(0);
		expect(holder.sandbox.requests.every(({ accepted }) => accepted)).toBe(true);
		expect(leaks(outcome)).toEqual([]);
	});

	test.each<[string, Fault]>([
		['HTTP 500', { status: 500, body: 'No signal' }],
		['a web page', { status: 200, contentType: 'text/html', body: '<html></html>' }],
		[
			'a redirect',
			{ status: 307, body: '', headers: { location: 'http://localhost:{port}/elsewhere' } },
		],
		[
			'a service that repeats the key',
			{ status: 500, body: { error: `The API key ${KEY} is not valid` } },
		],
		[
			'a service that repeats the key in an envelope',
			{
				status: 200,
				body: { status: 500, statusText: '', data: `Wrong key: ${KEY}`, headers: {} },
			},
		],
	])('in what a failure leaves behind: %s', async (_case, fault) => {
		const { sandbox } = holder;
		sandbox.onSend = () => fault;
		sandbox.onLists = () => fault as Exclude<Fault, string | { delay: number }>;
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			const outcome = await run(operation, undefined, onError);
			expect(outcome.error ?? outcome.items[0].json.error).toBeDefined();
			expect(leaks(outcome)).toEqual([]);
		}
		expect(sandbox.requests.filter(({ path }) => path === '/elsewhere')).toEqual([]);
	});

	test.each([
		['refused', 'http://127.0.0.1:1'],
		['not found', 'http://nowhere.invalid'],
		['without TLS', 'https'],
	])('in what a failed connection leaves behind: %s', async (_case, baseUrl) => {
		const url = baseUrl === 'https' ? holder.sandbox.url.replace('http', 'https') : baseUrl;
		const outcome = await run(operation, url);
		expect(outcome.error).toBeDefined();
		expect(leaks(outcome)).toEqual([]);
	});
});

test.each(operations.slice(0, 3))(
	'After %s with a connection that is cut the key is nowhere',
	async (operation) => {
		for (const fault of ['cut-before', 'cut-after'] as const) {
			holder.sandbox.onSend = () => fault;
			const outcome = await run(operation);
			expect(outcome.error?.message).toMatch(
				/^No answer from 127\.0\.0\.1.*may already have been sent/,
			);
			expect(leaks(outcome)).toEqual([]);
		}
	},
);

test('A message is not sent to where a redirect points, whatever its kind', async () => {
	for (const status of [301, 302, 303, 307, 308]) {
		holder.sandbox.reset();
		const location = 'http://localhost:{port}/elsewhere';
		holder.sandbox.onSend = () => ({ status, body: '', headers: { location } });
		const { error } = await run('Send Text');
		expect(error?.message).toMatch(/Base URL/);
		expect(holder.sandbox.requests.map(({ path }) => path)).toEqual(['/send']);
	}
});
