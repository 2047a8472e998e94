import { useInstance } from '../../rig/startRig';
import { until } from '../../rig/until';
import { jsonOf, lastOutcome, people, publish, sender } from '../../rig/workflows/call';

const UNRECORDED = /If n8n was stopped while it sent/;
const phones = people(4).map(({ phone }) => phone);

const instance = useInstance();

test('Retry after a kill warns that people may get the message twice', async () => {
	const { sandbox, restart, n8n } = instance;
	const accepted = () => sandbox.accepted.map(({ recipient }) => recipient);
	sandbox.latency = 300;
	const options = { eachRecipientOnce: true };
	const node = sender(instance, { phone: '={{ $json.phone }}', text: 'Hello', options });
	const trigger = { responseMode: 'onReceived' };
	const { path, workflowId } = await publish(instance, node, { trigger });
	await instance.api.callWebhook(path, { items: people(4) });
	await until(() => sandbox.accepted.length > 1);
	await n8n.kill();
	const sent = accepted();
	await restart();
	const { id, status } = (await lastOutcome(instance, workflowId)).execution;
	expect(status).toBe('crashed');

	const retry = async () => {
		await instance.api.retryExecution(id, false);
		const outcome = await lastOutcome(instance, workflowId);
		const { hints } = outcome.execution.data.resultData.runData.Sender[0];
		return { ...outcome, hints: hints?.map(({ message }) => message).join('\n') };
	};
	const again = await retry();
	expect(jsonOf(again.items)).toMatchObject(phones.map(() => ({ success: true })));
	expect(again.hints).toMatch(UNRECORDED);
	expect(accepted()).toEqual([...sent, ...phones]);

	sandbox.onSend = ({ body }) =>
		(body as { phone: string }).phone === phones[2] ? { status: 500, body: 'No' } : undefined;
	expect((await retry()).error?.description).toMatch(UNRECORDED);
	expect(accepted()).toEqual([...sent, ...phones, ...phones.slice(0, 2)]);
}, 300_000);
