// First, because it lets TypeScript find the node's file.
import type { NodeProcess } from './nodeProcess';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { callAsTool } from '../engine/agentTool';
import { runWorkflow, type Outcome, type RunOptions } from '../engine/run';
import type { Sender } from './sender';

/** What an execution needs beside its nodes. */
interface Start {
	accounts: Sandbox[];
	senders: Sender[];
	process: NodeProcess;
	stop: AbortSignal;
}

const startOf = ({ senders, process, stop }: Start) => ({
	...{ stop, credentialTypes: process.credentialTypes },
	credentials: { whatsAppSenderApi: senders[0].credential },
	variables: Object.assign({}, ...senders.map(({ variables }) => variables)),
});

/** The node, whose tries are written down. */
const watched = ({ senders, process }: Start) => ({
	message: {
		async sendText(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const sender = senders.find(({ plan }) => plan.node === this.getNode().name)!;
			return await sender.watch(async () => await process.sendText.call(this));
		},
	},
});

/**
 * Items → nodes, and back from the last one in a loop.
 *
 * @param before stands before each text
 */
export async function execute(
	start: Start,
	before = '',
	more: Partial<RunOptions> = {},
): Promise<Outcome> {
	const { senders } = start;
	const [first, beside] = senders.map((sender) => sender.node(before));
	return await runWorkflow({
		...{ ...startOf(start), ...first, beside },
		timezone: senders[0].plan.calendar.zone,
		batches: senders[0].batches,
		runsBy: watched(start),
		...more,
	});
}

/** The items as calls of an agent's tool: what the model is told of each is its output. */
export async function callTool(start: Start): Promise<INodeExecutionData[]> {
	const [{ plan, books, inputs, settings }] = start.senders;
	if (!plan.byEngine) books.tries.push({ begunAt: 0, starts: [] });
	const calls = inputs.entered.map((phone, item) => ({
		...{ phone: String(phone), text: `To ${item}` },
	}));
	const called = callAsTool(start.accounts[0], calls, {
		...{ ...settings, timezone: plan.calendar.zone, run: startOf(start), waitBetweenTries: 1 },
		byEngine: plan.byEngine ? watched(start) : undefined,
	});
	// Where it ends with an error, the model hears nothing.
	const told = await called.catch(() => []);
	return told.map((text, item) => {
		const [json] = [JSON.parse(text)].flat();
		return { json, pairedItem: { item } };
	});
}
