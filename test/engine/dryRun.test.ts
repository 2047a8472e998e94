import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { asked, NO_SIGNAL, phone, recipients, useBroadcasts } from './sandbox';
import type { SendOptions } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();
const [AYU, BUDI, CITRA] = [0, 1, 2].map(phone);
const messages = (...numbers: string[]) =>
	numbers.map((number) => ({ json: { phone: number, text: 'Hello' } }));
const dry = (options: IDataObject = {}) => ({ options: { dryRun: true, ...options } });
const rehearse = async (items: INodeExecutionData[], options: SendOptions = {}) =>
	await send(items, { parameters: dry(), ...options });

const sent = (recipient: string, more: IDataObject = {}) => ({
	success: false,
	dryRun: true,
	recipient,
	recipientType: 'phone',
	body: { phone: recipient, text: 'Hello', ...more },
});
const skipped = (recipient: string, reason: string) => ({
	...{ success: false, dryRun: true, skipped: true, reason, recipient, recipientType: 'phone' },
});
const faulty = (error: string) => ({
	...{ success: false, dryRun: true, error: expect.stringMatching(error) },
});
const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);
const list = (contacts: string[]) => {
	const entries = contacts.map((number) => ({ phone: number, is_group: false }));
	holder.sandbox.lists = [{ id: 'L', title: 'Team', contacts: entries }] as never;
	return { __rl: true, mode: 'list', value: 'L', cachedResultName: 'Team (2)' };
};

describe('Dry Run', () => {
	test('says of each item what would be sent, and sends nothing', async () => {
		const items = messages(AYU, 'nobody', BUDI, AYU, CITRA);
		const parameters = dry({
			...{ onlySendTo: list([AYU, BUDI]), eachRecipientOnce: true, minDelay: 60, checkFirst: true },
		});
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const { items: output, errors, run } = await rehearse(items, { parameters, onError });
			expect(jsonOf(output)).toEqual([
				sent(AYU),
				faulty('^Phone "nobody" is not a phone number'),
				sent(BUDI),
				skipped(AYU, 'duplicate'),
				skipped(CITRA, 'onlySendTo'),
			]);
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			expect(errors).toEqual([]);
			const message =
				'2 of 5 would be sent: 1 twice, 1 not on the list Team, 1 cannot be sent. With these delays about 60 s.';
			const [{ hints }] = run.data.resultData.runData.Sender;
			expect(hints).toEqual([{ message, location: 'outputPane' }]);
		}
		expect(holder.sandbox.requests.map(({ method }) => method)).toEqual(Array(4).fill('GET'));
	});

	const file = { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' };
	test.each<[INodeParameters, IDataObject]>([
		[{ simplify: false }, sent(AYU)],
		[
			{ recipientType: 'group', groupId: '120@g.us', isInteractive: true, buttons: '[1]' },
			{
				...{ ...sent('120@g.us'), recipientType: 'group' },
				body: { text: 'Hello', group_id: '120@g.us', isInteractive: true, buttons: [1] },
			},
		],
		[dry({ sendAt: '2036-12-01T09:00:00' }), sent(AYU, { send_at: '2111709600' })],
		[
			{ operation: 'sendMedia', mediaSource: 'binary' },
			sent(AYU, { file: { name: 'hello.txt', type: 'text/plain', size: 5 } }),
		],
		[
			{ operation: 'sendMedia', mediaUrl: 'https://example.com/a.pdf' },
			sent(AYU, { media_url: 'https://example.com/a.pdf' }),
		],
	])('shows the body of %j, without the key', async (parameters, output) => {
		const items = [{ ...messages(AYU)[0], binary: { data: file } }];
		for (const runsBy of ['turns', 'routing'] as const) {
			const given = { parameters: { ...dry(), ...parameters }, runsBy };
			expect(jsonOf((await rehearse(items, given)).items)).toEqual([output]);
		}
		expect(holder.sandbox.requests.map(({ path }) => path)).toEqual(['/lists/', '/lists/']);
	});

	test('says of every item that the key is wrong', async () => {
		const wrong = { whatsAppSenderApi: { apiKey: 'wrong', baseUrl: holder.sandbox.url } };
		const { items } = await rehearse(messages(AYU, BUDI), { credentials: wrong });
		const error = '^The API key was not accepted \\(HTTP 404\\)';
		expect(jsonOf(items)).toEqual([faulty(error), faulty(error)]);
		expect(asked(holder.sandbox)).toEqual(['/lists/']);
	});

	test.each<[string, SendOptions]>([
		['a loop', {}],
		['Retry On Fail', { retryOnFail: true, onError: 'continueRegularOutput' }],
	])('counts what it would send in %s', async (_where, more) => {
		const parameters = dry({ eachRecipientOnce: true, maxPerExecution: 2 });
		const batches = [messages('nobody', AYU), messages('', AYU, BUDI), messages(CITRA)];
		const { run } = await send(0, { batches, parameters, ...more });
		const outputs = run.data.resultData.runData.Sender.slice(0, 3).map(
			({ data }) => data?.main[0] ?? [],
		);
		expect(outputs.map((output) => jsonOf(output).slice(-2))).toEqual([
			[faulty('nobody'), sent(AYU)],
			[skipped(AYU, 'duplicate'), sent(BUDI)],
			[skipped(CITRA, 'maxPerExecution')],
		]);
	});

	test('of single items leaves the others to be sent, and reserves nothing for them', async () => {
		const parameters = { options: { dryRun: '={{ $itemIndex < 2 }}', eachRecipientOnce: true } };
		const { items } = await send(messages(AYU, AYU, AYU, BUDI), { parameters });
		expect(jsonOf(items)).toMatchObject([
			sent(AYU),
			skipped(AYU, 'duplicate'),
			{ success: true, recipient: AYU },
			{ success: true, recipient: BUDI },
		]);
		expect(arrivals()).toEqual([0, 1]);
	});

	test('of a retry shows what was sent, and what would follow', async () => {
		fail({ 1: [NO_SIGNAL] });
		const retryOf = await send(recipients(3));
		const parameters = { ...dry({ eachRecipientOnce: true }), text: 'Hello' };
		const more = { retryOf, parameters, useCurrent: true };
		const { items } = await send(recipients(3), more);
		expect(jsonOf(items)).toMatchObject([{ success: true }, sent(BUDI), sent(CITRA)]);
		expect(arrivals()).toEqual([0, 1]);
	});

	test('that is neither on nor off is a failure, and nothing is sent', async () => {
		for (const runsBy of ['turns', 'routing'] as const) {
			const parameters = dry({ dryRun: '={{ "maybe" }}' });
			const { error } = await send(messages(AYU), { parameters, runsBy });
			expect(error?.message).toMatch(/^Dry Run "maybe" is neither true nor false/);
		}
		expect(arrivals()).toEqual([]);
	});
});
