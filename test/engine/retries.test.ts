import type { Fault } from '../../sandbox';
import { arrivals, credentialOf, recipients, sendTexts, useSandbox } from './sandbox';
import { answering } from '../../rig/servers/answering';

const holder = useSandbox();
const AYU = '6281200000001';
const BUDI = '6281200000002';
const retrying = { retryOnFail: true, items: [{ json: { text: 'Hello' } }] };

/** One message in as many tries as there are faults; `phones` says where each try sends it. */
async function tries(faults: Fault[], phones: string[], onError?: 'continueRegularOutput') {
	const { sandbox } = holder;
	const item = { json: { phone: phones[0], text: 'Hello' } };
	sandbox.onSend = () => {
		const made = sandbox.requests.length;
		item.json.phone = phones[made] ?? item.json.phone;
		return faults[made - 1];
	};
	const { error, items } = await sendTexts(sandbox, { ...retrying, items: [item], onError });
	return {
		message: error?.message ?? String(items[0].json.error),
		description: error?.description,
	};
}

const earlier = (to: string) => `. An earlier attempt may already have been sent to ${to}`;

describe('a message that may have been sent in one try', () => {
	test.each([undefined, 'continueRegularOutput'] as const)(
		'is still named where its input is bad in the next (On Error: %s)',
		async (onError) => {
			const { message, description } = await tries(['cut-after'], [AYU, '0812'], onError);
			expect(message).toBe(
				`Phone "0812" starts with 0: write it with the country code, e.g. 62812, or set Default Country Code${earlier(AYU)}`,
			);
			if (onError) return;
			expect(description).toMatch(/^Check whether it arrived before you send it again/);
		},
	);

	test('is still named where the next is rejected', async () => {
		const refused = { status: 500, body: 'No signal' };
		const { message } = await tries(['cut-after', refused, refused], [AYU]);
		expect(message).toBe(`Message to ${AYU} was not accepted (HTTP 500): No signal${earlier(AYU)}`);
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
		const { error } = await sendTexts(sandbox, { ...retrying, items: recipients(1), credentials });
		expect(error?.message).toBe(
			`The API Key of the WhatsApp Sender API credential is empty${earlier('6281200000000')}`,
		);
		expect(arrivals(sandbox)).toHaveLength(1);
	});

	test('is named with a gateway in between that lost the response', async () => {
		const { message } = await tries([{ status: 504, body: '' }], [AYU, '0812']);
		expect(message).toContain(earlier(AYU));
	});
});

test('an acknowledgement that has a field "error" is not sent again by Retry On Fail', async () => {
	const { sandbox } = holder;
	for (const error of [null, '', 0, 'none']) {
		sandbox.reset();
		const body = { status: 200, statusText: '', data: 'OK', headers: {}, id: 'abc', error };
		sandbox.onSend = () => ({ status: 200, accepted: true, body });
		const parameters = { simplify: false };
		const { items, errors } = await sendTexts(sandbox, { retryOnFail: true, parameters });
		expect(sandbox.accepted).toHaveLength(3);
		expect(items.map(({ json }) => json)).toEqual(
			Array(3).fill({ status: 200, statusText: '', data: 'OK', headers: {}, id: 'abc' }),
		);
		expect(errors).toEqual([]);
	}
});

test('a key that is changed between two tries appears in no error either', async () => {
	const { sandbox } = holder;
	const credential = { apiKey: 'the-first-key', baseUrl: '' };
	let asked = 0;
	const service = await answering((_, response) => {
		response.writeHead(500).end(`Not a key: ${credential.apiKey}`);
		credential.apiKey = `the-next-key-${++asked}`;
	});
	credential.baseUrl = service.url;
	const credentials = { whatsAppSenderApi: credential };
	const { error } = await sendTexts(sandbox, { retryOnFail: true, credentials });
	service.close();
	expect(asked).toBe(3);
	expect(error?.message).toMatch(/Not a key: •••$/);
});

test('two items with the same content are two messages, in every try', async () => {
	const { sandbox } = holder;
	const [same] = recipients(1);
	let refused = 0;
	sandbox.onSend = () =>
		sandbox.accepted.length === 2 && refused++ === 0 ? { status: 500, body: 'Busy' } : undefined;
	const { items } = await sendTexts(sandbox, { items: Array(4).fill(same), retryOnFail: true });
	expect(items).toHaveLength(4);
	expect(sandbox.accepted).toHaveLength(4);
	expect(arrivals(sandbox)).toHaveLength(5);
});

test('several lost responses at once are all named, also after tries that were rejected', async () => {
	const { sandbox } = holder;
	const items = recipients(10);
	const phones = items.map(({ json }) => String(json.phone));
	const lost = [1, 4, 7].map((item) => phones[item]);
	sandbox.onSend = ({ body }, attempt) => {
		if (!lost.includes((body as { phone: string }).phone)) return { delay: 20 };
		return attempt === 1 ? 'cut-after' : { status: 500, body: 'No signal' };
	};
	const parameters = { options: { concurrency: 10 } };
	const { error } = await sendTexts(sandbox, { items, parameters, retryOnFail: true });
	expect(error?.message).toContain(earlier(lost[0]));
	expect(error?.description).toContain(
		`Accepted: 7 of 10. Not sent: 0. Also failed: 2. May already have been sent: ${lost[1]}, ${lost[2]}.`,
	);
	expect(sandbox.accepted).toHaveLength(10);
});
