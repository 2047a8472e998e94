import type { RecordedRequest } from '../../sandbox';
import { arrivals, recipients, retryTexts, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const items = recipients(5);
const phones = (...indexes: number[]) => indexes.map((index) => items[index].json.phone);
const phoneOf = ({ body }: RecordedRequest) => String((body as { phone: unknown }).phone);
const rejects = (index: number, times: number) => (request: RecordedRequest, attempt: number) =>
	phoneOf(request) === phones(index)[0] && attempt <= times
		? { status: 500, body: 'No signal' }
		: undefined;

describe('Retry of an execution after a message that may already have been sent', () => {
	const EARLIER = `An earlier attempt may already have been sent to ${phones(2)[0]}`;
	const lost = (times: number, then: RecordedRequest['body'] = undefined) =>
		((request: RecordedRequest, attempt: number) => {
			if (phoneOf(request) !== phones(2)[0]) return undefined;
			return attempt <= times ? 'cut-after' : then;
		}) as typeof holder.sandbox.onSend;

	test('tries it again, and its output has a warning', async () => {
		const { sandbox } = holder;
		sandbox.onSend = lost(1);
		const failed = await sendTexts(sandbox, { items });
		expect(failed.error?.message).toContain(
			`The message to ${phones(2)[0]} may already have been sent`,
		);
		const { items: output } = await retryTexts(sandbox, failed, { items });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 4));
		expect(output.map(({ json }) => json.warning)).toEqual([
			undefined,
			undefined,
			EARLIER,
			undefined,
			undefined,
		]);
	});

	test('says it in the error where it is rejected now', async () => {
		const { sandbox } = holder;
		sandbox.onSend = lost(1, { status: 500, body: 'No signal' });
		const failed = await sendTexts(sandbox, { items });
		const again = await retryTexts(sandbox, failed, { items });

		expect(again.error?.message).toBe(
			`Message to ${phones(2)[0]} was not accepted (HTTP 500): No signal. ${EARLIER}`,
		);
		expect(again.error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
	});

	test('says it in the error where its input is bad now', async () => {
		const { sandbox } = holder;
		sandbox.onSend = lost(1);
		const failed = await sendTexts(sandbox, { items });
		const parameters = { text: '={{ $itemIndex === 2 ? "" : $json.text }}' };
		const again = await retryTexts(sandbox, failed, { items, parameters }, true);

		expect(again.error?.message).toBe(
			`Text is empty: enter a message, or check the expression. ${EARLIER}`,
		);
	});

	test('keeps the warning in the output where another item fails after it', async () => {
		const { sandbox } = holder;
		sandbox.onSend = lost(1);
		const failed = await sendTexts(sandbox, { items });
		sandbox.onSend = rejects(4, 1);
		const again = await retryTexts(sandbox, failed, { items });
		expect(again.error?.context?.itemIndex).toBe(4);
		const { items: output } = await retryTexts(sandbox, again, { items });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 4, 4));
		expect(output[2].json.warning).toBe(EARLIER);
	});
});
