import { setTimeout as pause } from 'node:timers/promises';
import { setClock } from '../../../rig/memory';
import type { Instance } from '../../../rig/startInstance';
import {
	call,
	jsonOf,
	lastExecution,
	outcomeOf,
	publish,
	sender,
	type Published,
} from '../../../rig/workflows/call';
import { people, phonesOf } from '../../../rig/workflows/elsewhere';
import { loopOverItems } from '../../../rig/workflows/nodes';

const toEach = { phone: '={{ $json.phone }}', text: 'Hello' };

/** Looking before sending, in a real n8n; all that it finds is shown in test/engine. */
export function preview(instance: Instance): void {
	const sent = () =>
		instance.sandbox.requests.flatMap(
			({ body }) => (body as { phone: string } | null)?.phone ?? [],
		);
	const inBatches = { before: [loopOverItems({ batchSize: 3 })] };

	/** The latest execution of a workflow, which has another text now, retried. */
	const retry = async ({ workflowId }: Published) => {
		await instance.api.retryExecution((await lastExecution(instance, workflowId)).id);
		return outcomeOf(await lastExecution(instance, workflowId), 'Sender');
	};

	test('Check All Items First in a loop stops before a batch with a fault, and Retry sends the rest', async () => {
		const { sandbox, api } = instance;
		const items = people(6);
		let isRight = false;
		sandbox.onLists = () => (isRight ? undefined : { status: 500, body: 'Not now' });
		const node = sender(instance, { ...toEach, options: { checkFirst: true } });
		const published = await publish(instance, node, inBatches);
		await api.callWebhook(published.path, { items });
		const stopped = outcomeOf(await lastExecution(instance, published.workflowId), 'Sender');
		expect(stopped.error?.message).toBe('Nothing was sent: 3 of 3 items cannot be sent');
		expect(stopped.error?.description?.split('<br>')).toHaveLength(4);
		isRight = true;
		const rejected = items[4].phone;
		sandbox.onSend = ({ body }, attempt) =>
			attempt === 1 && (body as { phone: string }).phone === rejected
				? { status: 500, body: 'No signal' }
				: undefined;
		expect((await retry(published)).error?.message).toMatch(/Accepted: 1 of 3\.$/);
		expect((await retry(published)).error).toBeUndefined();
		expect(sent()).toEqual(phonesOf([...items.slice(0, 5), ...items.slice(4)]));
	});

	test('Dry Run in a loop says what would be sent, and sends nothing', async () => {
		const [list] = instance.sandbox.lists;
		const options = {
			...{ dryRun: true, eachRecipientOnce: true, maxPerExecution: 4, minDelay: 90 },
			neverSendTo: { __rl: true, mode: 'id', value: list.id },
		};
		const items = [...people(2), { phone: 'nobody' }, { phone: list.contacts[0].phone }];
		const rest = [...people(1), ...people(5).slice(2)];
		const { execution } = await call(instance, sender(instance, { ...toEach, options }), {
			...inBatches,
			items: [...items, ...rest],
		});
		const runs = execution.data.resultData.runData.Sender;
		const outputs = runs.flatMap(({ data }) => jsonOf(data?.main[0] ?? []));
		const [one, two, three, four] = people(4).map(({ phone }) => ({ phone, text: 'Hello' }));
		expect(outputs.map(({ body, reason, error }) => reason ?? error ?? body)).toEqual([
			...[one, two, expect.stringMatching(/^Phone "nobody" /), 'neverSendTo', 'duplicate'],
			...[three, four, 'maxPerExecution'],
		]);
		const message = '2 of 3 would be sent: 1 cannot be sent. With these delays about 2 min.';
		expect(runs[0].hints).toMatchObject([{ message }]);
		expect(instance.sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
	});

	test('every minute n8n logs how far a broadcast has come', async () => {
		const node = sender(instance, { ...toEach, options: { minDelay: 1 } });
		const { path, workflowId } = await publish(instance, node, {
			trigger: { responseMode: 'onReceived' },
		});
		const before = instance.printed.length;
		const logged = () => /WhatsApp Sender: .*/.exec(instance.printed.slice(before))?.[0];
		await instance.api.callWebhook(path, { items: people(3) });
		while (sent().length < 2) await pause(20);
		await setClock(instance, 61_000);
		while (!logged()) await pause(20);
		await setClock(instance, 0);
		expect((await lastExecution(instance, workflowId)).status).toBe('success');
		expect(logged()).toMatch(/^WhatsApp Sender: [12] of 3 accepted, 0 failed, 0 skipped/);
	});
}
