import { answering } from '../../rig/servers/answering';
import type { RunOptions } from './run';
import { countsOf, NO_SIGNAL, phone, recipients, useBroadcasts, type Faults } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();
const [one] = recipients(1);
const pair = recipients(2);

/** What it does to broadcasts of any kind, and what they report: see ledger/. */
describe('Retry On Fail', () => {
	/** Options, faults, and the recipients of the messages that arrive. */
	test.each<[string, Partial<RunOptions>, Faults, number[]]>([
		[
			'sends only what was not accepted, even where its text is new in each try',
			{ items: recipients(4), parameters: { text: '={{ $json.text + Math.random() }}' } },
			{ 2: [NO_SIGNAL] },
			[0, 1, 2, 2, 3],
		],
		['sends one item with Execute Once', { executeOnce: true }, { 0: [NO_SIGNAL] }, [0, 0]],
		[
			'takes items with the same content as messages of their own',
			{ items: [one, one, one, one] },
			{ 0: [undefined, undefined, NO_SIGNAL] },
			[0, 0, 0, 0, 0],
		],
		[
			'holds within one iteration of a loop, which sends to all of its items',
			{ batches: [pair, pair, pair] },
			{ 1: [NO_SIGNAL] },
			[0, 1, 1, 0, 1, 0, 1],
		],
	])('%s', async (_rule, options, faults, expected) => {
		fail(faults);
		const { error } = await send(3, { ...options, retryOnFail: true });
		expect(error).toBeUndefined();
		expect(arrivals()).toEqual(expected);
	});

	// n8n runs a node again whose first item has a field "error".
	test.each([null, '', 0, 'none'])(
		'does not send again an acknowledgement with the error %j',
		async (error) => {
			const shown = { status: 200, statusText: '', data: 'OK', headers: {}, id: 'abc' };
			const acknowledgement = { status: 200, accepted: true, body: { ...shown, error } };
			holder.sandbox.onSend = () => acknowledgement;
			const { items } = await send(3, { retryOnFail: true, parameters: { simplify: false } });
			expect(arrivals()).toEqual([0, 1, 2]);
			expect(items.map(({ json }) => json)).toEqual([shown, shown, shown]);
		},
	);

	test('shows no key in its error, also where the key is changed between two tries', async () => {
		const credential = { apiKey: 'the-first-key', baseUrl: '' };
		let asked = 0;
		const service = await answering((_, response) => {
			response.writeHead(500).end(`Not a key: ${credential.apiKey}`);
			credential.apiKey = `the-next-key-${++asked}`;
		});
		credential.baseUrl = service.url;
		const credentials = { whatsAppSenderApi: credential };
		const { error } = await send(3, { retryOnFail: true, credentials });
		service.close();
		expect(asked).toBe(3);
		expect(error?.message).toMatch(/Not a key: •••\. Nothing was sent\.$/);
	});
});

describe('Retry of a failed execution', () => {
	test.each([false, true])(
		'sends only what was not accepted, and accepted items keep their response (current workflow: %s)',
		async (useCurrent) => {
			const { sandbox } = holder;
			sandbox.onSend = () => {
				const id = sandbox.requests.length;
				const body = { status: 200, statusText: '', data: 'OK', id };
				return id === 3 ? NO_SIGNAL : { status: 200, accepted: true, body };
			};
			const parameters = { simplify: false };
			const retryOf = await send(5, { parameters });
			expect(retryOf.error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
			const { items, error } = await send(5, { parameters, retryOf, useCurrent });
			expect(error).toBeUndefined();
			expect(arrivals()).toEqual([0, 1, 2, 2, 3, 4]);
			expect(items).toMatchObject(
				[1, 2, 4, 5, 6].map((id, item) => ({ json: { id }, pairedItem: { item } })),
			);
		},
	);

	test('sends to the recipient that an accepted item has now, if it is valid, and to no other', async () => {
		fail({ 2: [NO_SIGNAL] });
		const retryOf = await send(5);
		const parameters = { phone: '={{ ["nobody", 6281200000099][$itemIndex] ?? $json.phone }}' };
		const { items } = await send(5, { parameters, retryOf, useCurrent: true });
		expect(arrivals()).toEqual([0, 1, 2, 99, 2, 3, 4]);
		const sent = items.map(({ json }) => json.recipient);
		expect(sent).toEqual([0, 99, 2, 3, 4].map(phone));
	});

	test('counts this run, where an accepted item has a recipient now who is skipped or rejected', async () => {
		fail({ 2: NO_SIGNAL, 9: NO_SIGNAL });
		const retryOf = await send(3);
		expect(countsOf(retryOf)).toEqual({ accepted: 2, skipped: 0, notSent: 0, alsoFailed: 0 });
		const now = (...phones: number[]) => ({
			parameters: {
				phone: `={{ ${JSON.stringify(phones.map(phone))}[$itemIndex] ?? $json.phone }}`,
				options: { eachRecipientOnce: true },
			},
			useCurrent: true,
		});
		const skipped = await send(3, { ...now(0, 0), retryOf });
		expect(countsOf(skipped)).toEqual({ accepted: 1, skipped: 1, notSent: 0, alsoFailed: 0 });
		const failed = await send(3, { ...now(9), retryOf });
		expect(countsOf(failed)).toEqual({ accepted: 1, skipped: 0, notSent: 1, alsoFailed: 0 });
		expect(failed.error?.message).not.toContain('Nothing was sent');
	});

	test('sends to the same recipients in the next iteration of a loop', async () => {
		fail({ 1: [undefined, NO_SIGNAL] });
		const batches = [pair, pair, pair];
		const retryOf = await send(0, { batches });
		expect(retryOf.error?.description).toContain('Accepted: 1 of 2. Not sent: 0.');
		const { run } = await send(0, { batches, retryOf });
		expect(arrivals()).toEqual([0, 1, 0, 1, 1, 0, 1]);
		// What it remembered to get there does not stay in the stored execution.
		const { contextData } = run.data.executionData!;
		expect(JSON.stringify(contextData['node:Sender']).length).toBeLessThan(200);
	});
});
