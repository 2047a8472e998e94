import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { failedOf, sendTexts, recipients, useSandbox } from './sandbox';
import type { Outcome } from './run';

const KEY = 'key-that-must-not-leak';
const holder = useSandbox({ apiKey: KEY });
const file = { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'a.txt' };
const list = { __rl: true, mode: 'id', value: '={{ $json.list }}' };

const OPERATIONS: Record<string, INodeParameters> = {
	'Send Text': { simplify: false },
	'Send Media (URL)': { operation: 'sendMedia', mediaUrl: 'https://example.com/a.png' },
	'Send Media (upload)': { operation: 'sendMedia', mediaSource: 'binary' },
	'Get Lists': { resource: 'list', operation: 'getLists' },
	'Get List Contacts': { resource: 'list', operation: 'getListContacts', list },
};

type OnError = 'stopWorkflow' | 'continueRegularOutput';

async function run(operation: string, baseUrl = holder.sandbox.url, onError?: OnError) {
	const [{ json }] = recipients(1);
	const { id } = holder.sandbox.lists[0];
	return await sendTexts(holder.sandbox, {
		credentials: { whatsAppSenderApi: { apiKey: KEY, baseUrl } },
		items: [{ json: { ...json, list: id }, binary: { data: file } }],
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

/** What the service says; the last two only to a message, which is lost. */
const FAULTS: Record<string, Fault> = {
	'HTTP 500': { status: 500, body: 'No signal' },
	'a web page': { status: 200, contentType: 'text/html', body: '<html></html>' },
	'a redirect': {
		status: 307,
		body: '',
		headers: { location: 'http://localhost:{port}/elsewhere' },
	},
	'the key, repeated': { status: 500, body: { error: `The API key ${KEY} is not valid` } },
	'the key, repeated in an envelope': {
		status: 200,
		body: { status: 500, statusText: '', data: `Wrong key: ${KEY}`, headers: {} },
	},
	'a cut before': 'cut-before',
	'a cut after': 'cut-after',
};

describe.each(Object.keys(OPERATIONS))('After %s the API key is nowhere', (operation) => {
	const isSend = operation.startsWith('Send');

	test('in what a successful execution leaves behind', async () => {
		const outcome = await run(operation);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.length).toBeGreaterThan(0);
		expect(holder.sandbox.requests.every(({ accepted }) => accepted)).toBe(true);
		expect(leaks(outcome)).toEqual([]);
	});

	test.each(Object.keys(FAULTS).filter((name) => isSend || !name.startsWith('a cut')))(
		'in what a failure leaves behind: %s',
		async (name) => {
			const { sandbox } = holder;
			sandbox.onSend = () => FAULTS[name];
			sandbox.onLists = () => FAULTS[name] as Exclude<Fault, string | { delay: number }>;
			for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
				const outcome = await run(operation, undefined, onError);
				expect(outcome.error ?? failedOf(outcome)[0]).toBeDefined();
				expect(leaks(outcome)).toEqual([]);
			}
			expect(sandbox.requests.filter(({ path }) => path === '/elsewhere')).toEqual([]);
		},
	);

	test.each([
		['refused', () => 'http://127.0.0.1:1'],
		['not found', () => 'http://nowhere.invalid'],
		['without TLS', () => holder.sandbox.url.replace('http', 'https')],
	])('in what a failed connection leaves behind: %s', async (_case, baseUrl) => {
		const outcome = await run(operation, baseUrl());
		expect(outcome.error).toBeDefined();
		expect(leaks(outcome)).toEqual([]);
	});
});

test.each([301, 302, 303, 307, 308])(
	'A message is not sent to where a redirect points: HTTP %d',
	async (status) => {
		const location = 'http://localhost:{port}/elsewhere';
		holder.sandbox.onSend = () => ({ status, body: '', headers: { location } });
		const { error } = await run('Send Text');
		expect(error?.message).toMatch(/Base URL/);
		expect(holder.sandbox.requests.map(({ path }) => path)).toEqual(['/send']);
	},
);
