import { useBinaryStore, type Outcome } from './run';
import type { RunsBy } from './nodeTypes';
import { arrivals, recipients, sendTexts, useSandbox, type SendOptions } from './sandbox';
import { ACCEPTED, BAD_INPUT, FAILED, PHONE, type SendCase } from './sendCases';

const holder = useSandbox({ rawBodies: true });
const PATHS: RunsBy[] = ['turns', 'routing'];
const file = { mimeType: 'application/pdf', fileName: 'invoice.pdf', fileExtension: 'pdf' };

/** A file in n8n's binary store. */
async function storedFile() {
	const store = await useBinaryStore();
	const place = { type: 'execution', workflowId: 'workflow', executionId: '1' } as const;
	return await store.store(place, Buffer.from('a file'), { ...file, data: '' });
}

/** What the node shows and sends of one message. */
interface Observed {
	requests: string[];
	items: Outcome['items'];
	errors: Outcome['items'];
	error: object | undefined;
}

async function observe(runsBy: RunsBy, options: SendOptions): Promise<Observed> {
	const { sandbox } = holder;
	const { items, errors, error } = await sendTexts(sandbox, { ...options, runsBy });
	const { httpCode } = (error ?? {}) as { httpCode?: string };
	const shown = error && {
		message: error.message,
		description: error.description,
		itemIndex: error.context?.itemIndex,
		// The routing engine wraps an error without one, and writes "none".
		httpCode: httpCode === 'none' ? undefined : httpCode,
	};
	return { requests: sandbox.requests.map(onTheWire), items, errors, error: shown };
}

/** A request with its every byte; the boundary of a form is random. */
function onTheWire(request: (typeof holder.sandbox.requests)[number]): string {
	const { method, path, query, headers, rawBody } = request;
	const boundary = /boundary=(\S+)/.exec(String(headers['content-type']))?.[1];
	const whole = JSON.stringify([method, path, query, headers, rawBody?.toString('latin1')]);
	return boundary ? whole.replaceAll(boundary, 'BOUNDARY') : whole;
}

/** The same by both paths, as the turns show it. */
async function byBoth({ parameters, json = {}, fault }: SendCase, more: SendOptions = {}) {
	const { sandbox } = holder;
	const observed: Observed[] = [];
	for (const runsBy of PATHS) {
		sandbox.reset();
		sandbox.onSend = fault && (() => fault);
		const all = { phone: PHONE, text: 'Hello', ...parameters };
		observed.push(await observe(runsBy, { items: [{ json }], ...more, parameters: all }));
	}
	const [byTurns, byRouting] = observed;
	expect(byRouting).toEqual(byTurns);
	return byTurns;
}

function bodyOf(sandbox: typeof holder.sandbox) {
	const { api_key: key, ...body } = sandbox.requests[0].body as Record<string, unknown>;
	expect(key).toBe(sandbox.apiKey);
	return body;
}

describe('By its turns and by the routing, the node sends the same', () => {
	test.each(Object.entries(ACCEPTED))('%s', async (_case, sendCase) => {
		const { error, items } = await byBoth(sendCase);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0].pairedItem).toEqual({ item: 0 });
		expect(items[0].json).toMatchObject(sendCase.output ?? {});
		expect(bodyOf(holder.sandbox)).toEqual(sendCase.body);
		expect(holder.sandbox.requests).toMatchObject([{ valid: true, accepted: true }]);
	});

	test.each<[string, SendOptions['parameters']]>([
		['under its own name', {}],
		['under another name', { options: { fileName: 'bill.pdf' } }],
		['from an expression', { binaryPropertyName: '={{ $binary.data }}' }],
		['to a contact from a list', { recipientType: 'contact' }],
	])('an upload %s', async (_case, parameters) => {
		const upload = { operation: 'sendMedia', mediaSource: 'binary', ...parameters };
		const items = [{ json: { phone: PHONE }, binary: { data: await storedFile() } }];
		const { error } = await byBoth({ parameters: upload }, { items });
		expect(error).toBeUndefined();
		expect(holder.sandbox.accepted).toMatchObject([{ recipient: PHONE, file: { size: 6 } }]);
	});
});

describe('By its turns and by the routing, the node says the same', () => {
	test.each(Object.entries(BAD_INPUT))(
		'of bad input, and sends nothing: %s',
		async (_case, sendCase) => {
			const { error, requests } = await byBoth(sendCase);
			expect(error).toMatchObject({
				message: expect.stringMatching(startingWith(sendCase.error!)),
				itemIndex: 0,
			});
			expect(requests).toEqual([]);
		},
	);

	test.each(Object.entries(FAILED))('of a failed request: %s', async (_case, sendCase) => {
		const { error, items } = await byBoth(sendCase);
		expect(error).toMatchObject({
			message: expect.stringMatching(startingWith(sendCase.error!)),
			description: expect.stringContaining(sendCase.advice ?? ''),
			itemIndex: 0,
		});
		expect(items).toEqual([]);
		expect(bodyOf(holder.sandbox)).toEqual(sendCase.body);
		expect(holder.sandbox.requests).toHaveLength(1);
	});

	test.each(['a connection that is cut', 'a time-out'])(
		'that a message may already have been sent: %s',
		async (name) => {
			const { error } = await byBoth(FAILED[name]);
			expect(error).toMatchObject({
				message: expect.stringMatching(`The message to ${PHONE} may already have been sent$`),
			});
		},
	);

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'in the error item (On Error: %s)',
		async (onError) => {
			for (const sendCase of [BAD_INPUT['a leading 0'], FAILED['HTTP 500']]) {
				const { error, items, errors } = await byBoth(sendCase, { onError });
				const [failed] = onError === 'continueErrorOutput' ? errors : items;
				expect(error).toBeUndefined();
				expect(failed.json.error).toMatch(startingWith(sendCase.error!));
				expect(failed.pairedItem).toEqual({ item: 0 });
			}
		},
	);

	test('of an expression that fails', async () => {
		const parameters = { text: '={{ $("No such node").item.json.text }}' };
		const { error, requests } = await byBoth({ parameters });
		expect(error).toMatchObject({
			message: expect.stringMatching(/^Referenced node doesn't exist/),
			itemIndex: 0,
		});
		expect(requests).toEqual([]);
	});
});

describe('By the routing, several items', () => {
	const TOO_MANY =
		'This version of n8n cannot send 3 items in turns: use Loop Over Items with a batch size of 1 before this node';

	test('are refused, and nothing is sent', async () => {
		const { error } = await sendTexts(holder.sandbox, { runsBy: 'routing' });
		expect(error?.message).toBe(TOO_MANY);
		expect(arrivals(holder.sandbox)).toEqual([]);
	});

	test('are refused where On Error is Continue too', async () => {
		const options = { runsBy: 'routing', onError: 'continueRegularOutput' } as const;
		const { items } = await sendTexts(holder.sandbox, options);
		expect(items.map(({ json }) => json.error)).toEqual([TOO_MANY, TOO_MANY, TOO_MANY]);
		expect(arrivals(holder.sandbox)).toEqual([]);
	});

	test('with Execute Once are one', async () => {
		const { error } = await sendTexts(holder.sandbox, { runsBy: 'routing', executeOnce: true });
		expect(error).toBeUndefined();
		expect(arrivals(holder.sandbox)).toEqual([recipients(1)[0].json.phone]);
	});
});

const startingWith = (text: string) =>
	new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
