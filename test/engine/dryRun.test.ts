import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { AYU, BUDI, CITRA, DEWI, hintsOf, messages, NO_SIGNAL, putLists } from './broadcasts';
import { resultsOf, useBroadcasts, useClock, withDelay } from './broadcasts';
import { listById, listRequests } from './sandbox';

const { holder, send, summaryOf, arrivals } = useBroadcasts();
const clock = useClock();
const dryRun = (options: object = {}) => ({ options: { dryRun: true, ...options } });
const rowFor = (row: number, recipient: string, more: object) => ({
	row,
	problem: '',
	recipient,
	text: '',
	wouldSend: false,
	body: {},
	...more,
});
const readyRow = (row: number, recipient: string, body: object = {}) =>
	rowFor(row, recipient, {
		text: 'Hello',
		reason: 'ready',
		wouldSend: true,
		body: { phone: recipient, text: 'Hello', ...body },
	});

describe('Dry Run', () => {
	test('shows per item whether it would be sent, and sends nothing', async () => {
		putLists(holder.sandbox, { team: [AYU, BUDI, DEWI] });
		const onlySendTo = { ...listById('team'), mode: 'list', cachedResultName: 'Team (3)' };
		const options = { onlySendTo, eachRecipientOnce: true, ...withDelay(60) };
		const to = messages(AYU, 'nobody', BUDI, AYU, CITRA, DEWI);
		// A rule decides before the text is read.
		for (const index of [3, 5]) to[index].json.text = '';
		// As n8n's Google Sheets node returns it.
		to[5].json.row_number = 8;
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const outcome = await send({ to, ...dryRun(options), onError });
			const rows = [
				readyRow(1, AYU),
				rowFor(2, 'nobody', {
					reason: 'invalid',
					problem: expect.stringMatching('^Phone "nobody" is not'),
				}),
				readyRow(3, BUDI),
				rowFor(4, AYU, { reason: 'duplicate' }),
				rowFor(5, CITRA, { reason: 'onlySendTo' }),
				rowFor(8, DEWI, { reason: 'invalid', problem: expect.stringMatching('^Text is empty') }),
			];
			expect(outcome.items).toEqual(rows.map((json, item) => ({ json, pairedItem: { item } })));
			expect(outcome.errors).toEqual([]);
			expect(hintsOf(outcome)).toEqual([
				'2 of 6 would be sent: 1 twice, 1 not on the list Team. With these delays about 60 s. Rows 2, 8 cannot be sent. Recipients: 2 in +62. Options: Delay Between Messages, Dry Run, Each Recipient Once, Only Send To.',
			]);
		}
		expect(holder.sandbox.requests.map(({ method }) => method)).toEqual(Array(4).fill('GET'));
	});

	const group = { recipientType: 'group', groupId: '120@g.us', isInteractive: true };
	const sendAt = '2036-12-01T09:00:00';
	const body = { text: 'Hello', group_id: '120@g.us', isInteractive: true, send_at: '2111709600' };
	const groupRow = { ...readyRow(1, '120@g.us'), body };
	const binary = { data: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' } };
	const file = { name: 'hello.txt', type: 'text/plain', size: 5 };
	test.each<[INodeParameters, IDataObject]>([
		[
			{ ...group, ...dryRun({ sendAt }) },
			{ ...groupRow, scheduledFor: `${sendAt}+07:00` },
		],
		[{ operation: 'sendMedia', mediaSource: 'binary' }, readyRow(1, AYU, { file })],
	])('shows the body of %j, without the key', async (parameters, row) => {
		const to = [{ ...messages(AYU)[0], binary }];
		for (const runsBy of ['operations', 'routing'] as const) {
			const { items } = await send({ to, parameters: { ...dryRun(), ...parameters }, runsBy });
			expect(items.map(({ json }) => json)).toEqual([row]);
		}
	});

	test('shows times in the zone in which they are read', async () => {
		const to = messages(AYU, BUDI, 'nobody');
		to[0].json.time = '2036-12-01T09:00';
		const timezone = 'America/New_York';
		clock.set('2036-11-30T21:30', timezone);
		const outcome = await send({
			to,
			...dryRun({ sendAt: '={{ $json.time ?? $now }}' }),
			timezone,
		});
		const times = outcome.items.map(({ json }) => json.scheduledFor);
		expect(times).toEqual(['2036-12-01T09:00:00-05:00', expect.stringMatching(/-05:00$/), '']);
		expect(hintsOf(outcome)[0]).toContain(
			"Send At is read in America/New_York (the workflow's time zone).",
		);
	});

	/** All warnings: unit/textWarnings.test.ts. A real run has none, because evaluating takes n8n time. */
	test('warns of placeholders and empty expressions', async () => {
		const parameters = { text: '=Hi {nombre}, {{ $json.nome }}' };
		const to = messages(AYU, BUDI);
		to[0].json.nome = 'Ayu';
		const [warning] = hintsOf(await send({ to, ...dryRun(), parameters }));
		expect(warning).toContain(
			'{nombre} is left in the text of 2 of 2. {{ $json.nome }} is empty for 1 of 2.',
		);
		expect(hintsOf(await send({ to, parameters }))).toEqual(['Accepted: 2 of 2.']);
	});

	test('warns of a Media URL that opens a page', async () => {
		const mediaUrl = 'https://www.dropbox.com/s/a/menu.pdf?dl=0';
		const parameters = { operation: 'sendMedia', mediaUrl };
		const [warning] = hintsOf(await send({ to: 2, ...dryRun(), parameters }));
		const file = 'https://www.dropbox.com/s/a/menu.pdf?dl=1';
		expect(warning).toContain(` Media URL opens a page, not the file (enter ${file}) in 2 of 2.`);
	});

	test.each([404, 302])('checks the key once, and shows HTTP %i', async (status) => {
		holder.sandbox.onLists = () => ({ status });
		const { items } = await send({ to: 2, ...dryRun() });
		for (const { json } of items) {
			expect(json).toMatchObject({
				reason: 'rejected',
				problem: expect.stringContaining(`HTTP ${status}`),
			});
		}
		expect(listRequests(holder.sandbox)).toEqual(['/lists/']);
	});

	test('reads no more items after the stop button', async () => {
		const stop = new AbortController();
		let evaluations = 0;
		// n8n handles the stop button only between two items, if the node lets it.
		const press = () => {
			setTimeout(() => stop.abort());
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
		};
		const variables = { phone: () => (++evaluations === 3 ? press() : undefined, AYU) };
		const parameters = { phone: '={{ $vars.phone() }}' };
		await send({ to: 50, ...dryRun(), parameters, variables, stop: stop.signal });
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(evaluations).toBe(3);
	});
});

/** The result of each item: broadcast.property.test.ts. */
describe('Dry runs of an execution', () => {
	test('add up in a loop', async () => {
		const outcome = await send({
			batches: [messages(AYU), messages(BUDI, CITRA)],
			...dryRun({ eachRecipientOnce: true, maxPerExecution: 3, ...withDelay(30) }),
		});
		expect(resultsOf(outcome)).toBe('dry dry dry');
		expect(hintsOf(outcome).at(-1)).toMatch(
			/^3 of 3 would be sent\. With these delays about 60 s\./,
		);
	});

	test('count what was sent, and do not count for a real run, Retry, or another execution', async () => {
		const options = { dryRun: '={{ $json.dry ?? false }}', eachRecipientOnce: true };
		const batches = messages(AYU, AYU, AYU, BUDI).map((item) => [item]);
		for (const index of [0, 2]) batches[index][0].json.dry = true;
		const retryOf = await send({ batches, options, faults: { 1: NO_SIGNAL } });
		expect(summaryOf(retryOf)).toBe('0 1: dry sent duplicate');
		const again = { batches, ...dryRun({ eachRecipientOnce: true }) };
		expect(hintsOf(await send({ ...again, retryOf }))[0]).toMatch(/^1 of 1 would be sent/);
		expect(resultsOf(await send(again))).toBe('dry duplicate duplicate dry');
	});

	test('show in a retry what was sent, and what would follow', async () => {
		const to = messages(AYU, BUDI, AYU, CITRA);
		const retryOf = await send({ to, faults: { 1: [NO_SIGNAL] } });
		const options = { eachRecipientOnce: true, maxPerExecution: 2 };
		const outcome = await send({ to, ...dryRun(options), retryOf });
		expect(resultsOf(outcome)).toBe('sent dry duplicate maxPerExecution');
		expect(arrivals()).toEqual([0, 1]);
	});
});
