import { deliveryOf, type Delivery } from './counting';
import { untilEnded, type States } from './executions';
import { failedOnes } from './failedOnes';
import type { Load } from './load';
import type { QueueSetup } from './setup';

/** What a fault left behind, of one load. */
export interface Outcome {
	what: string;
	delivery: Delivery;
	/** of the executions, as the editor's list shows them */
	states: States;
	/** what the editor shows of the first execution that failed, without its number */
	error?: string;
	/** how many messages the editor can show as sent, of the executions that failed */
	shown: number;
}

/** Waits until n8n regards every execution as ended, at most so long, and compares the books. */
export async function outcomeOf(
	what: string,
	{ rig, service }: QueueSetup,
	load: Load,
	timeoutMs: number,
): Promise<Outcome> {
	const states = await untilEnded(rig.database, load.workflow.id, timeoutMs);
	return {
		what,
		delivery: deliveryOf(load.texts, service),
		states,
		...(await failedOnes(rig, load.workflow.id)),
	};
}
