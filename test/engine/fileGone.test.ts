import { rename } from 'node:fs/promises';
import type { IBinaryData } from 'n8n-workflow';
import { fates } from './broadcasts';
import { useBinaryStore } from './run';
import { phone, sendTexts, useSandbox, type SendOptions } from './sandbox';

const holder = useSandbox();
const upload = { operation: 'sendMedia', mediaSource: 'binary', phone: phone(0), text: 'Hello' };
/** Of a file that is gone; what went out before that was no message. */
const NOT_SENT = /^(?!.*may already have been sent).*\b(nothing was|not) sent\b/i;
const run = async (options: SendOptions) =>
	await sendTexts(holder.sandbox, { parameters: upload, ...options });

async function storedFile(): Promise<IBinaryData> {
	const location = { type: 'execution', workflowId: 'workflow', executionId: '1' } as const;
	const file = { data: '', mimeType: 'text/plain', fileName: 'hello.txt' };
	return await (await useBinaryStore()).store(location, Buffer.from('hello'), file);
}

test.each([
	['is gone', ['', '.metadata']],
	['is gone, though n8n still knows its size,', ['']],
])('A stored file that %s is not sent', async (_what, lost) => {
	const [here, gone] = [await storedFile(), await storedFile()];
	const file = (await useBinaryStore()).getPath(gone.id!);
	for (const end of lost) await rename(file + end, `${file}.away${end}`);
	const items = [here, gone].map((data) => ({ json: {}, binary: { data } }));

	const byRouting = await run({ items: items.slice(1), runsBy: 'routing' });
	expect(byRouting.error?.message).toMatch(NOT_SENT);
	const checked = await run({ items, parameters: { ...upload, options: { checkFirst: true } } });
	expect(checked.error?.message).toBe('Nothing was sent: 1 of 2 items cannot be sent');
	expect(checked.error?.description).toMatch(
		/^Item 1 .+: The file "hello\.txt" is no longer in n8n's/,
	);
	expect(holder.sandbox.accepted).toEqual([]);

	const onError = 'continueRegularOutput';
	const continued = await run({ items: items.toReversed(), onError });
	expect(fates(continued)).toBe('failed sent');
	expect(continued.items[0].json.error).toMatch(NOT_SENT);

	const retryOf = await run({ items });
	expect(retryOf.error?.message).toMatch(NOT_SENT);
	expect(retryOf.error?.message).toMatch(/\. Accepted: 1 of 2\.$/);
	expect(retryOf.error?.context?.itemIndex).toBe(1);
	for (const end of lost) await rename(`${file}.away${end}`, file + end);
	expect(fates(await run({ items, retryOf }))).toBe('sent sent');
	expect(holder.sandbox.accepted).toHaveLength(3);
});

test('A stored file that goes during the delay before its message was never sent', async () => {
	const [here, gone] = [await storedFile(), await storedFile()];
	const file = (await useBinaryStore()).getPath(gone.id!);
	const items = [here, gone].map((data) => ({ json: {}, binary: { data } }));
	holder.sandbox.onSend = () => {
		setTimeout(() => void rename(file, `${file}.away`), 300);
		return undefined;
	};
	const { error } = await run({ items, parameters: { ...upload, options: { minDelay: 1 } } });
	expect(error?.message).toBe(
		`The file "hello.txt" could not be read, so nothing was sent to ${phone(0)}. Accepted: 1 of 2.`,
	);
	expect(holder.sandbox.accepted).toHaveLength(1);
});
