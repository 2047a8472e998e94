import { rename } from 'node:fs/promises';
import { AYU, BUDI, CITRA, DEWI, fates, messages, NO_SIGNAL } from './broadcasts';
import { useBroadcasts, type Broadcast } from './broadcasts';
import { useBinaryStore } from './run';
import { phone } from './sandbox';

const { holder, send, story } = useBroadcasts();

test('Retry of an execution names it, until its output has a warning', async () => {
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
	expect(fates(dry)).toBe('dry failed');
	const retryOf = await sendFile({ to });
	expect(retryOf.error?.message).toMatch(words);
	expect(holder.sandbox.accepted).toHaveLength(1);
	for (const end of lost) await rename(`${file}.away${end}`, file + end);
	expect(fates(await sendFile({ to, retryOf }))).toBe('sent sent');
	expect(holder.sandbox.accepted).toHaveLength(2);
});
