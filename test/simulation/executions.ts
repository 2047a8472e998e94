import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { callAsTool } from '../engine/agentTool';
import { runWorkflow, type Outcome, type RunOptions } from '../engine/run';
import type { Broadcast } from './broadcast';
import { currentProcess } from './nodeProcess';
import { batchesOf } from './plan';

const startOf = ({ sender, stop }: Broadcast) => ({
	stop: stop.signal,
	credentialTypes: currentProcess().credentialTypes,
	credentials: { whatsAppSenderApi: sender.credential },
	variables: { entered: sender.inputs.entered, values: sender.inputs.values },
});

/** The node, whose tries are written down. */
const watched = ({ sender }: Broadcast) => {
	const process = currentProcess();
	const sendText = async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await sender.watch(this, async () => await process.message.sendText.call(this));
	};
	return { message: { sendText } };
};

/**
 * Items → node, and back from it in a loop.
 *
 * @param before stands before each text
 */
export async function execute(
	running: Broadcast,
	before = '',
	more: Partial<RunOptions> = {},
): Promise<Outcome> {
	const { plan, inputs } = running.sender;
	return await runWorkflow({
		...startOf(running),
		...running.sender.node(before),
		timezone: plan.calendar.zone,
		batches: batchesOf(plan).map((batch) => batch.map((item) => inputs.itemAt(item))),
		runsBy: watched(running),
		...more,
	});
}

/** The items as calls of an agent's tool: what the model is told of each is its output. */
export async function callTool(running: Broadcast): Promise<undefined> {
	const { plan, books, inputs, settings } = running.sender;
	if (!plan.byEngine) books.tries.push({ begunAt: 0, batch: [], starts: [] });
	const calls = inputs.entered.map((phone, item) => ({ phone, text: `To ${item}` }));
	const called = callAsTool(running.accounts[0], calls, {
		...settings,
		timezone: plan.calendar.zone,
		run: startOf(running),
		waitBetweenTries: 1,
		byEngine: plan.byEngine ? watched(running) : undefined,
	});
	// Where it ends with an error, the model hears nothing.
	const told = await called.catch(() => []);
	books.items = told.map((text, item) => {
		const [json] = [JSON.parse(text)].flat();
		return { json, pairedItem: { item } };
	});
}
