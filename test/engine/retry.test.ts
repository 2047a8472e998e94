import { answering } from '../../rig/servers/answering';
import { AYU, messages, NO_SIGNAL, useBroadcasts } from './broadcasts';
import { phone } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();

describe('Retry On Fail', () => {
	test('sends only what was not accepted, even where its text is new in each try', async () => {
		const parameters = { text: '={{ $json.text + Math.random() }}' };
		const outcome = await send({ parameters, retryOnFail: true, faults: { 1: [NO_SIGNAL] } });
		expect(story(outcome)).toBe('0 1 1 2: sent sent sent');
	});

	// n8n runs a node again whose first item has a field "error".
	test.each([null, '', false])(
		'does not send again an acknowledgement with the error %j',
		async (error) => {
			const body = { success: true, error };
			holder.sandbox.onSend = () => ({ status: 200, accepted: true, body });
			const { items } = await send({ retryOnFail: true });
			expect(arrivals()).toEqual([0, 1, 2]);
			expect(items.map(({ json }) => json.response)).toEqual([body, body, body]);
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
	test('sends only what was not accepted, and accepted items keep their response', async () => {
		const { sandbox } = holder;
		sandbox.onSend = () => {
			const id = sandbox.requests.length;
			const body = { sent: true, id };
			return id === 3 ? NO_SIGNAL : { status: 200, accepted: true, body };
		};
		const retryOf = await send({ to: 5 });
		expect(retryOf.error?.description).toContain('Accepted: 2. Failed: 1. Not sent: 2.');
		const { items, error } = await send({ to: 5, retryOf });
		expect(error).toBeUndefined();
		expect(arrivals()).toEqual([0, 1, 2, 2, 3, 4]);
		expect(items).toMatchObject(
			[1, 2, 4, 5, 6].map((id, item) => ({ json: { response: { id } }, pairedItem: { item } })),
		);
	});

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
			success: true,
			recipient: '525512345678',
			warning: 'An earlier attempt may already have been sent to 5215512345678',
		});
	});

	test('counts this run, where an accepted item has a recipient now who is skipped or rejected', async () => {
		const options = { eachRecipientOnce: true };
		const retryOf = await send({ faults: { 2: NO_SIGNAL, 9: NO_SIGNAL } });
		const skipped = await send({ ...now(AYU, AYU), options, retryOf });
		expect(skipped.error?.description).toContain('3 of 3. Accepted: 1. Failed: 1. Skipped: 1. ');
		const failed = await send({ ...now(phone(9)), options, retryOf });
		expect(failed.error?.description).toContain('1 of 3. Accepted: 1. Failed: 1. Not sent: 1. ');
		expect(failed.error?.message).not.toContain('Nothing was sent');
	});
});
