import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { useClock } from './clock';
import { NO_SIGNAL, phone, recipients, useBroadcasts } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();
const clock = useClock();
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const between = (from: string, to: string, more = {}, days = WEEK) => ({
	parameters: { options: { sendHours: { hours: { from, to, days } }, ...more } as never },
});
const reasons = (items: INodeExecutionData[]) => items.map(({ json }) => json.reason);
/** Lets the clock jump when the first message has arrived. */
const jumpTo = (time: string, after = 0) => {
	holder.sandbox.onSend = () => {
		setTimeout(() => clock.set(time), after);
		return { delay: after > 0 ? 0 : 10 };
	};
};

/** What the hours are: see unit/sendHours.test.ts. 1 December 2036 is a Monday. */
describe('Send Only Between', () => {
	test.each(['turns', 'routing'] as const)('skips what is outside of it (%s)', async (runsBy) => {
		const options = { ...between('09:00', '20:00'), runsBy };
		clock.set('2036-12-01T20:00');
		expect((await send(1, options)).items[0].json).toEqual({
			...{ success: false, skipped: true, reason: 'sendHours' },
			...{ recipient: phone(0), recipientType: 'phone' },
		});
		clock.set('2036-12-01T19:59');
		expect((await send(1, options)).items).toMatchObject([{ json: { success: true } }]);
	});

	test("goes by the workflow's time zone", async () => {
		clock.set('2036-12-01T12:00Z');
		for (const timezone of ['Asia/Jakarta', 'Asia/Tokyo', 'Europe/Berlin']) {
			await send(1, { ...between('09:00', '20:00'), timezone });
		}
		expect(arrivals()).toEqual([0, 0]);
	});

	test('ends in the middle of a broadcast, and says how many are left', async () => {
		clock.set('2036-12-01T19:59:30');
		jumpTo('2036-12-01T20:00');
		const { items, run } = await send(3, between('09:00', '20:00'));
		expect([arrivals(), reasons(items)]).toEqual([[0], [undefined, 'sendHours', 'sendHours']]);
		const [{ hints }] = run.data.resultData.runData.Sender;
		expect(hints).toMatchObject([{ message: '2 of 3 were skipped: 2 outside the hours' }]);
	});

	test('skips a message whose delay ends outside of it', async () => {
		clock.set('2036-12-01T19:59:30');
		jumpTo('2036-12-01T20:00:31', 50);
		const { items } = await send(3, between('09:00', '20:00', { minDelay: 60 }));
		expect([arrivals(), reasons(items)]).toEqual([[0], [undefined, 'sendHours', 'sendHours']]);
	});

	test('leaves the recipient and its place to a later item', async () => {
		const from = '={{ $itemIndex === 0 ? "22:00" : "09:00" }}';
		const options = between(from, '23:00', { eachRecipientOnce: true, maxPerExecution: 1 });
		clock.set('2036-12-01T21:00');
		const { items: output } = await send(Array(3).fill(recipients(1)[0]), options);
		expect(reasons(output)).toEqual(['sendHours', undefined, 'duplicate']);
	});

	test('sends the rest in a retry within the hours, and not outside of them', async () => {
		fail({ 1: [NO_SIGNAL] });
		const options = between('09:00', '20:00');
		clock.set('2036-12-01T19:00');
		const retryOf = await send(3, options);
		clock.set('2036-12-01T23:00');
		const late = await send(3, { ...options, retryOf });
		expect(reasons(late.items)).toEqual([undefined, 'sendHours', 'sendHours']);
		clock.set('2036-12-02T09:00');
		await send(3, { ...options, retryOf });
		expect(arrivals()).toEqual([0, 1, 1, 2]);
	});

	test('in a dry run and in Check All Items First is as of now', async () => {
		const options = between('09:00', '20:00', {
			dryRun: '={{ $itemIndex > 0 }}',
			checkFirst: true,
		});
		clock.set('2036-12-01T08:59');
		expect(reasons((await send(2, options)).items)).toEqual(['sendHours', 'sendHours']);
		clock.set('2036-12-01T09:00');
		expect(reasons((await send(2, options)).items)).toEqual([undefined, undefined]);
		expect(arrivals()).toEqual([0]);
	});
});

test('A Send At that becomes past during the delay is not sent', async () => {
	clock.set('2036-12-01T09:00');
	jumpTo('2036-12-01T09:11', 50);
	const options = { sendAt: '2036-12-01T09:05', minDelay: 600 };
	const { error } = await send(2, { parameters: { options } });
	expect(error?.message).toMatch(/^Send At ".+" is in the past/);
	expect(arrivals()).toEqual([0]);
});

test("Every minute the log has a line with the progress, without anybody's number", async () => {
	const lines: string[] = [];
	const { sendText } = new WhatsAppSender().customOperations.message;
	const logged = async function (this: IExecuteFunctions) {
		jest.spyOn(this.logger, 'info').mockImplementation((line) => void lines.push(line));
		return await sendText.call(this);
	};
	clock.set('2036-12-01T09:00');
	fail({ 1: NO_SIGNAL });
	const { onSend } = holder.sandbox;
	let minute = 0;
	holder.sandbox.onSend = (...given) => {
		clock.set(`2036-12-01T09:0${++minute}:0${minute}`);
		return onSend?.(...given);
	};
	const { run } = await send([...recipients(3), ...recipients(1)], {
		parameters: { options: { eachRecipientOnce: true } },
		onError: 'continueRegularOutput',
		runsBy: { message: { sendText: logged } },
	});
	expect(run.data.resultData.error).toBeUndefined();
	expect(lines).toEqual([
		'WhatsApp Sender: 1 of 4 accepted, 0 failed, 0 skipped',
		'WhatsApp Sender: 1 of 4 accepted, 1 failed, 0 skipped',
		'WhatsApp Sender: 2 of 4 accepted, 1 failed, 0 skipped',
	]);
});
