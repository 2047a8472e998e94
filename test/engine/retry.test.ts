import type { IDataObject } from 'n8n-workflow';
import { answering } from '../../rig/servers/answering';
import { AYU, BUDI, countsOf, messages, NO_SIGNAL, useBroadcasts } from './broadcasts';
import type { Broadcast } from './broadcasts';
import { phone, recipients } from './sandbox';

const { holder, send, fail, arrivals, story } = useBroadcasts();
const pairs = [recipients(2), recipients(2), recipients(2)];

/** What it does to broadcasts of any kind, and what they report: see test/simulation/. */
describe('Retry On Fail', () => {
	test.each<[string, Broadcast, string]>([
		[
			'only what was not accepted, even where its text is new in each try',
			{
				parameters: { text: '={{ $json.text + Math.random() }}' },
				faults: { 1: [NO_SIGNAL] },
			},
			'0 1 1 2: sent sent sent',
		],
		['one item with Execute Once', { executeOnce: true, faults: { 0: [NO_SIGNAL] } }, '0 0: sent'],
		[
			'each of the items with the same content',
			{ to: messages(AYU, AYU, AYU), faults: { 0: [undefined, undefined, NO_SIGNAL] } },
			'0 0 0 0: sent sent sent',
		],
		[
			'all items in each iteration of a loop, within which it holds',
			{ batches: pairs, faults: { 1: [NO_SIGNAL] } },
			'0 1 1 0 1 0 1: sent sent sent sent sent sent',
		],
	])('sends %s', async (_rule, broadcast, expected) => {
		expect(story(await send({ ...broadcast, retryOnFail: true }))).toBe(expected);
	});

	// n8n runs a node again whose first item has a field "error".
	test.each([null, '', 0, 'none'])(
		'does not send again an acknowledgement with the error %j',
		async (error) => {
			const shown = { status: 200, statusText: '', data: 'OK', headers: {}, id: 'abc' };
			const acknowledgement = { status: 200, accepted: true, body: { ...shown, error } };
			holder.sandbox.onSend = () => acknowledgement;
			const { items } = await send({ retryOnFail: true, parameters: { simplify: false } });
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
		const { error } = await send({ retryOnFail: true, credentials });
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
			const broadcast = { to: 5, parameters: { simplify: false } };
			const retryOf = await send(broadcast);
			expect(retryOf.error?.description).toContain('Accepted: 2. Failed: 1. Not sent: 2.');
			const { items, error } = await send({ ...broadcast, retryOf, useCurrent });
			expect(error).toBeUndefined();
			expect(arrivals()).toEqual([0, 1, 2, 2, 3, 4]);
			expect(items).toMatchObject(
				[1, 2, 4, 5, 6].map((id, item) => ({ json: { id }, pairedItem: { item } })),
			);
		},
	);

	/** The first items have other recipients now. */
	const now = (...numbers: unknown[]) => ({
		parameters: { phone: `={{ ${JSON.stringify(numbers)}[$itemIndex] ?? $json.phone }}` },
		useCurrent: true,
	});

	test('sends to the recipient that an accepted item has now, if it is valid, and to no other', async () => {
		const retryOf = await send({ to: 4, faults: { 2: [NO_SIGNAL] } });
		const { items } = await send({ to: 4, ...now('nobody', phone(99)), retryOf });
		expect(arrivals()).toEqual([0, 1, 2, 99, 2, 3]);
		expect(items.map(({ json }) => json.recipient)).toEqual([0, 99, 2, 3].map(phone));
	});

	/** One person in two writings: WhatsApp takes both for the same account. */
	test.each([
		['+52 1 55 1234 5678', '+52 55 1234 5678'],
		['+54 9 11 2345 6789', '+54 11 2345 6789'],
		['+55 11 98765 4321', '+55 11 8765 4321'],
	])(
		'sends nothing again to a person whose number is now written otherwise: %s, %s',
		async (...both) => {
			const { sandbox } = holder;
			const arrived = () => sandbox.requests.map(({ body }) => (body as IDataObject).phone);
			const digits = both.map((written) => written.replace(/\D/g, ''));
			for (const [first, then] of [
				[0, 1],
				[1, 0],
			]) {
				for (const retryOnFail of [false, true]) {
					sandbox.reset();
					const to = messages(both[first], BUDI);
					sandbox.onSend = () => {
						if (sandbox.requests.length !== 2) return undefined;
						to[0].json.phone = both[then];
						return NO_SIGNAL;
					};
					const stopped = await send({ to, retryOnFail });
					const now = { phone: `={{ $itemIndex === 0 ? "${both[then]}" : $json.phone }}` };
					const retry = { to, parameters: now, useCurrent: true, retryOf: stopped };
					const { items, error } = retryOnFail ? stopped : await send(retry);
					expect(error).toBeUndefined();
					expect(arrived()).toEqual([digits[first], BUDI, BUDI]);
					expect(items[0].json.recipient).toBe(digits[first]);
				}
			}
		},
	);

	test('names an earlier attempt to the same person in another writing, and sends again', async () => {
		const options = { eachRecipientOnce: true };
		const { sandbox } = holder;
		sandbox.onSend = () => (sandbox.requests.length === 1 ? 'cut-before' : undefined);
		const retryOf = await send({ to: messages('+52 1 55 1234 5678'), options });
		const to = messages('+52 55 1234 5678');
		const { items } = await send({
			to,
			options,
			parameters: { phone: '+52 55 1234 5678' },
			retryOf,
			useCurrent: true,
		});
		expect(items[0].json).toMatchObject({
			...{ success: true, recipient: '525512345678' },
			warning: 'An earlier attempt may already have been sent to 5215512345678',
		});
	});

	test('counts this run, where an accepted item has a recipient now who is skipped or rejected', async () => {
		const options = { eachRecipientOnce: true };
		const retryOf = await send({ faults: { 2: NO_SIGNAL, 9: NO_SIGNAL } });
		expect(countsOf(retryOf)).toEqual({ accepted: 2, failed: 1, skipped: 0, notSent: 0 });
		const skipped = await send({ ...now(AYU, AYU), options, retryOf });
		expect(countsOf(skipped)).toEqual({ accepted: 1, failed: 1, skipped: 1, notSent: 0 });
		const failed = await send({ ...now(phone(9)), options, retryOf });
		expect(countsOf(failed)).toEqual({ accepted: 1, failed: 1, skipped: 0, notSent: 1 });
		expect(failed.error?.message).not.toContain('Nothing was sent');
	});

	test('sends to the same recipients in the next iteration of a loop', async () => {
		fail({ 1: [undefined, NO_SIGNAL] });
		const retryOf = await send({ batches: pairs });
		expect(retryOf.error?.description).toContain('Accepted: 1. Failed: 1.');
		const { run } = await send({ batches: pairs, retryOf });
		expect(arrivals()).toEqual([0, 1, 0, 1, 1, 0, 1]);
		// What it remembered to get there does not stay in the stored execution.
		const { contextData } = run.data.executionData!;
		expect(JSON.stringify(contextData['node:Sender']).length).toBeLessThan(300);
	});
});
