import { randomUUID } from 'node:crypto';
import { answering } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startRig';
import {
	call,
	jsonOf,
	lastExecution,
	outcomeOf,
	sender,
	people,
	phonesOf,
} from '../../../rig/workflows/call';
import { openEditor } from '../../../rig/workflows/editorPush';
import { chain, node } from '../../../rig/workflows/nodes';

/** Runs that share a workflow or a moment, and must not know of each other. */
export function isolation(instance: Instance): void {
	const accepted = () => instance.sandbox.accepted.map(({ recipient }) => recipient);
	/** A workflow of its own that sends what its first node gives, with Retry On Fail. */
	const save = async (...before: ReturnType<typeof node>[]) => {
		const message = { phone: '={{ $json.phone }}', text: 'Hello' };
		const retry = { retryOnFail: true, waitBetweenTries: 10 };
		const nodes = [...before, sender(instance, message, retry)];
		const settings = { executionOrder: 'v1' };
		const workflow = { name: randomUUID(), nodes, connections: chain(...nodes), settings };
		return await instance.api.createWorkflow(workflow);
	};

	/** A saved workflow that another one calls, and a node that calls it. */
	const saveCalled = async (mode: 'once' | 'each') => {
		const trigger = 'n8n-nodes-base.executeWorkflowTrigger';
		const passing = { inputSource: 'passthrough' };
		const { id } = await save(node('Called', trigger, passing, { typeVersion: 1.1 }));
		if (instance.line === '2.x') await instance.api.activate(id);
		const caller = node(
			'Caller',
			'n8n-nodes-base.executeWorkflow',
			{
				workflowId: { __rl: true, mode: 'id', value: id },
				mode,
				options: { waitForSubWorkflow: true },
			},
			{ typeVersion: 1.2 },
		);
		return { id, caller };
	};

	test('a sub-workflow that is called for each item sends what it is given, also the same again', async () => {
		const { caller } = await saveCalled('each');
		const items = [...people(2), ...people(2)];
		const { items: sent } = await call(instance, caller, { items });
		expect(accepted()).toEqual(phonesOf(items));
		expect(jsonOf(sent).map(({ recipient }) => recipient)).toEqual(phonesOf(items));
	});

	test('a sub-workflow that stops says which execution to retry, and Retry of it sends the rest', async () => {
		const { sandbox, api } = instance;
		const items = people(3);
		sandbox.onSend = ({ body }) => {
			const isSecond = (body as { phone: string }).phone === items[1].phone;
			return isSecond ? { status: 500, body: 'No signal' } : undefined;
		};
		const { id, caller } = await saveCalled('once');
		await call(instance, caller, { items });
		const stopped = await lastExecution(instance, id);
		expect(stopped.data.resultData.error).toMatchObject({
			message: expect.stringMatching(/No signal\. Accepted: 1 of 3\.$/),
			description: expect.stringMatching(/Retry on the newest execution of this workflow under /),
		});
		sandbox.onSend = undefined;
		await api.retryExecution(stopped.id, false);
		expect((await lastExecution(instance, id)).status).toBe('success');
		expect(accepted()).toEqual(phonesOf(items));
	});

	test('each item is signed with the credential of its own, and sent to its host', async () => {
		const bodies: unknown[] = [];
		const [one, another] = await Promise.all(
			['one', 'another'].map(async (host) =>
				answering((_request, response, body) => {
					const { api_key, phone } = JSON.parse(body) as Record<string, string>;
					bodies.push([host, api_key, phone]);
					response.end('OK');
				}),
			),
		);
		const ofItem = { apiKey: '={{ $json.key }}', url: '={{ $json.url }}' };
		const { id, name } = await instance.api.createSenderCredential(ofItem, 'Of the item');
		const message = { phone: '={{ $json.phone }}', text: 'Hello' };
		const credentials = { whatsAppSenderApi: { id, name } };
		const items = people(3).map((person, at) => ({
			...person,
			key: `key-${at}`,
			url: [one, another, another][at].url,
		}));
		const { error } = await call(instance, sender(instance, message, { credentials }), { items });
		[one, another].forEach((service) => service.close());
		expect(error).toBeUndefined();
		expect(bodies).toEqual(
			items.map(({ phone, key }, at) => [at === 0 ? 'one' : 'another', key, phone]),
		);
	});

	test('a node that is run again from the editor sends again, each time what it is given', async () => {
		const [person] = people(1);
		const jsonOutput = JSON.stringify(person);
		const fields = { mode: 'raw', jsonOutput, options: {} };
		const saved = await save(
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			node('Items', 'n8n-nodes-base.set', fields, { typeVersion: 3.4 }),
		);
		const editor = await openEditor(instance);
		const first = await editor.run(saved, { triggerToStartFrom: { name: 'Start' } });
		const { Start, Items } = first.data.resultData.runData;
		const destinationNode = { nodeName: 'Sender', mode: 'inclusive' };
		const order = { destinationNode, runData: { Start, Items }, dirtyNodeNames: [] };
		for (const times of [2, 3]) {
			const again = await editor.run(saved, order);
			expect(outcomeOf(again, 'Sender').items).toHaveLength(1);
			expect(again.data.resultData.runData.Start[0].startTime).toBe(Start[0].startTime);
			expect(accepted()).toEqual(Array(times).fill(person.phone));
		}
		await editor.close();
	});
}
