import { answering } from '../../rig/servers/answering';
import { arrivals, failing, phones, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const retryOnFail = true;

describe('Retry On Fail', () => {
	test('sends only what was not accepted, even where its text says something new each time', async () => {
		const { sandbox } = holder;
		let rejected = false;
		sandbox.onSend = () => {
			if (sandbox.accepted.length < 2 || rejected) return undefined;
			rejected = true;
			return { status: 500, body: 'No signal' };
		};
		const parameters = { text: '={{ $json.text + Math.random() }}' };
		const options = { items: recipients(5), parameters, retryOnFail };
		const { items } = await sendTexts(sandbox, options);

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 2, 3, 4));
		expect(items.map(({ json }) => json.recipient)).toEqual(phones(0, 1, 2, 3, 4));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
	});

	test('counts what earlier tries sent, where it fails for good', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(phones(1)[0]);
		const { error } = await sendTexts(sandbox, { retryOnFail });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 1, 1));
		expect(error?.description).toContain('Accepted: 1 of 3. Not sent: 1. ');
	});

	test('with On Error = Continue also sends only what was not accepted', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(phones(0)[0], 1);
		const { items } = await sendTexts(sandbox, { retryOnFail, onError: 'continueRegularOutput' });

		expect(arrivals(sandbox)).toEqual(phones(0, 1, 2, 0));
		expect(items.every(({ json }) => json.success)).toBe(true);
	});

	test('sends one item with Execute Once', async () => {
		const { sandbox } = holder;
		sandbox.onSend = failing(phones(0)[0], 1);
		const { items } = await sendTexts(sandbox, { executeOnce: true, retryOnFail });

		expect(arrivals(sandbox)).toEqual(phones(0, 0));
		expect(items).toHaveLength(1);
	});

	test('takes two items with the same content as two messages', async () => {
		const { sandbox } = holder;
		const [same] = recipients(1);
		let rejected = 0;
		sandbox.onSend = () =>
			sandbox.accepted.length === 2 && rejected++ === 0 ? { status: 500, body: 'Busy' } : undefined;
		const { items } = await sendTexts(sandbox, { items: Array(4).fill(same), retryOnFail });
		expect(items).toHaveLength(4);
		expect(sandbox.accepted).toHaveLength(4);
		expect(arrivals(sandbox)).toHaveLength(5);
	});

	// n8n runs a node again whose first item has a field "error".
	test.each([null, '', 0, 'none'])(
		'does not send again an acknowledgement with the error %j',
		async (error) => {
			const { sandbox } = holder;
			const shown = { status: 200, statusText: '', data: 'OK', headers: {}, id: 'abc' };
			const body = { ...shown, error };
			sandbox.onSend = () => ({ status: 200, accepted: true, body });
			const parameters = { simplify: false };
			const { items, errors } = await sendTexts(sandbox, { retryOnFail, parameters });
			expect(sandbox.accepted).toHaveLength(3);
			expect(items.map(({ json }) => json)).toEqual(Array(3).fill(shown));
			expect(errors).toEqual([]);
		},
	);

	test('shows no key in its error, also where the key is changed between two tries', async () => {
		const credential = { apiKey: 'the-first-key', baseUrl: '' };
		let asked = 0;
		const service = await answering((_, response) => {
			response.writeHead(500).end(`Not a key: ${credential.apiKey}`);
			credential.apiKey = `the-next-key-${++asked}`;
		});
		credential.baseUrl = service.url;
		const credentials = { whatsAppSenderApi: credential };
		const { error } = await sendTexts(holder.sandbox, { retryOnFail, credentials });
		service.close();
		expect(asked).toBe(3);
		expect(error?.message).toMatch(/Not a key: •••$/);
	});
});
