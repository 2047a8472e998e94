import type * as Node from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { until } from '../../rig/until';
import { callAsTool } from './agentTool';
import {
	AYU,
	BUDI,
	CITRA,
	DEWI,
	NO_SIGNAL,
	hintsOf,
	messages,
	resultsOf,
	useBroadcasts,
} from './broadcasts';
import type { Broadcast } from './broadcasts';
import { useMarks } from './deduplication';
import type { CustomOperations } from './nodeTypes';
import { NO_SERVICE, phone } from './sandbox';

const { holder, send, summaryOf, arrivals } = useBroadcasts();

const marks = useMarks();
const sendOffer = async (broadcast: Broadcast = {}, options: object = {}) =>
	await send({ options: { campaign: 'Offer', ...options }, ...broadcast });
const onError = 'continueRegularOutput';

/** Kills of n8n: campaign.test.ts, and test/crash in n8n's real database. */
describe('Campaign', () => {
	test('sends to each person once, across executions, loops and formats of the number', async () => {
		const first = await sendOffer({ to: messages(AYU, `+${BUDI}`) });
		expect(summaryOf(first)).toBe('0 1: sent sent');
		const { calls } = marks;
		expect(resultsOf(await sendOffer({ to: 2 }, { campaign: '=Offer' }))).toBe('campaign campaign');
		// It only counts the marks, because this process has sent to both.
		expect(marks.calls - calls).toBe(1);
		const batches = [messages(AYU, '0812-0000-1001', CITRA), messages(CITRA)];
		const second = await sendOffer({ batches }, { countryCode: '62' });
		expect(summaryOf(second)).toBe('0 1 2: campaign campaign sent campaign');
		const row = { success: false, skipped: true, reason: 'campaign' };
		expect(second.items[0].json).toEqual({ ...row, recipient: CITRA, recipientType: 'phone' });
		expect(marks.stored).toHaveLength(3);
	});

	test('is evaluated per item, so an order reported twice gets one message', async () => {
		const to = messages(AYU, AYU, AYU, BUDI);
		for (const [index, id] of [1, 2, 1, 1].entries()) to[index].json.id = id;
		const options = { campaign: '={{ $json.id }}' };
		expect(summaryOf(await send({ to, options }))).toBe('0 0 1: sent sent campaign sent');
	});

	test('sends one message per person in parallel executions', async () => {
		holder.sandbox.latency = 50;
		const outcomes = await Promise.all([1, 2, 3].map(async () => await sendOffer({ to: 4 })));
		expect(arrivals().sort()).toEqual([0, 1, 2, 3]);
		const results = outcomes.flatMap((outcome) => resultsOf(outcome).split(' '));
		expect(results.filter((result) => result === 'campaign')).toHaveLength(8);
	});

	test('sends again to a person whose message did not go out', async () => {
		await sendOffer({ credentials: NO_SERVICE });
		expect(resultsOf(await sendOffer())).toBe('sent sent sent');
	});

	test('never sends an unconfirmed message again, and asks a person to check it', async () => {
		const first = await sendOffer({ faults: { 1: ['cut-after'] } });
		const retried = await sendOffer({ retryOf: first });
		expect(summaryOf(retried)).toBe('0 1 2: sent unconfirmed sent');
		const warning = expect.stringMatching(/Check in WhatsApp/);
		expect(retried.items[1].json).toMatchObject({ success: false, skipped: true, warning });
		const looked = await sendOffer({}, { dryRun: true });
		expect(hintsOf(looked)[0]).toMatch(
			/: 2 already sent .*, 1 possibly already sent in this campaign/,
		);
		// A person can still send it under another name.
		const other = await sendOffer({ to: messages(BUDI) }, { campaign: 'B' });
		expect(resultsOf(other)).toBe('sent');
	});

	test.each(['={{ "nullify" }}', '={{ "4NaN" }}', '=o {{ "truest" }}', 'undefined', 'true'])(
		'may be named %s',
		async (campaign) => {
			expect(resultsOf(await sendOffer({ to: 1 }, { campaign }))).toBe('sent');
		},
	);

	test('has the same name with other spaces, invisible characters and compositions', async () => {
		await sendOffer({ to: 1 }, { campaign: 'Café  offer' });
		const campaign = '\u200b Ca\0fe\u0301\x1f offer\u00a0';
		expect(resultsOf(await sendOffer({ to: 2 }, { campaign }))).toBe('campaign sent');
	});

	test('sends to everyone but bad rows, up to a maximum of new messages, and names the rows', async () => {
		const bad = ['8.12E+11', '12', 'No: x', '13', '14', '15', '16'];
		const to = messages(...bad.slice(0, 1), AYU, ...bad.slice(1), BUDI, CITRA);
		Object.assign(to[0].json, { row_number: 9, Nama: 'Sari Dewi', note: 'x' });
		Object.assign(to[2].json, { row_number: 11, 'Customer Name': holder.sandbox.apiKey });
		const options = { maxPerExecution: 2 };
		const first = await sendOffer({ to }, options);
		expect(arrivals()).toEqual([0, 1]);
		expect(first.error?.message).toMatch(
			/^Phone "8\.12E\+11" has lost digits, or ends in six zeros: .+\. Row 9\. Also: Phone "12" [^;]+, Row 11; Phone "No: x" [^;]+, Item 4; Phone "13" [^;]+; Phone "14" [^;]+; and 2 more\. Accepted: 2 of 10\.$/,
		);
		expect(first.error?.description).toMatch(
			/^Accepted: 2\. Failed: 7\. Skipped: 1 \(1 over the maximum\)\. Not sent: 0\. Correct the input data\. /,
		);
		expect((await sendOffer({ to }, options)).error).toBeDefined();
		expect(arrivals()).toEqual([0, 1, 2]);
		// A row without a name of a campaign is a bad row, too.
		const rows = messages(AYU, BUDI);
		rows[1].json.order = 7;
		const order = await sendOffer({ to: rows }, { campaign: '={{ $json.order }}' });
		expect(order.error?.message).toMatch(/^Campaign: .+ has no result\. .+ Accepted: 1 of 2\.$/);
		expect(arrivals()).toEqual([0, 1, 2, 1]);
		// A skip wins over it.
		const neverSendTo = { mode: 'numbers', value: AYU };
		const skipped = await sendOffer({ to: rows }, { campaign: '={{ $json.order }}', neverSendTo });
		expect(resultsOf(skipped)).toBe('neverSendTo campaign');
		const { error } = await sendOffer({ to: messages('', '', '12', '') });
		expect(error?.message).toMatch(
			/^Phone is empty: .+\. Item 1\. Also: Phone is empty, Item 2; Phone "12" [^;]+, Item 3; Phone is empty, Item 4$/,
		);
		holder.sandbox.reset();
		// A rejection, which may meet everyone, still ends the run.
		const faults = { 3: NO_SIGNAL };
		const rejected = await sendOffer({ to: messages('12', DEWI, phone(5)), faults });
		expect(rejected.error?.message).toMatch(
			/^Message to .+: No signal\. Item 2\. Also: Phone "12"/,
		);
		expect(arrivals()).toEqual([3]);
	});

	test.each([
		['recipientType', 'phone', /^Send To "ja" is not supported: use contact, group or phone\. /],
		['isInteractive', false, /^Interactive Message "ja" is neither true nor false: /],
	])('sends past a wrong %s by expression, not past a fixed one', async (field, right, words) => {
		const to = messages(AYU, BUDI, CITRA);
		for (const { json } of to) json.choice = json.phone === BUDI ? 'ja' : right;
		const parameters = { groupId: 'g', [field]: '={{ $json.choice }}' };
		expect((await sendOffer({ to, parameters })).error?.message).toMatch(words);
		expect(arrivals()).toEqual([0, 2]);
		const { error } = await sendOffer({ to, parameters: { [field]: 'ja' } });
		expect(error?.description).toContain('Not sent: 2.');
	});

	test('stops at the first message if the credential is wrong, and says so', async () => {
		const { url, apiKey } = holder.sandbox;
		const good = { apiKey, baseUrl: url };
		for (const [field, wrong] of Object.entries({
			apiKey: 'a key',
			baseUrl: 'api',
			countryCode: 'XX',
		})) {
			const credentials = { whatsAppSenderApi: { ...good, [field]: wrong } };
			const { error } = await sendOffer({ to: messages('0812-0000-1000', BUDI), credentials });
			expect(error?.description).toMatch(
				/^Accepted: 0\. Failed: 1\. .+ Not sent: 1\. .*credential/,
			);
		}
		expect(arrivals()).toEqual([]);
	});

	test('says in a dry run of a copied workflow that nobody has got a message', async () => {
		const isNew = "Nobody has got a message of this node's campaigns yet.";
		expect(hintsOf(await sendOffer({}, { dryRun: true }))[0]).toBe(isNew);
		// One claim, and no more: the count, the marks of the first row, and their removal.
		expect(marks.calls).toBe(3);
		expect(hintsOf(await sendOffer({}, { dryRun: true, testPhone: DEWI }))).toHaveLength(1);
		await sendOffer({ to: 1 });
		expect(hintsOf(await sendOffer({}, { dryRun: true }))[0]).toMatch(/^2 of 3 would be sent/);
	});

	test('tells that a dry run could not remove its mark', async () => {
		marks.failing = [2];
		const outcome = await sendOffer({ to: 1 }, { dryRun: true });
		expect(hintsOf(outcome)[0]).toMatch(/^n8n could not record the campaign "Offer"/);
	});

	test('shows in a dry run who got the message, and records neither dry runs nor tests', async () => {
		await sendOffer({ to: messages(AYU) });
		await sendOffer({ to: messages(BUDI) }, { testPhone: DEWI });
		const before = marks.stored;
		const to = messages(AYU, BUDI, BUDI);
		expect(resultsOf(await sendOffer({ to }, { dryRun: true }))).toBe('campaign dry campaign');
		expect(marks.stored).toEqual(before);
		expect(resultsOf(await sendOffer({ to }))).toBe('campaign sent campaign');
		const batches = [messages(CITRA), messages(CITRA), messages(CITRA)];
		const looped = await sendOffer({ batches }, { dryRun: '={{ $runIndex < 2 }}' });
		expect(resultsOf(looped)).toBe('dry campaign sent');
	});

	test.each([1, 2])('restores a mark that another process overwrote (%i people)', async (to) => {
		marks.afterCall = (call) => void (call === 1 && (marks.rows = {}));
		await sendOffer({ to });
		expect(marks.stored).toHaveLength(to);
	});

	test('releases a person if the stop button prevents the message', async () => {
		const stop = new AbortController();
		marks.afterCall = (call) => call === 1 && stop.abort();
		await sendOffer({ to: 1, stop: stop.signal });
		await until(() => marks.calls > 2);
		expect(arrivals()).toEqual([]);
		expect(resultsOf(await sendOffer({ to: 1 }))).toBe('sent');
	});

	test('asks n8n again if another process has changed the marks', async () => {
		await sendOffer({ to: 2 });
		marks.rows['workflow/2'].push('of another process');
		const to = messages(`+${AYU}`, BUDI, CITRA);
		const looked = await sendOffer({ to }, { dryRun: true });
		expect(resultsOf(looked)).toBe('campaign campaign dry');
		expect(looked.items[0].json.recipient).toBe(AYU);
		marks.rows = {};
		expect(resultsOf(await sendOffer({ to: 2 }))).toBe('sent sent');
	});

	test('sends if n8n cannot count the marks', async () => {
		marks.failing = [0];
		expect(resultsOf(await sendOffer({ to: 1 }))).toBe('sent');
		expect(resultsOf(await sendOffer({ to: 1 }))).toBe('campaign');
	});
});

describe('Campaign refuses the item, and nothing is sent,', () => {
	afterEach(() => expect(arrivals()).toEqual([]));

	test.each([
		['Order {{ $json.id }}', 'Campaign is not an expression'],
		['=Order {{ ({}) }}', 'Campaign contains an object'],
		[' \u200b ', 'Campaign is empty'],
		[
			'=Order {{ $json.none }}',
			'Campaign "Order" would be the same for different orders or dates, because {{ $json.none }} is',
		],
		['={{ $json.none }} {{ $json.text }}', 'Campaign "Message 0" would be the same'],
		[
			'={{ "Order " + $json.none }}',
			'Campaign "Order undefined" would be the same for different orders or dates, because it contains "undefined"',
		],
		['={{ `order_${$json.none}` }}', 'Campaign "order_undefined" would be the same'],
		[
			"={{ 'promo_' + DateTime.fromISO('x').toFormat('yyyy') }}",
			'Campaign "promo_Invalid DateTime"',
		],
		['=Day {{ new Date("x") }}', 'Campaign "Day Invalid Date" would be the same'],
		['={{ "a_" + null }}', 'Campaign "a_null" would be the same'],
		['={{ "a_" + $json.none * 1 }}', 'Campaign "a_NaN" would be the same'],
	])('if its name is %s', async (campaign, words) => {
		const { error } = await send({ options: { campaign } });
		expect(error?.message.slice(0, words.length)).toBe(words);
	});

	test.each([
		['true', 'true'],
		['false', 'false'],
		['1 / 0', 'Infinity'],
		['-1 / 0', '-Infinity'],
		['[]', 'empty'],
	])('if a part of its name is %s', async (value, what) => {
		const part = `{{ ${value} }}`;
		for (const campaign of [`=Order ${part}`, `={{ "Order" }} ${part}`]) {
			const { error } = await send({ options: { campaign } });
			const words = ` would be the same for different orders or dates, because ${part} is ${what}: check`;
			expect(error?.message).toContain(words);
		}
	});

	test.each([
		['SQLITE_BUSY: is locked', 'because its database failed (SQLITE_BUSY: is locked)'],
		['SQLITE_CONSTRAINT: FOREIGN KEY constraint failed', 'of a workflow that is not saved'],
	])("if n8n's database fails: %s", async (failure, why) => {
		Object.assign(marks, { failing: [0, 1], failure });
		const { error } = await sendOffer();
		const words = `n8n cannot store the campaign "Offer" ${why}, so this message was not sent: `;
		expect(error?.message.slice(0, words.length)).toBe(words);
	});

	test('in a tool that the routing runs, and for an expression in any tool', async () => {
		const call = { phone: AYU, text: 'Hello' };
		const callTool = async (campaign: string) =>
			(await callAsTool(holder.sandbox, [call], { parameters: { options: { campaign } } }))[0];
		expect(await callTool('Offer')).toContain('use AI Agent version 3');
		expect(await callTool('={{ "Offer" }}')).toContain('so an AI agent could change it');
	});
});

/** n8n counts the marks of a run first. Each message then takes two calls. */
test.each([
	['an acknowledgement', {}],
	['a rejection', { 0: [NO_SIGNAL] }],
])('If n8n fails after %s, the next execution reports unconfirmed', async (_what, faults) => {
	marks.failing = [2];
	const first = await sendOffer({ to: 1, faults, onError });
	expect(hintsOf(first)[0]).toMatch(/^n8n could not record the campaign "Offer"/);
	expect(resultsOf(await sendOffer({ to: 1 }))).toBe('unconfirmed');
	expect(arrivals()).toEqual([0]);
});

/** The calls of n8n's helpers: one counts the marks, and each message has one for its claim and one for its end. */
describe('If n8n is killed, nobody gets two messages, and nobody is lost', () => {
	const path = '../../nodes/WhatsAppSender/WhatsAppSender.node';

	/** The node as a new process loads it, which knows nothing of the one before. */
	function newProcess(): CustomOperations {
		let operations: CustomOperations | undefined;
		const shared = jest.requireActual<object>('n8n-workflow');
		jest.doMock('n8n-workflow', () => shared);
		jest.isolateModules(() => {
			const { WhatsAppSender } = jest.requireActual<typeof Node>(path);
			operations = new WhatsAppSender().customOperations as CustomOperations;
		});
		return operations!;
	}

	const sendInNewProcess = async () =>
		resultsOf(await send({ to: 3, options: { campaign: 'Offer' }, runsBy: newProcess() }));

	/** Kills n8n during the message to the second of three recipients, and sends again in a new process. */
	async function sendWithKill(isKilled: () => boolean): Promise<string> {
		void sendInNewProcess();
		await until(isKilled);
		marks.killAt = undefined;
		return await sendInNewProcess();
	}

	test.each([
		['before the claim is stored', 3, false, [0, 1, 2], 'campaign sent sent'],
		['after the claim, before the request', 3, true, [0, 2], 'campaign unconfirmed sent'],
		['after the acknowledgement', 4, false, [0, 1, 2], 'campaign unconfirmed sent'],
		['after the outcome is stored', 4, true, [0, 1, 2], 'campaign campaign sent'],
	])('%s', async (_when, call, isWritten, reached, results) => {
		marks.killAt = { call, isWritten };
		expect(await sendWithKill(() => marks.calls > call)).toBe(results);
		expect(arrivals()).toEqual(reached);
	});

	test('during the request', async () => {
		holder.sandbox.onSend = () => {
			if (arrivals().length !== 2) return undefined;
			// The process makes no more calls, whatever it receives.
			marks.killAt = { call: marks.calls, isWritten: false };
			return 'cut-after';
		};
		expect(await sendWithKill(() => arrivals().length === 2)).toBe('campaign unconfirmed sent');
		expect(arrivals()).toEqual([0, 1, 2]);
	});
});
