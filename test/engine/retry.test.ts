import { rename } from 'node:fs/promises';
import { answering } from '../../rig/servers/answering';
import { AYU, BUDI, CITRA, DEWI, resultsOf, messages, NO_SIGNAL } from './broadcasts';
import { useBroadcasts, type Broadcast } from './broadcasts';
import { useBinaryStore } from './run';
import { phone } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();

describe('Retry On Fail', () => {
	test('sends only what was not accepted, even where its text is new in each try', async () => {
		const parameters = { text: '={{ $json.text + Math.random() }}' };
		const outcome = await send({ parameters, retryOnFail: true, faults: { 1: [NO_SIGNAL] } });
		expect(story(outcome)).toBe('0 1 1 2: sent sent sent');
	});

	// n8n runs a node again whose first item has a field "error".
	test.each([null, ''])('sends nothing again for the error %j', async (error) => {
		const body = { success: true, error };
		holder.sandbox.onSend = () => ({ status: 200, accepted: true, body });
		const { items } = await send({ retryOnFail: true });
		expect(arrivals()).toEqual([0, 1, 2]);
		expect(items.map(({ json }) => json.response)).toEqual([body, body, body]);
	});

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
		expect(error?.message).toMatch(/Not a key: •••$/);
	});
});

test('Two sender nodes in one workflow each send all their items', async () => {
	const { error } = await send({
		senders: ['Sender', 'Second'],
		parameters: { phone: '={{ $json.phone ?? $json.recipient }}', text: 'Hello' },
		retryOnFail: true,
		faults: { 2: [NO_SIGNAL, undefined, NO_SIGNAL] },
	});
	expect(error).toBeUndefined();
	expect(arrivals()).toEqual([0, 1, 2, 2, 0, 1, 2, 2]);
});

test.each([NO_SIGNAL, undefined])(
	'n8n stores 14 bytes per recipient (fault: %j)',
	async (fault) => {
		const onError = 'continueRegularOutput';
		const { run } = await send({ to: 50, faults: { 0: fault }, retryOnFail: true, onError });
		expect(holder.sandbox.accepted).toHaveLength(fault ? 49 : 50);
		const stored = JSON.stringify(run.data.executionData!.contextData);
		// A line break is two characters in JSON.
		expect(stored.length).toBeLessThan(150 + 50 * 15);
	},
);

describe('Retry of a failed execution', () => {
	test('keeps the response of accepted items', async () => {
		const { sandbox } = holder;
		sandbox.onSend = () => {
			const id = sandbox.requests.length;
			return id === 3 ? NO_SIGNAL : { status: 200, accepted: true, body: { sent: true, id } };
		};
		const retryOf = await send({ to: 4 });
		const { items } = await send({ to: 4, retryOf });
		const ids = [1, 2, 4, 5];
		expect(items).toMatchObject(ids.map((id) => ({ json: { response: { id } } })));
	});

	test('skips a person whom another item has reached, beside an unconfirmed attempt', async () => {
		const to = messages(AYU, AYU);
		const retryOf = await send({ to, faults: { 0: [undefined, 'cut-before'] } });
		const options = { eachRecipientOnce: true };
		const outcome = await send({ to, options, retryOf, useCurrent: true });
		expect(story(outcome)).toBe('0 0: sent duplicate?');
	});

	test('names an earlier attempt as it was written, where the same person is written otherwise', async () => {
		const parameters = { phone: '={{ $json.phone.replace("1 ", "") }}' };
		const to = messages('+52 1 55 1234 5678');
		const { sandbox } = holder;
		sandbox.onSend = () => (sandbox.requests.length === 1 ? 'cut-before' : undefined);
		const retryOf = await send({ to });
		const { items } = await send({ to, parameters, retryOf, useCurrent: true });
		expect(items[0].json).toMatchObject({
			recipient: '525512345678',
			warning: 'An earlier attempt may already have been sent to 5215512345678',
		});
	});
});

test('Retry of an execution names an unconfirmed message, until its output has a warning', async () => {
	const to = messages(AYU, BUDI, CITRA, DEWI);
	const lost = await send({ to, faults: { 2: ['cut-after', NO_SIGNAL], 3: [NO_SIGNAL] } });
	const again = await send({ to, retryOf: lost });
	expect(again.error?.message).toContain(
		`: No signal. An earlier attempt may already have been sent to ${CITRA}. Accepted: 2 of 4.`,
	);
	const another = await send({ to, retryOf: again });
	const last = await send({ to, retryOf: another });
	expect(story(last)).toBe('0 1 2 2 2 3 3: sent sent sent? sent');
});

const upload = { operation: 'sendMedia', mediaSource: 'binary', phone: phone(0), text: 'Hello' };
const sendFile = async (broadcast: Broadcast) => await send({ parameters: upload, ...broadcast });

/** Two items with a stored file each, and where the second file is. */
async function twoFiles() {
	const store = await useBinaryStore();
	const location = { type: 'execution', workflowId: 'workflow', executionId: '1' } as const;
	const named = { data: '', mimeType: 'text/plain', fileName: 'hello.txt' };
	const stored = async () => await store.store(location, Buffer.from('hello'), { ...named });
	const files = [await stored(), await stored()];
	const to = files.map((data) => ({ json: {}, binary: { data } }));
	return { to, file: store.getPath(files[1].id!) };
}

test.each([
	['is gone', ['', '.metadata']],
	['is gone, though n8n still knows its size,', ['']],
])('A stored file that %s is not sent', async (_what, lost) => {
	const { to, file } = await twoFiles();
	for (const end of lost) await rename(file + end, `${file}.away${end}`);

	const words = /^The file "hello\.txt" is no longer in n8n's storage, so its message was not sent/;
	const dry = await sendFile({ to, options: { dryRun: true } });
	expect(dry.items[1].json.reason).toMatch(words);
	expect(resultsOf(dry)).toBe('dry failed');
	const retryOf = await sendFile({ to });
	expect(retryOf.error?.message).toMatch(words);
	expect(holder.sandbox.accepted).toHaveLength(1);
	for (const end of lost) await rename(`${file}.away${end}`, file + end);
	expect(resultsOf(await sendFile({ to, retryOf }))).toBe('sent sent');
	expect(holder.sandbox.accepted).toHaveLength(2);
});
