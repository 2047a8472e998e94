import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { listening } from '../../rig/n8n/ports';
import {
	AYU,
	BUDI,
	CITRA,
	DEWI,
	hintsOf,
	NO_SIGNAL,
	messages,
	resultsOf,
	useBroadcasts,
	withDelay,
} from './broadcasts';
import type { Broadcast } from './broadcasts';
import { useMarks } from './deduplication';
import type { CustomOperations } from './nodeTypes';
import { useReceiver } from './receiver';
import { fileIn, runWorkflow, useBinaryStore } from './run';
import type { Outcome } from './run';
import { NO_SERVICE, PHONE, failedOf, phone } from './sandbox';

const { send, setFaults, holder, arrivals, summaryOf } = useBroadcasts();

useMarks();

const reject = (index: number): Broadcast => ({ to: 4, faults: { [index]: NO_SIGNAL } });
const called = { ...reject(2), mode: 'integrated' } as const;
const badPhone = { to: messages(phone(0), phone(1), 'nobody', phone(3)) };
const failingText = '={{ $itemIndex === 2 ? $("None").item : $json.text }}';
const failing = { to: 4, parameters: { text: failingText } };
const lost: Broadcast = { faults: { 0: 'cut-before' } };
const noMaximum = { options: { maxPerExecution: 0 } };

const AGAIN = 'Nothing was sent: run the workflow again.';
const RETRY =
	'Retry with the currently saved workflow, under Executions, reads the same data, and sends this message and the rest. Execute workflow would send to everyone again.';
const LEAVE_OUT =
	'Correct the input data, and set On Error to Continue first: Retry would stop at the same row.';
const CAMPAIGN = 'Run the workflow again: people who already got the message are skipped.';
const campaign = { options: { campaign: 'Offer' } };

/** The counts: properties.test.ts. */
describe('The error of a stopped run says what to correct and what to do next:', () => {
	test.each<[string, Broadcast, string, string]>([
		['rejection', reject(2), 'Check the recipient', RETRY],
		['bad input', badPhone, LEAVE_OUT, RETRY],
		['bad input, nothing sent', { to: messages('nobody', AYU) }, 'Correct the input data.', AGAIN],
		['expression', failing, 'Correct the settings of the node.', RETRY],
		['option', noMaximum, 'Correct the settings of the node.', AGAIN],
		['no connection', { credentials: NO_SERVICE }, 'Check the Base URL', AGAIN],
		['unconfirmed', lost, 'Check in WhatsApp', RETRY],
		['sub-workflow', called, 'Check the recipient', RETRY],
		['campaign', { ...reject(2), ...campaign }, 'Check the recipient', CAMPAIGN],
		['campaign, bad rows', { ...badPhone, ...campaign }, 'Correct the input data.', CAMPAIGN],
		[
			'campaign, unconfirmed',
			{ ...lost, ...campaign },
			'Check in WhatsApp',
			`${CAMPAIGN} This campaign never sends this message again.`,
		],
	])('%s', async (_what, broadcast, advice, nextStep) => {
		const { description } = (await send(broadcast)).error!;
		expect(description).toMatch(new RegExp(`^Accepted: [^!?]+ Not sent: \\d\\. ${advice}`));
		expect(description!.slice(description!.length - nextStep.length)).toBe(nextStep);
		// Four sentences of counts, and three more.
		expect(description!.match(/[.?!](?= |$)/g)!.length).toBeLessThanOrEqual(4 + 3);
	});

	test('and names the item, also in a loop of single items', async () => {
		const batches = [messages(AYU), messages(BUDI), messages(phone(2))];
		const { error } = await send({ batches, faults: { 2: NO_SIGNAL } });
		expect(error?.message).toMatch(/: No signal\. Item 3\. Accepted: 0 of 1, 2 before\.$/);
	});

	test('only what to correct if it has one item', async () => {
		const { error } = await send({ to: 1, faults: { 0: NO_SIGNAL } });
		expect(error?.message).toMatch(/: No signal$/);
		expect(error?.description).toMatch(/^(?!.*(Accepted:|Retry|again)).+$/);
	});
});

/** By a time limit, or by the stop button, after which n8n stores no report. Without Retry On Fail: properties.test.ts. */
describe('A canceled execution', () => {
	const NO_RESPONSE = { delay: 60_000 };

	/** Presses the stop button when the message to one of the recipients arrives. */
	async function stopAt(index: number, { faults = {}, ...broadcast }: Broadcast) {
		setFaults(faults);
		const { onSend } = holder.sandbox;
		return await stopWhen((press) => {
			holder.sandbox.onSend = (request, attempt) => {
				if ((request.body as { phone: string }).phone === phone(index)) press();
				return onSend?.(request, attempt);
			};
		}, broadcast);
	}

	/** Presses the stop button when n8n or the node starts to wait for so many milliseconds. */
	async function stopInWait(ms: number, broadcast: Broadcast) {
		const { setTimeout } = globalThis;
		// Otherwise the node waits for what is left of its delay.
		jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		return await stopWhen((press) => {
			const watched = (...timer: Parameters<typeof setTimeout>) => {
				if (timer[1] === ms) {
					jest.restoreAllMocks();
					press();
				}
				return setTimeout(...timer);
			};
			jest.spyOn(globalThis, 'setTimeout').mockImplementation(watched as typeof setTimeout);
		}, broadcast);
	}

	async function stopWhen(watch: (press: () => void) => void, broadcast: Broadcast) {
		const stop = new AbortController();
		watch(() => void setImmediate().then(() => stop.abort()));
		const outcome = await send({ ...broadcast, stop: stop.signal });
		expect(outcome.run.status).toBe('canceled');
		const failed = failedOf(outcome).map(({ json }) => json.error);
		return { ...outcome, failures: [outcome.error?.message, ...failed].join(' ') };
	}

	afterEach(() => jest.restoreAllMocks());

	test('prevents the next message during a delay', async () => {
		const { message } = new WhatsAppSender().customOperations;
		let ended: Promise<unknown> | undefined;
		const sendText = function (this: IExecuteFunctions) {
			const result = message.sendText.call(this);
			ended = Promise.allSettled([result]);
			return result;
		};
		const runsBy = { message: { sendText } } as CustomOperations;
		// n8n does not wait for the node.
		await stopInWait(123, { options: withDelay(0.123), runsBy });
		await ended;
		expect(arrivals()).toEqual([0]);
	});

	/** After a time limit, which n8n stores. */
	describe('sends the rest in a Retry:', () => {
		test('no message twice after a delay', async () => {
			const retryOf = await stopInWait(123, { options: withDelay(0.123) });
			await setImmediate();
			await send({ retryOf });
			expect(arrivals()).toEqual([0, 1, 2]);
		});

		test('the message that may have arrived, with a warning', async () => {
			const retryOf = await stopAt(1, { faults: { 1: NO_RESPONSE } });
			setFaults({});
			const { items } = await send({ retryOf });
			expect(arrivals()).toEqual([0, 1, 1, 2]);
			const warning = `An earlier attempt may already have been sent to ${phone(1)}`;
			expect(items.map(({ json }) => json.warning)).toEqual([undefined, warning, undefined]);
		});
	});

	// n8n would store the input as output of a node that throws.
	test('leaves a result for every item if On Error is Continue', async () => {
		const onError = 'continueRegularOutput';
		const { items } = await stopAt(1, { faults: { 1: NO_RESPONSE }, onError });
		expect(items.filter(({ json }) => json.success !== true && !json.error)).toEqual([]);
	});

	test.each<[number, object, RegExp]>([
		[0, {}, / sends to everyone again\. The option Campaign prevents that\.$/],
		[0, campaign.options, /: people who already got the message are skipped\.$/],
		[3, { testPhone: phone(3) }, /^This was a test, .+ test again\.$/],
	])('says what to do next, at the message to %i with %j', async (index, options, words) => {
		const { run } = await stopAt(index, { to: 1, faults: { [index]: NO_RESPONSE }, options });
		expect(run.data.resultData.runData.Sender[0].error?.description).toMatch(words);
	});

	test('adds no hint to the next try of Retry On Fail, which n8n starts all the same', async () => {
		const broadcast = { to: 4, onError: 'continueErrorOutput', retryOnFail: true } as const;
		const outcome = await stopAt(3, { ...broadcast, faults: { 0: { status: 502, body: '' } } });
		expect(hintsOf(outcome)).toEqual([]);
	});

	/** n8n runs the node again then, with a signal that is aborted already. */
	describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'ends Retry On Fail with a report of what was sent (On Error: %s)',
		(onError) => {
			const retry = { onError, retryOnFail: true };
			const isStop = onError === 'stopWorkflow';

			test.each([0, 1])('during the message of item %i', async (index) => {
				const broadcast = { faults: { [index]: NO_RESPONSE }, ...retry };
				const { failures, items } = await stopAt(index, broadcast);
				expect(arrivals()).toEqual([...Array(index + 1).keys()]);
				expect(failures).toContain(`May already have been sent: ${phone(index)}.`);
				if (isStop) expect(failures).toContain(`canceled. Accepted: ${index} of 3.`);
				else expect(items[0]?.json.success === true).toBe(index === 1);
			});

			// n8n stores nothing of the next try.
			test('and sends nothing between two tries', async () => {
				const broadcast = { faults: { 0: NO_SIGNAL }, to: 2, waitBetweenTries: 123, ...retry };
				await stopInWait(123, broadcast);
				expect(arrivals()).toEqual(isStop ? [0] : [0, 1]);
			});
		},
	);
});

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
		expect(error?.message).toMatch(/Not a key: •••\. Item 1$/);
	});
});

/** A recipient of a run that stops keeps its output; of one that ends, only the number, for Each Recipient Once. */
test.each([
	[{ 50: NO_SIGNAL }, 220],
	[{}, 16],
])('n8n stores few bytes per recipient: faults %j, %i bytes', async (faults, bytes) => {
	const { run } = await send({ to: 51, faults, retryOnFail: true });
	const stored = JSON.stringify(run.data.executionData!.contextData);
	expect(stored.length).toBeLessThan(150 + 51 * bytes);
});

describe('Retry of a failed execution', () => {
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
		const phone = `={{ $itemIndex ? 'nobody' : '${CITRA}' }}`;
		const first = await send({ to: 2, parameters: { phone } });
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

	test('names the recipient of the output, not the person', async () => {
		const to = messages('+55 11 96123-4567', 'nobody');
		const retryOf = await send({ to });
		const parameters = { phone: `={{ $itemIndex ? $json.phone : '+${AYU}' }}` };
		const { items } = await send({ to, parameters, retryOf, onError: 'continueRegularOutput' });
		expect(items[0].json.warning).toBe(`Sent to 5511961234567, not to ${AYU}`);
	});

	test('counts a message that may have been sent as failed, even if it does not come to it', async () => {
		const first = await send({ to: messages('', BUDI), faults: { 1: 'cut-after' }, ...campaign });
		const retry = { to: messages(AYU, BUDI), faults: { 0: NO_SIGNAL }, ...campaign };
		const { error } = await send({
			...retry,
			retryOf: first,
			parameters: { phone: `={{ $json.phone || ${AYU} }}` },
		});
		expect(error?.description).toMatch(/^Accepted: 0\. Failed: 2\. Skipped: 0\. Not sent: 0\./);
	});

	test('names an unconfirmed message, until its output has a warning', async () => {
		const to = messages(AYU, BUDI, CITRA, DEWI);
		const first = await send({ to, faults: { 2: ['cut-after', NO_SIGNAL], 3: [NO_SIGNAL] } });
		const second = await send({ to, retryOf: first });
		expect(second.error?.message).toContain(
			`: No signal. Item 3. An earlier attempt may already have been sent to ${CITRA}. Accepted: 2 of 4.`,
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

/** Reads half a megabyte of a request, and never responds. */
const server = createServer((request) => {
	let bytes = 0;
	request.on('data', ({ length }: Buffer) => (bytes += length) > 2 ** 19 && request.pause());
});
let url: string;
beforeAll(async () => void (url = `http://127.0.0.1:${await listening(server)}`));
afterEach(() => server.closeAllConnections());
afterAll(() => server.close());

const requestOptions = { timeout: 300 };
const credentials = () => ({
	whatsAppSenderApi: { apiKey: 'test-key', baseUrl: url },
	whatsAppSenderWebhookApi: { authentication: 'bearerAuth', token: 'a-token' },
});
const run = async (parameters: INodeParameters, binary = {}) =>
	await runWorkflow({
		credentials: credentials(),
		items: [{ json: {}, binary }],
		parameters: { requestOptions, ...parameters },
	}).then(({ error }) => error?.message);
const sendText = { resource: 'message', operation: 'sendText', phone: PHONE, text: 'Hello' };
const webhookList = (receiverAuthentication: string) => ({
	...{ resource: 'webhook', operation: 'webhookList', receiverAuthentication },
	...{ webhookUrl: url, name: 'Ayu', phone: PHONE },
});
/** Far more than the sockets between them hold. */
const film = async (place: 'memory' | 'disk') => ({
	data: await fileIn(place, Buffer.alloc(2 ** 25), { mimeType: 'video/mp4' }),
});

/** Every request that the node makes, but for the Test button's, which has no options: unit/serviceErrors.test.ts. The drop-downs': lists.test.ts. */
const REQUESTS: Record<string, () => Promise<string | undefined>> = {
	'Send Text': async () => await run(sendText),
	'An upload from memory': async () => await run({ ...sendText, ...upload }, await film('memory')),
	'An upload from disk': async () => await run({ ...sendText, ...upload }, await film('disk')),
	'Get Lists': async () => await run({ resource: 'list', operation: 'getLists' }),
	'Webhook List': async () => await run(webhookList('none')),
	'Webhook List with a login': async () => await run(webhookList('credential')),
};

test.each(Object.keys(REQUESTS))('%s times out after Timeout of Request Options', async (name) => {
	expect(await REQUESTS[name]()).toMatch(/No answer from 127\.0\.0\.1:\d+: .* timed out/);
});
