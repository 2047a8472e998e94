import type { Fault } from '../../sandbox';
import {
	arrivals,
	credentialOf,
	failing,
	phones,
	recipients,
	sendTexts,
	useSandbox,
} from './sandbox';

const holder = useSandbox();
const [AYU, BUDI, CITRA] = phones(0, 1, 2);
const refused = { status: 500, body: 'No signal' };
const earlier = (to: string) => `An earlier attempt may already have been sent to ${to}`;
const EARLIER = earlier(CITRA);

describe('A message that may have been sent in one try of Retry On Fail', () => {
	/** One message in as many tries as there are faults; `numbers` says where each try sends it. */
	async function tries(faults: Fault[], numbers: string[], onError?: 'continueRegularOutput') {
		const { sandbox } = holder;
		const item = { json: { phone: numbers[0], text: 'Hello' } };
		sandbox.onSend = () => {
			const made = sandbox.requests.length;
			item.json.phone = numbers[made] ?? item.json.phone;
			return faults[made - 1];
		};
		const options = { retryOnFail: true, items: [item], onError };
		const { error, items } = await sendTexts(sandbox, options);
		return error ?? { message: String(items[0].json.error), description: undefined };
	}

	const badInput =
		'Phone "0812" starts with 0: write it with the country code, e.g. 62812, or set Default Country Code';
	const rejected = `Message to ${AYU} was not accepted (HTTP 500): No signal`;

	test.each<[string, Fault[], string[], string]>([
		['its input is bad', ['cut-after'], [AYU, '0812'], badInput],
		['its input is bad after a gateway', [{ status: 504, body: '' }], [AYU, '0812'], badInput],
		['it is rejected', ['cut-after', refused, refused], [AYU], rejected],
	])('is still named where in the next %s', async (_case, faults, numbers, message) => {
		const error = await tries(faults, numbers);
		expect(error.message).toBe(`${message}. ${earlier(AYU)}`);
		if (message === badInput) {
			expect(error.description).toMatch(/^Check whether it arrived before you send it again/);
		}
		holder.sandbox.reset();
		const continued = await tries(faults, numbers, 'continueRegularOutput');
		expect(continued.message).toBe(error.message);
	});

	test('is named beside the one that the next may have sent to somebody else', async () => {
		const { message } = await tries(['cut-after', 'cut-after', 'cut-after'], [AYU, BUDI, BUDI]);
		expect(message).toMatch(new RegExp(`The message to ${BUDI} may already have been sent\\. An`));
		expect(message).toContain(earlier(AYU));
	});

	test('is still named where the credential has no key any more in the next', async () => {
		const { sandbox } = holder;
		const credentials = credentialOf(sandbox);
		sandbox.onSend = () => {
			credentials.whatsAppSenderApi.apiKey = '';
			return 'cut-after';
		};
		const options = { retryOnFail: true, items: recipients(1), credentials };
		const { error } = await sendTexts(sandbox, options);
		expect(error?.message).toBe(
			`The API Key of the WhatsApp Sender API credential is empty. ${earlier(AYU)}`,
		);
		expect(arrivals(sandbox)).toHaveLength(1);
	});

	test('is named beside others of its kind, also after tries that were rejected', async () => {
		const { sandbox } = holder;
		const lost = phones(1, 4, 7);
		sandbox.onSend = ({ body }, attempt) => {
			if (!lost.includes((body as { phone: string }).phone)) return { delay: 20 };
			return attempt === 1 ? 'cut-after' : refused;
		};
		const parameters = { options: { concurrency: 10 } };
		const options = { items: recipients(10), parameters, retryOnFail: true };
		const { error } = await sendTexts(sandbox, options);
		expect(error?.message).toContain(earlier(lost[0]));
		expect(error?.description).toContain(
			`Accepted: 7 of 10. Not sent: 0. Also failed: 2. May already have been sent: ${lost[1]}, ${lost[2]}.`,
		);
		expect(sandbox.accepted).toHaveLength(10);
	});
});

describe('Retry of an execution whose third message may have been sent', () => {
	const items = recipients(5);

	/** Its response is lost; `then` is what becomes of it later. */
	async function lostThird(then?: Fault) {
		const { sandbox } = holder;
		const lose = failing(CITRA, 1, 'cut-after');
		const later = failing(CITRA, Infinity, then);
		sandbox.onSend = (request, attempt) =>
			lose(request, attempt) ?? (then && later(request, attempt));
		const failed = await sendTexts(sandbox, { items });
		expect(failed.error?.message).toContain(`The message to ${CITRA} may already have been sent`);
		return failed;
	}

	test('says it in the error where it is rejected now', async () => {
		const retryOf = await lostThird(refused);
		const { error } = await sendTexts(holder.sandbox, { items, retryOf });
		expect(error?.message).toBe(
			`Message to ${CITRA} was not accepted (HTTP 500): No signal. ${EARLIER}`,
		);
		expect(error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
	});

	test('says it in the error where its input is bad now', async () => {
		const retryOf = await lostThird();
		const parameters = { text: '={{ $itemIndex === 2 ? "" : $json.text }}' };
		const options = { items, parameters, retryOf, useCurrent: true };
		const { error } = await sendTexts(holder.sandbox, options);
		expect(error?.message).toBe(
			`Text is empty: enter a message, or check the expression. ${EARLIER}`,
		);
	});

	test('tries it again with a warning in its output, also where another item fails after it', async () => {
		const { sandbox } = holder;
		const failed = await lostThird();
		sandbox.onSend = failing(phones(4)[0], 1);
		const retryOf = await sendTexts(sandbox, { items, retryOf: failed });
		expect(retryOf.error?.context?.itemIndex).toBe(4);
		const { items: output } = await sendTexts(sandbox, { items, retryOf });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 4, 4));
		expect(output.map(({ json }) => json.warning)).toEqual([
			undefined,
			undefined,
			EARLIER,
			undefined,
			undefined,
		]);
	});
});
