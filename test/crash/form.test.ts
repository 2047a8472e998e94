import { useInstance } from '../../rig/startRig';
import { until } from '../../rig/until';
import { lastExecution } from '../../rig/workflows/call';
import { useExamples } from '../../rig/workflows/examples';
import { openForm, submit } from '../../rig/workflows/forms';

const ROWS = 40;
const KILLED_AFTER = 17;
/** The sandbox waits so long before each response. Without it, the broadcast ends before the test can kill n8n. */
const LATENCY_MS = 100;
const phones = Array.from({ length: ROWS }, (_, index) => `081200020${index + 100}`);
const list = (broken: string) =>
	new File(
		[
			['Name;Phone', ...phones.map((phone, row) => `P${row};${row === 5 ? broken : phone}`)].join(
				'\n',
			),
		],
		'people.csv',
	);

describe('Broadcast by a form', () => {
	const instance = useInstance();
	const { named } = useExamples(instance);
	const look = async (broken: string) => {
		const page = await openForm(`${instance.n8n.url}/form/whatsapp-broadcast`);
		const message = { Message: 'Hello {Name}', Country: '62', Hours: '00:00 to 24:00' };
		return await submit(
			await submit(page, { ...message, Campaign: 'Offer', 'Your list': list(broken) }),
		);
	};
	const results = async () =>
		Object.groupBy(await instance.api.dataTableRows('Broadcast “Offer”'), ({ result }) =>
			String(result).replace(/:.*/, ''),
		);

	test('n8n is killed while it sends; the next day, only the rest and the corrected row are sent', async () => {
		const { id } = await named('Broadcast by a form');
		const { sandbox } = instance;
		sandbox.latency = LATENCY_MS;
		const killed = await look('0812');
		expect(killed.title).toBe('39 of 40 would get the message');
		void submit(killed, { What: 'Send' }).catch(() => {});
		await until(() => sandbox.accepted.length >= KILLED_AFTER);
		await instance.n8n.kill();
		const before = sandbox.accepted.length;
		await instance.restart();
		await until(async () => (await lastExecution(instance, id)).status === 'crashed');
		// The list says who is still open.
		const { Accepted = [], Open = [], 'Wrong number': wrong = [] } = await results();
		expect([Accepted.length + Open.length, wrong.length]).toEqual([39, 1]);
		expect(Accepted.length).toBeGreaterThanOrEqual(9);

		// n8n offers a Retry of the crashed execution.
		await instance.api.retryExecution((await lastExecution(instance, id)).id, true);
		const newest = async () => (await instance.api.executions(id, 1))[0].status;
		expect(await until(async () => /waiting|error|success/.exec(await newest())?.[0])).toBe(
			'waiting',
		);
		expect(sandbox.accepted).toHaveLength(before);

		sandbox.latency = 0;
		const next = await look(phones[5]);
		await submit(next, { What: 'Send' });
		const received = sandbox.accepted.map(({ recipient }) => recipient);
		const { Accepted: all = [], 'Check in WhatsApp': check = [], ...rest } = await results();
		expect(rest).toEqual({});
		expect(all.length + check.length).toBe(ROWS);
		expect(check.length).toBeLessThanOrEqual(1);
		expect(new Set(received).size).toBe(received.length);
		expect(received.length).toBeGreaterThanOrEqual(all.length);
		expect(new Set(all.map(({ time }) => Boolean(time)))).toEqual(new Set([true]));
	});
});
