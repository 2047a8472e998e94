import { rename } from 'node:fs/promises';
import { AYU, BUDI, CITRA, DEWI, messages, NO_SIGNAL, resultsOf } from './broadcasts';
import { useBroadcasts, type Broadcast } from './broadcasts';
import { useReceiver } from './receiver';
import { fileIn, useBinaryStore, type Outcome } from './run';

const { holder, send, setFaults, arrivals, summaryOf } = useBroadcasts();
const receiver = useReceiver();

describe('Retry On Fail', () => {
	test('sends only what was not accepted, even if its text is new in each try', async () => {
		const parameters = { text: '={{ $json.text + Math.random() }}' };
		const outcome = await send({ parameters, retryOnFail: true, faults: { 1: [NO_SIGNAL] } });
		expect(summaryOf(outcome)).toBe('0 1 1 2: sent sent sent');
	});

	test('shows no key in its error, even if the key changes between two tries', async () => {
		const whatsAppSenderApi = { apiKey: 'the-first-key', baseUrl: receiver.url };
		receiver.respond = (response) => {
			response.writeHead(500).end(`Not a key: ${whatsAppSenderApi.apiKey}`);
			whatsAppSenderApi.apiKey = `the-next-key-${receiver.received.length}`;
		};
		const { error } = await send({ retryOnFail: true, credentials: { whatsAppSenderApi } });
		expect(receiver.received).toHaveLength(3);
		expect(error?.message).toMatch(/Not a key: •••$/);
	});
});

/** A recipient of a run that stops keeps its output; of one that ends, only the number, for Each Recipient Once. */
test.each([
	[{ 50: NO_SIGNAL }, 180],
	[{}, 16],
])('n8n stores few bytes per recipient: faults %j, %i bytes', async (faults, bytes) => {
	const { run } = await send({ to: 51, faults, retryOnFail: true });
	const stored = JSON.stringify(run.data.executionData!.contextData);
	expect(stored.length).toBeLessThan(150 + 51 * bytes);
});

describe('Retry of a failed execution', () => {
	test('skips a person who got the message of another item, and warns of an unconfirmed one', async () => {
		const to = messages(AYU, AYU);
		const retryOf = await send({ to, faults: { 0: [undefined, 'cut-before'] } });
		const outcome = await send({ to, options: { eachRecipientOnce: true }, retryOf });
		expect(summaryOf(outcome)).toBe('0 0: sent duplicate?');
	});

	test('sends no accepted item again, even if it names another recipient now, and warns', async () => {
		const sendTo = async (person: string, retryOf?: Outcome) => {
			const parameters = { phone: `={{ $itemIndex ? 'nobody' : '${person}' }}` };
			const onError = retryOf && 'continueRegularOutput';
			return await send({ to: 2, parameters, retryOf, onError });
		};
		setFaults({ 0: ['cut-after'] });
		const lost = await sendTo(AYU);
		const sent = await sendTo(BUDI, lost);
		const { warning, ...row } = sent.items[0].json;
		expect(row).toMatchObject({ success: true, recipient: BUDI });
		expect(warning).toBe(`An earlier attempt may already have been sent to ${AYU}`);
		setFaults({});
		const first = await send({
			to: 2,
			parameters: { phone: `={{ $itemIndex ? 'nobody' : '${CITRA}' }}` },
		});
		const changed = await sendTo(DEWI, first);
		expect(changed.items[0].json).toMatchObject({
			success: true,
			recipient: CITRA,
			warning: `Sent to ${CITRA}, not to ${DEWI}`,
		});
		expect(arrivals()).toEqual([0, 1, 2]);
	});

	test('names an earlier attempt as it was written', async () => {
		const to = messages('+52 1 55 1234 5678');
		const { sandbox } = holder;
		sandbox.onSend = () => (sandbox.requests.length === 1 ? 'cut-before' : undefined);
		const retryOf = await send({ to });
		const parameters = { phone: '={{ $json.phone.replace("1 ", "") }}' };
		const { items } = await send({ to, parameters, retryOf });
		expect(items[0].json).toMatchObject({
			recipient: '525512345678',
			warning: 'An earlier attempt may already have been sent to 5215512345678',
		});
	});

	test('names an unconfirmed message, until its output has a warning', async () => {
		const to = messages(AYU, BUDI, CITRA, DEWI);
		const first = await send({ to, faults: { 2: ['cut-after', NO_SIGNAL], 3: [NO_SIGNAL] } });
		const second = await send({ to, retryOf: first });
		expect(second.error?.message).toContain(
			`: No signal. An earlier attempt may already have been sent to ${CITRA}. Accepted: 2 of 4.`,
		);
		const third = await send({ to, retryOf: second });
		const last = await send({ to, retryOf: third });
		expect(summaryOf(last)).toBe('0 1 2 2 2 3 3: sent sent sent? sent');
	});
});

const upload = { operation: 'sendMedia', mediaSource: 'binary', phone: AYU, text: 'Hello' };

test.each([
	['is gone', ['', '.metadata']],
	['is gone, although n8n still knows its size,', ['']],
])('A stored file that %s is not sent until it is back', async (_what, endings) => {
	const names = { mimeType: 'text/plain', fileName: 'hello.txt' };
	const files = [1, 2].map(async () => await fileIn('disk', Buffer.from('hello'), names));
	const to = (await Promise.all(files)).map((data) => ({ json: {}, binary: { data } }));
	const path = (await useBinaryStore()).getPath(to[1].binary.data.id!);
	const sendFiles = async (broadcast: Broadcast = {}) =>
		await send({ to, parameters: upload, ...broadcast });
	const moveFile = async (from: string, into: string) => {
		for (const ending of endings) await rename(from + ending, into + ending);
	};
	await moveFile(path, `${path}.away`);
	const words = /^The file "hello\.txt" is no longer in n8n's storage, so its message was not sent/;
	expect(resultsOf(await sendFiles({ options: { dryRun: true } }))).toBe('dry invalid');
	const retryOf = await sendFiles();
	expect(retryOf.error?.message).toMatch(words);
	expect(holder.sandbox.accepted).toHaveLength(1);
	await moveFile(`${path}.away`, path);
	expect(resultsOf(await sendFiles({ retryOf }))).toBe('sent sent');
	expect(holder.sandbox.accepted).toHaveLength(2);
});
