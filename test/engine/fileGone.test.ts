import { rename } from 'node:fs/promises';
import type { IBinaryData } from 'n8n-workflow';
import { useBinaryStore } from './run';
import { phone, sendTexts, useSandbox, type SendOptions } from './sandbox';

const holder = useSandbox();
const upload = { operation: 'sendMedia', mediaSource: 'binary', phone: phone(0), text: 'Hello' };
/** Of a file that is gone; what went out before that was no message. */
const NOT_SENT = /^(?!.*may already have been sent).*\b(nothing was|not) sent\b/i;

async function storedFile(): Promise<IBinaryData> {
	const location = { type: 'execution', workflowId: 'workflow', executionId: '1' } as const;
	const file = { data: '', mimeType: 'text/plain', fileName: 'hello.txt' };
	return await (await useBinaryStore()).store(location, Buffer.from('hello'), file);
}

describe('A stored file that is gone', () => {
	const run = async (options: SendOptions) =>
		await sendTexts(holder.sandbox, { parameters: upload, ...options });

	/** Two items, where the second one's file is gone: all of it, or its bytes alone. */
	async function itemsWithout(lost: Array<'' | '.metadata'>) {
		const [here, gone] = [await storedFile(), await storedFile()];
		const file = (await useBinaryStore()).getPath(gone.id!);
		const moved = lost.map((end) => [file + end, `${file}.away${end}`]);
		for (const [from, to] of moved) await rename(from, to);
		return {
			items: [here, gone].map((data) => ({ json: {}, binary: { data } })),
			restore: async () => {
				for (const [to, from] of moved) await rename(from, to);
			},
		};
	}
	const cases: Array<[string, Array<'' | '.metadata'>]> = [
		['before its turn', ['', '.metadata']],
		['though n8n still knows its size', ['']],
	];

	test.each(cases)('%s is not sent, and Retry sends it', async (_when, lost) => {
		const { items, restore } = await itemsWithout(lost);
		const retryOf = await run({ items });
		expect(retryOf.error?.message).toMatch(NOT_SENT);
		expect(retryOf.error?.message).toMatch(/\. Accepted: 1 of 2\.$/);
		expect(retryOf.error?.context?.itemIndex).toBe(1);
		await restore();
		const { error } = await run({ items, retryOf });
		expect(error).toBeUndefined();
		expect(holder.sandbox.accepted).toHaveLength(2);
	});

	test.each(cases)('%s is not sent by the routing either', async (_when, lost) => {
		const { items } = await itemsWithout(lost);
		const { error } = await run({ items: items.slice(1), runsBy: 'routing' });
		expect(error?.message).toMatch(NOT_SENT);
		expect(holder.sandbox.accepted).toEqual([]);
	});

	test.each(cases)('%s is found by Check All Items First', async (_when, lost) => {
		const { items } = await itemsWithout(lost);
		const parameters = { ...upload, options: { checkFirst: true } };
		const { error } = await run({ items, parameters });
		expect(error?.message).toBe('Nothing was sent: 1 of 2 items cannot be sent');
		expect(error?.description).toMatch(/^Item 1 .+: The file "hello\.txt" is no longer in n8n's/);
		expect(holder.sandbox.accepted).toEqual([]);
	});

	test.each(cases)('%s leaves its item with an error, and others are sent', async (_when, lost) => {
		const { items } = await itemsWithout(lost);
		const onError = 'continueRegularOutput';
		const outcome = await run({ items: items.toReversed(), onError });
		expect(outcome.items).toMatchObject([
			{ json: { error: expect.stringMatching(NOT_SENT) } },
			{ json: { success: true } },
		]);
	});
});
