import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import type { AnswerFault, Fault } from '../../sandbox';
import type { Outcome } from './run';
import { failedOf, listById, NO_SERVICE, recipients, sendTexts, useSandbox } from './sandbox';
import type { SendOptions } from './sandbox';

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
		list: listById('={{ $json.list }}'),
	},
};

async function run(operation: string, options: SendOptions = {}) {
	const [{ json }] = recipients(1);
	const items = [{ json: { ...json, list: holder.sandbox.lists[0].id }, binary: { data } }];
	return await sendTexts(holder.sandbox, { items, parameters: OPERATIONS[operation], ...options });
}

/** The lines with the key in everything that n8n stores or shows of a run. */
function leaksIn({ run, error }: Outcome): string[] {
	const limits = { maxStringLength: Infinity, maxArrayLength: Infinity, showHidden: true };
	return inspect([run, error, error?.stack, error?.cause], { depth: Infinity, ...limits })
		.split('\n')
		.filter((line) => line.includes(KEY));
}

const noService = { ...NO_SERVICE.whatsAppSenderApi, apiKey: KEY };
const FAILURES: Array<[string, Fault | undefined, SendOptions?]> = [
	['a web page', { status: 200, contentType: 'text/html', body: '<html></html>' }],
	['a response that repeats the key', { status: 500, body: { error: `The key ${KEY} is wrong` } }],
	['a cut connection', 'cut-after'],
	['an unreachable service', undefined, { credentials: { whatsAppSenderApi: noService } }],
];

describe.each(Object.keys(OPERATIONS))('The API key does not appear after %s:', (operation) => {
	test('a success whose response contains it', async () => {
		const body = { status: 200, data: { success: true, error: '', echo: `You said ${KEY}` } };
		holder.sandbox.onSend = () => ({ status: 200, accepted: true, body });
		const outcome = await run(operation);
		expect(outcome.error).toBeUndefined();
		expect(holder.sandbox.requests).toMatchObject([{ accepted: true }]);
		expect(leaksIn(outcome)).toEqual([]);
		if (operation === 'Send Text')
			expect(outcome.items[0].json).toMatchObject({ response: { echo: 'You said •••' } });
	});

	// A cut connection only loses a message.
	const failures = operation.startsWith('Send')
		? FAILURES
		: FAILURES.filter(([, fault]) => fault !== 'cut-after');
	test.each(failures)('a failure with %s', async (_failure, fault, options = {}) => {
		holder.sandbox.onSend = () => fault;
		holder.sandbox.onLists = () => fault as AnswerFault;
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const outcome = await run(operation, { onError, ...options });
			expect(outcome.error ?? failedOf(outcome)[0]).toBeDefined();
			expect(leaksIn(outcome)).toEqual([]);
		}
	});
});
