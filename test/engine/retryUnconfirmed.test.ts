import type { Fault } from '../../sandbox';
import { NO_SIGNAL, phone, recipients, useBroadcasts } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();
const [AYU, BUDI, CITRA] = [0, 1, 2].map(phone);
const earlier = (to: string) => `An earlier attempt may already have been sent to ${to}`;

describe('A message that may have been sent in one try of Retry On Fail', () => {
	/** One message in as many tries as there are faults; `numbers` says where each try sends it. */
	async function tries(faults: Fault[], numbers: string[], onError?: 'continueRegularOutput') {
		const { sandbox } = holder;
		sandbox.reset();
		const item = { json: { phone: numbers[0], text: 'Hello' } };
		sandbox.onSend = () => {
			const made = sandbox.requests.length;
			item.json.phone = numbers[made] ?? item.json.phone;
			return faults[made - 1];
		};
		const { error, items } = await send([item], { retryOnFail: true, onError });
		return { message: error?.message ?? items[0].json.error, description: error?.description };
	}

	test.each<[string, Fault[], string[], string, string]>([
		[
			'its input is bad',
			['cut-after'],
			[AYU, '0812'],
			'Phone "0812" starts with 0: write it with the country code, e.g. 62812, or set Default Country Code under Options',
			'Check whether it arrived before you send it again',
		],
		[
			'it is rejected',
			['cut-after', NO_SIGNAL, NO_SIGNAL],
			[AYU],
			`Message to ${AYU} was not accepted (HTTP 500): No signal`,
			'',
		],
	])('is still named where in the next %s', async (_case, faults, numbers, message, advice) => {
		const error = await tries(faults, numbers);
		expect(error.message).toBe(`${message}. ${earlier(AYU)}`);
		expect(error.description?.startsWith(advice)).toBe(true);
		const continued = await tries(faults, numbers, 'continueRegularOutput');
		expect(continued.message).toBe(error.message);
	});

	test('is named beside the one that the next may have sent to somebody else', async () => {
		const { message } = await tries(['cut-after', 'cut-after', 'cut-after'], [AYU, BUDI, BUDI]);
		expect(message).toMatch(`The message to ${BUDI} may already have been sent. ${earlier(AYU)}`);
		const same = await tries(['cut-after', 'cut-after', 'cut-after'], [AYU]);
		expect(same.message).toMatch(new RegExp(`The message to ${AYU} may already have been sent$`));
	});

	test('is named beside others of its kind, also after tries that were rejected', async () => {
		// Lost by the time-out, when all of them have started.
		const lost: Fault[] = [{ delay: 60_000 }, NO_SIGNAL, NO_SIGNAL];
		fail({ 1: lost, 4: lost, 7: lost });
		const parameters = { options: { concurrency: 10 }, requestOptions: { timeout: 2000 } };
		const { error } = await send(10, { parameters, retryOnFail: true });
		expect(error?.message).toContain(earlier(BUDI));
		expect(error?.description).toContain(
			`Accepted: 7 of 10. Not sent: 0. Also failed: 2. May already have been sent: ${phone(4)}, ${phone(7)}.`,
		);
		expect(holder.sandbox.accepted).toHaveLength(10);
	});
});

test('Retry of an execution names a message that may have been sent, until its output has a warning', async () => {
	fail({ 2: ['cut-after', NO_SIGNAL], 4: [NO_SIGNAL] });
	const items = recipients(5);
	const lost = await send(items);
	expect(lost.error?.message).toContain(`The message to ${CITRA} may already have been sent`);

	const rejected = await send(items, { retryOf: lost });
	expect(rejected.error?.message).toBe(
		`Message to ${CITRA} was not accepted (HTTP 500): No signal. ${earlier(CITRA)}. Accepted: 2 of 5.`,
	);
	expect(rejected.error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');

	const another = await send(items, { retryOf: rejected });
	expect(another.error?.context?.itemIndex).toBe(4);
	const { items: output } = await send(items, { retryOf: another });
	expect(arrivals()).toEqual([0, 1, 2, 2, 2, 3, 4, 4]);
	const warnings = output.map(({ json }) => json.warning);
	expect(warnings).toEqual([undefined, undefined, earlier(CITRA), undefined, undefined]);
});
