import type { AnswerFault, Sandbox } from '../../sandbox';
import { asked, getContacts, getLists, listIds } from './lists';
import { useSandbox } from './sandbox';

const holder = useSandbox();
const newsletter = ({ lists }: Sandbox) => lists[0];

describe('The id of a list', () => {
	test.each([
		'a/b',
		'?x=1',
		'a?all=false#c',
		'a b',
		'قائمة',
		'🎉',
		'%2e%2e',
		'100%',
		'../send',
		'..a',
	])('%j reaches the service as it is, in one step of the path', async (id) => {
		const { sandbox } = holder;
		sandbox.lists = [{ ...newsletter(sandbox), id }];
		const { items, error } = await getContacts(holder.sandbox, id, { limit: 1 });

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(asked(sandbox)).toEqual([`/lists/${encodeURIComponent(id)}`]);
	});

	// As an expression: an empty one that is typed in, n8n itself refuses before anything runs.
	test.each(['..', '.', '', '   '])(
		'%j is refused by name and nothing is requested',
		async (id) => {
			const { error } = await getContacts(holder.sandbox, `={{ ${JSON.stringify(id)} }}`);
			expect(error?.message).toMatch(/^List /);
			expect(error?.context?.itemIndex).toBe(0);
			expect(holder.sandbox.requests).toEqual([]);
		},
	);
});

describe('A failure', () => {
	const page =
		'<!doctype html><html><head><title>Welcome</title></head><body><p>x</p></body></html>';
	const html = { status: 200, contentType: 'text/html', body: page };
	const envelope = { status: 500, statusText: '', data: 'Out of order', headers: {} };
	const redirect = {
		status: 302,
		body: '',
		headers: { location: 'http://localhost:{port}/elsewhere' },
	};

	test.each<[string, AnswerFault, RegExp, RegExp]>([
		[
			'HTTP 404',
			{ status: 404 },
			/^The API key was not accepted \(HTTP 404\)/,
			/^List L1 was not found, or the API key was not accepted \(HTTP 404\)/,
		],
		[
			'HTTP 500',
			{ status: 500, body: { error: 'Out of order' } },
			/^The service answered HTTP 500: Out of order$/,
			/^The service answered HTTP 500: Out of order$/,
		],
		[
			'an error in the envelope under HTTP 200',
			{ status: 200, body: envelope },
			/^The service answered HTTP 500: Out of order$/,
			/^The service answered HTTP 500: Out of order$/,
		],
		[
			'a web page',
			html,
			/^The service answered HTTP 200 .*Welcome.*Base URL/,
			/^The service answered HTTP 200 .*Welcome.*Base URL/,
		],
		[
			'a redirect',
			redirect,
			/^The service answered HTTP 302: .*Base URL/,
			/^The service answered HTTP 302: .*Base URL/,
		],
	])('with %s says so', async (_case, fault, lists, contacts) => {
		const { sandbox } = holder;
		sandbox.onLists = () => fault;
		const failures = [
			(await getLists(holder.sandbox)).error,
			(await getContacts(holder.sandbox, 'L1')).error,
		];

		expect(failures[0]?.message).toMatch(lists);
		expect(failures[1]?.message).toMatch(contacts);
		for (const failure of failures) {
			expect(failure?.name).toBe('NodeApiError');
			expect(failure?.context?.itemIndex).toBe(0);
			expect(failure?.description).toBeTruthy();
			expect(failure?.message).not.toMatch(/<|\n/);
		}
		expect(asked(sandbox).filter((path) => !path.startsWith('/lists/'))).toEqual([]);
	});

	test('of the connection names the host', async () => {
		const credentials = { whatsAppSenderApi: { apiKey: 'k', baseUrl: 'http://127.0.0.1:1' } };
		const { error } = await getLists(holder.sandbox, {}, { credentials });
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(/^The service at 127\.0\.0\.1:1 could not be reached: /);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with On Error = %s stays with its item, and the others are read',
		async (onError) => {
			const { sandbox } = holder;
			const input = listIds('nowhere', newsletter(sandbox).id, '..');
			const { items, errors } = await getContacts(
				holder.sandbox,
				'={{ $json.list }}',
				{ limit: 2 },
				{ items: input, onError },
			);
			const failed =
				onError === 'continueErrorOutput' ? errors : items.filter(({ json }) => json.error);

			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
			expect(failed[0].json.error).toMatch(/^List nowhere was not found/);
			expect(failed[1].json.error).toMatch(/^List "\.\."/);
			const good = items.filter(({ json }) => json.phone);
			expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 1 }]);
		},
	);
});
