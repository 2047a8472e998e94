import type { IExecuteFunctions, INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';
import { callAsTool } from '../engine/agentTool';
import { runWorkflow, type Outcome, type RunOptions } from '../engine/run';
import type { Broadcast } from './broadcast';
import { currentProcess, type NodeProcess } from './nodeProcess';
import { batchesOf } from './plan';

const startOf = ({ senders, stop }: Broadcast) => ({
	...{ stop: stop.signal, credentialTypes: currentProcess().credentialTypes },
	credentials: { whatsAppSenderApi: senders[0].credential },
	variables: Object.fromEntries(
		senders.map(({ plan, inputs: { entered: phones, values, media } }) => [
			plan.node,
			{ phones, values, media },
		]),
	) as never,
});

/** The node, whose tries are written down. */
const watched = (running: Broadcast) => {
	const process = currentProcess();
	const watch = (operation: keyof NodeProcess['message']) =>
		async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const sender = running.senderOf(this.getNode().name);
			const run = async () => await process.message[operation].call(this);
			return await sender.watch(this, run);
		};
	return { message: { sendText: watch('sendText'), sendMedia: watch('sendMedia') } };
};

/**
 * Items → nodes, and back from the last one in a loop.
 *
 * @param before stands before each text
 */
export async function execute(
	running: Broadcast,
	before = '',
	more: Partial<RunOptions> = {},
): Promise<Outcome> {
	const [{ plan, inputs }] = running.senders;
	const [first, beside] = running.senders.map((sender) => sender.node(before));
	return await runWorkflow({
		...{ ...startOf(running), ...first, beside },
		timezone: plan.calendar.zone,
		mode: plan.mode as WorkflowExecuteMode,
		settings: {
			saveManualExecutions: plan.saves !== 'no manual',
			saveDataErrorExecution: plan.saves === 'no failed' ? 'none' : 'all',
		},
		batches: batchesOf(plan).map((batch) => batch.map((item) => inputs.itemAt(item))),
		runsBy: watched(running),
		...more,
	});
}

/** The items as calls of an agent's tool: what the model is told of each is its output. */
export async function callTool(running: Broadcast): Promise<undefined> {
	const [{ plan, books, inputs, settings }] = running.senders;
	if (!plan.byEngine) books.tries.push({ begunAt: 0, batch: [], reports: [], starts: [] });
	const calls = inputs.entered.map((phone, item) => ({
		...{ phone: String(phone), text: `To ${item}` },
	}));
	const called = callAsTool(running.accounts[0], calls, {
		...{ ...settings, timezone: plan.calendar.zone, run: startOf(running), waitBetweenTries: 1 },
		byEngine: plan.byEngine ? watched(running) : undefined,
	});
	// Where it ends with an error, the model hears nothing.
	const told = await called.catch(() => []);
	books.items = told.map((text, item) => {
		const [json] = [JSON.parse(text)].flat();
		return { json, pairedItem: { item } };
	});
}
