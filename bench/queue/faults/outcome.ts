import { failedOnes } from '../cluster/failedOnes';
import { untilEnded, type States } from '../cluster/executions';
import { deliveryOf, type Delivery } from '../servers/counting';
import type { Load, Rig } from '../loads/measure';

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
export async function outcomeOf(what: string, rig: Rig, load: Load, timeoutMs: number): Promise<Outcome> {
	const { cluster, database, service } = rig;
	const states = await untilEnded(database, load.workflow.id, timeoutMs);
	return {
		what,
		delivery: deliveryOf(load.texts, service),
		states,
		...(await failedOnes(cluster, load.workflow.id)),
	};
}
