import { rename } from 'node:fs/promises';
import type { Fault } from '../../sandbox';
import { AYU, BUDI, CITRA, fates, messages, NO_SIGNAL } from './broadcasts';
import { useBroadcasts, withDelay } from './broadcasts';
import type { Broadcast } from './broadcasts';
import { useBinaryStore, type Outcome } from './run';
import { phone, recipients } from './sandbox';

const { holder, send, story } = useBroadcasts();
const earlier = (to: string) => `An earlier attempt may already have been sent to ${to}`;
const rejected = `Message to ${AYU} was not accepted (HTTP 500): No signal`;
const maybe = (to: string) =>
	`No answer from ${new URL(holder.sandbox.url).host}: the connection was closed. The message to ${to} may already have been sent`;

/** `Accepted: 0 of 4.` and the like are left out. */
const wordsOf = ({ error, items }: Outcome) =>
	error?.message.replace(/\. Accepted: .*/, '') ?? items[0].json.error;

describe('Retry On Fail never sends again what may have been sent:', () => {
	test.each<[string, Fault]>([
		['its response is cut', 'cut-after'],
		['a proxy answers', { status: 502, contentType: 'text/html', body: '<p>Bad gateway</p>' }],
		['a page answers', { status: 200, contentType: 'text/html', body: '<p>Welcome</p>' }],
		['unknown words answer', { status: 200, body: { status: 'pending', data: 'OK' } }],
	])('%s', async (_what, fault) => {
		for (const onError of ['continueRegularOutput', undefined] as const) {
			holder.sandbox.reset();
			const more = { faults: { 1: [fault], 2: [NO_SIGNAL] }, retryOnFail: true, maxTries: 5 };
			const to = [...messages(BUDI), ...recipients(3).toSpliced(1, 1)];
			const outcome = await send({ to, ...more, onError });
			expect(wordsOf(outcome)).toMatch(/essage (to \d+ )?may already have been sent$/);
			expect(story(outcome)).toBe(onError ? '1 0 2 2: failed sent sent' : '1: ');
		}
	});
});

test('Retry of an execution names it, until its output has a warning', async () => {
	const to = recipients(5);
	const lost = await send({ to, faults: { 2: ['cut-after', NO_SIGNAL], 4: [NO_SIGNAL] } });
	expect(lost.error?.message).toContain(maybe(CITRA));
	const again = await send({ to, retryOf: lost });
	expect(again.error?.message).toBe(
		`${rejected.replace(AYU, CITRA)}. ${earlier(CITRA)}. Accepted: 2 of 5.`,
	);
	expect(again.error?.description).toContain('Accepted: 2. Failed: 1. Not sent: 2.');
	const another = await send({ to, retryOf: again });
	expect(another.error?.context?.itemIndex).toBe(4);
	expect(another.error?.description).not.toContain('May already have been sent');
	const last = await send({ to, retryOf: another });
	expect(story(last)).toBe('0 1 2 2 2 3 4 4: sent sent sent? sent sent');
	const now = { phone: `={{ $itemIndex ? $json.phone : "${phone(9)}" }}` };
	const moved = { to, parameters: now, retryOf: lost, useCurrent: true };
	const { error } = await send({ ...moved, faults: { 9: NO_SIGNAL } });
	expect(error?.description).toContain(
		`Accepted: 1. Failed: 2. Not sent: 2. May already have been sent: ${CITRA}.`,
	);
});

const upload = { operation: 'sendMedia', mediaSource: 'binary', phone: phone(0), text: 'Hello' };
/** Of a file that is gone; what went out before that was no message. */
const NOT_SENT = /^(?!.*may already have been sent).*\b(nothing was|not) sent\b/i;
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

	const dry = await sendFile({ to, options: { dryRun: true } });
	expect(dry.items[1].json.reason).toMatch(/^The file "hello\.txt" is no longer in n8n's/);
	expect(fates(dry)).toBe('dry failed');
	expect(holder.sandbox.accepted).toEqual([]);

	const onError = 'continueRegularOutput';
	const continued = await sendFile({ to: to.toReversed(), onError });
	expect(fates(continued)).toBe('failed sent');
	expect(continued.items[0].json.error).toMatch(NOT_SENT);

	const retryOf = await sendFile({ to });
	expect(retryOf.error?.message).toMatch(NOT_SENT);
	expect(retryOf.error?.message).toMatch(/\. Accepted: 1 of 2\.$/);
	expect(retryOf.error?.context?.itemIndex).toBe(1);
	for (const end of lost) await rename(`${file}.away${end}`, file + end);
	expect(fates(await sendFile({ to, retryOf }))).toBe('sent sent');
	expect(holder.sandbox.accepted).toHaveLength(3);
});

test('A stored file that goes during the delay before its message was never sent', async () => {
	const { to, file } = await twoFiles();
	holder.sandbox.onSend = () => {
		setTimeout(() => void rename(file, `${file}.away`), 300);
		return undefined;
	};
	const { error } = await sendFile({ to, options: withDelay(1) });
	expect(error?.message).toBe(
		`The file "hello.txt" could not be read, so nothing was sent to ${phone(0)}. Accepted: 1 of 2.`,
	);
	expect(holder.sandbox.accepted).toHaveLength(1);
});
