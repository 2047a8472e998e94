import { useInstance } from '../../rig/startRig';
import { until } from '../../rig/until';
import { lastExecution } from '../../rig/workflows/call';
import { FORM_LOGIN, useExamples } from '../../rig/workflows/examples';
import { cells, openForm, submit } from '../../rig/workflows/forms';

const ROWS = 24;
const KILLED_AFTER = 11;
/** The sandbox waits so long before each response. Without it, the broadcast ends before the test can kill n8n. */
const LATENCY_MS = 100;
const phones = Array.from({ length: ROWS }, (_, index) => `081200020${index + 100}`);
const list = (broken: string) =>
	cells(['Name', 'Phone'], ...phones.map((phone, row) => [`P${row}`, row === 5 ? broken : phone]));

describe('Broadcast or ask by a form', () => {
	const instance = useInstance();
	const { named } = useExamples(instance);
	const look = async (broken: string) => {
		const page = await openForm(`${instance.n8n.url}/form/whatsapp-broadcast`, FORM_LOGIN);
		const entries = { Message: 'Hello {Name}', Country: '62', Seconds: '0 to 0' };
		const hours = { 'Send from': '00:00', 'Send until': '24:00' };
		const campaign = { Campaign: 'Offer', 'Your list': list(broken) };
		return await submit(await submit(page, { ...entries, ...hours, ...campaign }));
	};
	const log = async () =>
		(await instance.api.dataTableRows('WhatsApp log'))
			.sort((one, other) => Number(one.id) - Number(other.id))
			.filter(({ result }) => result !== 'Begin');

	test('n8n is killed while it sends; the next day, only the rest and the corrected row are sent', async () => {
		const { id } = await named('Broadcast or ask by a form');
		const { sandbox } = instance;
		sandbox.latency = LATENCY_MS;
		const killed = await look('0812');
		expect(killed.title).toBe(`${ROWS - 1} of ${ROWS} would get the message`);
		void submit(killed, { What: 'Send' }).catch(() => {});
		await until(() => sandbox.accepted.length >= KILLED_AFTER);
		await instance.n8n.kill();
		const before = sandbox.accepted.length;
		await instance.restart();
		await until(async () => (await lastExecution(instance, id)).status === 'crashed');
		const old = await log();
		expect(old.length).toBeGreaterThanOrEqual(KILLED_AFTER - 1);

		// n8n offers a Retry of the crashed execution.
		await instance.api.retryExecution((await lastExecution(instance, id)).id, true);
		const newest = async () => (await instance.api.executions(id, 1))[0].status;
		expect(await until(async () => /waiting|error|success/.exec(await newest())?.[0])).toBe(
			'waiting',
		);
		expect(sandbox.accepted).toHaveLength(before);

		sandbox.latency = 0;
		const next = await look(phones[5]);
		// A look adds the line that the kill prevented, if any: the page calls nobody open who got it.
		const repaired = await log();
		expect(repaired).toHaveLength(before);
		expect(next.title).toBe(`${ROWS - before} of ${ROWS} would get the message`);
		await submit(next, { What: 'Send' });
		const received = sandbox.accepted.map(({ recipient }) => recipient);
		expect(new Set(received).size).toBe(received.length);
		const after = await log();
		expect(after.slice(0, old.length)).toEqual(old);
		expect(new Set(after.map(({ number }) => number)).size).toBe(ROWS);
		const checks = after.filter(({ result }) => String(result).endsWith(', earlier'));
		expect(checks.length).toBeLessThanOrEqual(1);
		expect(received.length).toBeGreaterThanOrEqual(ROWS - checks.length);
	});
});
