import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import type { AnswerFault, Fault } from '../../sandbox';
import type { Outcome } from './run';
import { failedOf, recipients, sendTexts, useSandbox, type SendOptions } from './sandbox';

const KEY = 'key-that-must-not-leak';
const holder = useSandbox({ apiKey: KEY, basePath: '/api/v1' });
const data = { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'a.txt' };

const OPERATIONS: Record<string, INodeParameters> = {
	'Send Text': {},
	'Send Media (URL)': { operation: 'sendMedia', mediaUrl: 'https://example.com/a.png' },
	'Send Media (upload)': { operation: 'sendMedia', mediaSource: 'binary' },
	'Get Lists': { resource: 'list', operation: 'getLists' },
	'Get List Contacts': {
		resource: 'list',
		operation: 'getListContacts',
		list: { __rl: true, mode: 'id', value: '={{ $json.list }}' },
	},
};

async function run(operation: string, options: SendOptions = {}) {
	const [{ json }] = recipients(1);
	const items = [{ json: { ...json, list: holder.sandbox.lists[0].id }, binary: { data } }];
	return await sendTexts(holder.sandbox, { items, parameters: OPERATIONS[operation], ...options });
}

/** The lines with the key in everything that n8n stores or shows of a run. */
function leaks({ run, error }: Outcome): string[] {
	const limits = { maxStringLength: Infinity, maxArrayLength: Infinity, showHidden: true };
	return inspect([run, error, error?.stack, error?.cause], { depth: Infinity, ...limits })
		.split('\n')
		.filter((line) => line.includes(KEY));
}

/** How a run fails; a cut connection only loses a message. */
const FAILURES: Record<string, { fault?: Fault; baseUrl?: () => string }> = {
	'a web page': { fault: { status: 200, contentType: 'text/html', body: '<html></html>' } },
	'the key, repeated': { fault: { status: 500, body: { error: `The key ${KEY} is wrong` } } },
	'a cut after': { fault: 'cut-after' },
	'a refused connection': { baseUrl: () => 'http://127.0.0.1:1' },
};

describe.each(Object.keys(OPERATIONS))('After %s the API key is nowhere', (operation) => {
	test('in what a successful execution leaves behind, whose response repeats it', async () => {
		const body = { status: 200, data: { success: true, error: '', echo: `You said ${KEY}` } };
		holder.sandbox.onSend = () => ({ status: 200, accepted: true, body });
		const outcome = await run(operation);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.length).toBeGreaterThan(0);
		expect(holder.sandbox.requests.every(({ accepted }) => accepted)).toBe(true);
		expect(leaks(outcome)).toEqual([]);
		if (operation === 'Send Text')
			expect(outcome.items[0].json).toMatchObject({ response: { echo: 'You said •••' } });
	});

	const isSend = operation.startsWith('Send');
	test.each(Object.keys(FAILURES).filter((name) => isSend || !name.startsWith('a cut')))(
		'after a failure: %s',
		async (name) => {
			const { sandbox } = holder;
			const { fault, baseUrl = () => sandbox.url } = FAILURES[name];
			sandbox.onSend = () => fault;
			sandbox.onLists = () => fault as AnswerFault;
			const credentials = { whatsAppSenderApi: { apiKey: KEY, baseUrl: baseUrl() } };
			for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
				const outcome = await run(operation, { onError, credentials });
				expect(outcome.error ?? failedOf(outcome)[0]).toBeDefined();
				expect(leaks(outcome)).toEqual([]);
			}
		},
	);
});
