import { runLoop } from './workflows';
import { arrivals, credentialOf, recipients, retryTexts, sendTexts, useSandbox } from './sandbox';
import { runWorkflow } from './run';

const holder = useSandbox();
const LIST = 'unsubscribed';
const AYU = '6281200000000';
const BUDI = '6281200000001';
const CITRA = '6281200000002';

/** The list of those who get nothing. */
function stopList(...phones: Array<string | { phone: string; is_group: boolean }>) {
	const contacts = phones.map((phone) =>
		typeof phone === 'string'
			? { name: 'Somebody', phone, is_group: false }
			: { name: 'Group', ...phone },
	);
	holder.sandbox.lists = [{ id: LIST, title: 'Unsubscribed', contacts }] as never;
}

const neverSendTo = {
	__rl: true,
	mode: 'list',
	value: LIST,
	cachedResultName: 'Unsubscribed (2)',
};
const phones = (...numbers: string[]) =>
	numbers.map((phone) => ({ json: { phone, text: 'Hello' } }));
const skipped = (recipient: string, reason: string, recipientType = 'phone') => ({
	success: false,
	skipped: true,
	reason,
	recipient,
	recipientType,
});
const listRequests = () =>
	holder.sandbox.requests.filter(({ method }) => method === 'GET').map(({ path }) => path);

describe('Never Send To', () => {
	test('sends nothing to the contacts of the list, however either is written', async () => {
		const { sandbox } = holder;
		stopList('+62 812-0000-0000', '081200000002');
		const { items, error } = await sendTexts(sandbox, {
			items: phones('0812-0000-0000', BUDI, `+${CITRA}`),
			parameters: { options: { neverSendTo, countryCode: '62' } },
		});
		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual([BUDI]);
		expect(items.map(({ json }) => json)).toEqual([
			skipped(AYU, 'neverSendTo'),
			expect.objectContaining({ success: true, recipient: BUDI }),
			skipped(CITRA, 'neverSendTo'),
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(listRequests()).toEqual([`/lists/${LIST}`]);
	});

	test('sends nothing to the groups of the list, with and without @g.us', async () => {
		const { sandbox } = holder;
		stopList({ phone: '120363025246125486', is_group: true });
		const { items } = await sendTexts(sandbox, {
			items: [{ json: { group: '120363025246125486@g.us' } }, { json: { group: 'other@g.us' } }],
			parameters: {
				recipientType: 'group',
				groupId: '={{ $json.group }}',
				text: 'Hello',
				options: { neverSendTo },
			},
		});
		expect(sandbox.accepted.map(({ recipient }) => recipient)).toEqual(['other@g.us']);
		expect(items[0].json).toEqual(skipped('120363025246125486@g.us', 'neverSendTo', 'group'));
	});

	test('says in the output panel how many were skipped, and why', async () => {
		const { sandbox } = holder;
		stopList(AYU, CITRA);
		const { run } = await sendTexts(sandbox, {
			items: phones(AYU, BUDI, CITRA, BUDI),
			parameters: { options: { neverSendTo, eachRecipientOnce: true }, simplify: false },
		});
		expect(run.data.resultData.runData.Sender[0].hints).toEqual([
			{
				message: '3 of 4 were skipped: 2 on the list Unsubscribed, 1 twice',
				location: 'outputPane',
			},
		]);
	});

	test.each([
		[
			'is not there',
			neverSendTo,
			/^Never Send To could not be checked, so nothing was sent to 6281200000000: List unsubscribed was not found/,
		],
		['is not chosen', { __rl: true, mode: 'list', value: '' }, /^Never Send To is empty/],
		[
			'comes from an expression without a result',
			{ __rl: true, mode: 'id', value: '={{ $json.none }}' },
			/^Never Send To is empty/,
		],
	])('sends nothing where the list %s', async (_, list, message) => {
		const { sandbox } = holder;
		sandbox.lists = [];
		const parameters = { options: { neverSendTo: list } };
		const { error } = await sendTexts(sandbox, { parameters });
		expect(error?.message).toMatch(message);
		expect(arrivals(sandbox)).toEqual([]);

		const onError = 'continueRegularOutput' as const;
		const { items } = await sendTexts(sandbox, { parameters, onError });
		expect(items).toHaveLength(3);
		expect(items.every(({ json }) => /^Never Send To/.test(String(json.error)))).toBe(true);
		expect(arrivals(sandbox)).toEqual([]);
		expect(listRequests().length).toBeLessThanOrEqual(2);
	});

	test('sends nothing where an entry of the list cannot be compared', async () => {
		stopList('0812345678');
		const { error } = await sendTexts(holder.sandbox, { parameters: { options: { neverSendTo } } });
		expect(error?.message).toMatch(
			/^Never Send To could not be checked, so nothing was sent to 6281200000000: an entry of the list cannot be compared\. Phone "0812345678" starts with 0/,
		);
		expect(arrivals(holder.sandbox)).toEqual([]);
	});

	test('reads the list again in the next try, where it could not be read', async () => {
		const { sandbox } = holder;
		stopList(BUDI);
		let failed = 0;
		sandbox.onLists = () => (failed++ === 0 ? { status: 500, body: 'Busy' } : undefined);
		const { items } = await sendTexts(sandbox, {
			parameters: { options: { neverSendTo } },
			retryOnFail: true,
		});
		expect(arrivals(sandbox)).toEqual([AYU, CITRA]);
		expect(items[1].json).toEqual(skipped(BUDI, 'neverSendTo'));
	});

	test('counts skipped items where the run stops', async () => {
		const { sandbox } = holder;
		stopList(AYU);
		sandbox.onSend = ({ body }) =>
			(body as { phone: string }).phone === CITRA ? { status: 500, body: 'No signal' } : undefined;
		const { error } = await sendTexts(sandbox, {
			items: recipients(5),
			parameters: { options: { neverSendTo } },
		});
		expect(error?.description).toContain(
			'Stopped at item 2 (n8n counts from 0). Accepted: 1 of 5. Skipped: 1. Not sent: 2.',
		);
	});

	test('is read once in all rounds of a loop, and 100,000 contacts are not stored', async () => {
		const { sandbox } = holder;
		const many = Array.from({ length: 100_000 }, (_, index) => String(6282100000000 + index));
		stopList(AYU, ...many);
		const run = await runLoop(sandbox, Array(3).fill(recipients(2)), {
			settings: { parameters: { text: 'Hello', options: { neverSendTo } } },
		});
		expect(run.data.resultData.error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual([BUDI, BUDI, BUDI]);
		expect(listRequests()).toEqual([`/lists/${LIST}`]);
		expect(JSON.stringify(run.data.executionData?.contextData).length).toBeLessThan(5000);
	});

	test('is read by the proxy and time-out of the node, and never shows the key', async () => {
		const { sandbox } = holder;
		sandbox.onLists = () => ({ status: 500, body: `Key ${sandbox.apiKey} is busy` });
		const { error } = await sendTexts(sandbox, { parameters: { options: { neverSendTo } } });
		expect(error?.message).toContain('Key ••• is busy');
	});
});

describe('Each Recipient Once', () => {
	const once = { options: { eachRecipientOnce: true, countryCode: '62' } };

	test('sends one message however the number is written', async () => {
		const { sandbox } = holder;
		const items = phones('081200000000', `+${AYU}`, '+62 (0)812-0000-0000', BUDI, `${BUDI}.0`);
		const { items: sent } = await sendTexts(sandbox, { items, parameters: once });
		expect(arrivals(sandbox)).toEqual([AYU, BUDI]);
		expect(sent.map(({ json }) => json.reason)).toEqual([
			undefined,
			'duplicate',
			'duplicate',
			undefined,
			'duplicate',
		]);
	});

	test.each(['TRUE', '1', 1])('is on with %p from an expression', async (value) => {
		const { sandbox } = holder;
		const parameters = { options: { eachRecipientOnce: value } } as never;
		await sendTexts(sandbox, { items: phones(AYU, AYU), parameters });
		expect(arrivals(sandbox)).toEqual([AYU]);
	});

	test('is off unless it is set', async () => {
		await sendTexts(holder.sandbox, { items: phones(AYU, AYU) });
		expect(arrivals(holder.sandbox)).toEqual([AYU, AYU]);
	});

	test('waits for a message in flight to the same recipient', async () => {
		const { sandbox } = holder;
		let busy = true;
		sandbox.onSend = () => {
			const delay = 100;
			if (!busy) return { delay };
			busy = false;
			return { delay, status: 500, body: 'No signal' };
		};
		const { items } = await sendTexts(sandbox, {
			items: phones(AYU, AYU, AYU),
			parameters: { options: { eachRecipientOnce: true, concurrency: 3 } },
			onError: 'continueRegularOutput',
		});
		expect(arrivals(sandbox)).toEqual([AYU, AYU]);
		expect(items[0].json.error).toContain('No signal');
		expect(items[1].json.success).toBe(true);
		expect(items[2].json).toEqual(skipped(AYU, 'duplicate'));
	});

	test('counts a message that may have been sent', async () => {
		const { sandbox } = holder;
		sandbox.onSend = (_request, attempt) => (attempt === 1 ? 'cut-after' : undefined);
		const { items } = await sendTexts(sandbox, {
			items: phones(AYU, AYU),
			parameters: once,
			onError: 'continueRegularOutput',
		});
		expect(items[0].json.error).toContain('may already have been sent');
		expect(items[1].json).toEqual(skipped(AYU, 'duplicate'));
		expect(arrivals(sandbox)).toEqual([AYU]);
	});

	test('holds in all rounds of a loop', async () => {
		const { sandbox } = holder;
		await runLoop(sandbox, Array(3).fill(recipients(2)), {
			settings: { parameters: { text: 'Hello', ...once } },
		});
		expect(arrivals(sandbox)).toEqual([AYU, BUDI]);
	});

	test('holds through Retry On Fail', async () => {
		const { sandbox } = holder;
		let failed = 0;
		sandbox.onSend = ({ body }) =>
			(body as { phone: string }).phone === CITRA && failed++ === 0
				? { status: 500, body: 'Busy' }
				: undefined;
		const { items } = await sendTexts(sandbox, {
			items: phones(AYU, AYU, BUDI, CITRA, AYU, CITRA),
			parameters: once,
			retryOnFail: true,
		});
		expect(arrivals(sandbox)).toEqual([AYU, BUDI, CITRA, CITRA]);
		expect(items.map(({ json }) => json.reason)).toEqual([
			undefined,
			'duplicate',
			undefined,
			undefined,
			'duplicate',
			'duplicate',
		]);
	});

	test('takes 14 bytes a recipient in the stored execution', async () => {
		const { sandbox } = holder;
		const { run } = await sendTexts(sandbox, {
			items: recipients(500),
			parameters: { options: { eachRecipientOnce: true, concurrency: 50 } },
		});
		const stored = run.data.executionData?.contextData['node:Sender'] as { reached: string };
		expect(stored.reached.length).toBe(500 * 14 - 1);
	});

	test('counts a phone number and a contact as one recipient', async () => {
		const { sandbox } = holder;
		const items = [
			{ json: { to: 'phone', phone: `+${AYU}` } },
			{ json: { to: 'contact', phone: AYU, is_group: false } },
		];
		await runWorkflow({
			credentials: credentialOf(sandbox),
			items,
			parameters: {
				resource: 'message',
				operation: 'sendText',
				recipientType: '={{ $json.to }}',
				phone: '={{ $json.phone }}',
				groupId: 'none',
				text: 'Hello',
				...once,
			},
		});
		expect(arrivals(sandbox)).toEqual([AYU]);
	});
});

describe('Retry of a failed execution', () => {
	const options = {
		items: phones(AYU, CITRA, AYU, BUDI, AYU, CITRA),
		parameters: { options: { neverSendTo, eachRecipientOnce: true } },
	};

	test('goes on with both options, and reads the list again', async () => {
		const { sandbox } = holder;
		stopList(CITRA);
		sandbox.onSend = ({ body }, attempt) =>
			(body as { phone: string }).phone === BUDI && attempt === 1
				? { status: 500, body: 'No signal' }
				: undefined;
		const failed = await sendTexts(sandbox, options);
		expect(failed.error?.description).toContain('Accepted: 1 of 6. Skipped: 2. Not sent: 2.');
		const { items, error } = await retryTexts(sandbox, failed, options);

		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual([AYU, BUDI, BUDI]);
		expect(items.map(({ json }) => json.reason)).toEqual([
			undefined,
			'neverSendTo',
			'duplicate',
			undefined,
			'duplicate',
			'neverSendTo',
		]);
		expect(listRequests()).toHaveLength(2);
	});

	test('tries a message again that may have been sent, and no other to the same recipient', async () => {
		const { sandbox } = holder;
		stopList();
		sandbox.onSend = (_request, attempt) => (attempt === 1 ? 'cut-after' : undefined);
		const failed = await sendTexts(sandbox, { ...options, items: phones(AYU, AYU) });
		const again = { ...options, items: phones(AYU, AYU) };
		const { items } = await retryTexts(sandbox, failed, again);

		expect(arrivals(sandbox)).toEqual([AYU, AYU]);
		expect(items[0].json.warning).toContain('may already have been sent');
		expect(items[1].json).toEqual(skipped(AYU, 'duplicate'));
	});
});

describe('Where n8n runs the routing', () => {
	const byRouting = { runsBy: 'routing' as const };

	test('nothing is sent to the contacts of the list either', async () => {
		const { sandbox } = holder;
		stopList(AYU);
		const parameters = { options: { neverSendTo } };
		const { items } = await sendTexts(sandbox, { ...byRouting, items: phones(AYU), parameters });
		expect(items[0].json).toEqual(skipped(AYU, 'neverSendTo'));
		expect(arrivals(sandbox)).toEqual([]);
		await sendTexts(sandbox, { ...byRouting, items: phones(BUDI), parameters });
		expect(arrivals(sandbox)).toEqual([BUDI]);
	});

	test('nothing is sent where the list cannot be read', async () => {
		const { sandbox } = holder;
		sandbox.lists = [];
		const parameters = { options: { neverSendTo } };
		const { error } = await sendTexts(sandbox, { ...byRouting, items: phones(AYU), parameters });
		expect(error?.message).toMatch(/^Never Send To could not be checked/);
		expect(arrivals(sandbox)).toEqual([]);
	});

	test('a recipient gets one message in all rounds of a loop', async () => {
		const { sandbox } = holder;
		await runLoop(sandbox, Array(3).fill(phones(AYU)), {
			settings: { parameters: { options: { eachRecipientOnce: true } } },
			...byRouting,
		});
		expect(arrivals(sandbox)).toEqual([AYU]);
	});
});
