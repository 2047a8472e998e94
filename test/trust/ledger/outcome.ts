import type { INodeExecutionData, IRun } from 'n8n-workflow';
import type { Outcome } from '../../engine/execution';
import { batchesOf, type Plan } from './plan';

/** What n8n shows of a broadcast at the end, its items counted through all iterations. */
export interface BroadcastOutcome {
	items: INodeExecutionData[];
	errors: INodeExecutionData[];
	error?: Outcome['error'];
	/** Items of the iteration that stopped. */
	stoppedIn: number[];
	/** The item that it stopped at. */
	stoppedAt?: number;
}

export function outcomeOf(plan: Plan, { data }: IRun): BroadcastOutcome {
	const iterations = batchesOf(plan, [...plan.items.keys()]);
	const { error, runData } = data.resultData;
	const runs = (runData.Sender ?? []).slice(0, iterations.length);
	const output = (branch: number) =>
		runs.flatMap(({ data: put }, iteration) =>
			(put?.main[branch] ?? []).map((item) => {
				const { item: local } = item.pairedItem as { item: number };
				return { ...item, pairedItem: { item: iterations[iteration][local] } };
			}),
		);
	const thrown = error as Outcome['error'];
	const stoppedIn = thrown ? (iterations[runs.length - 1] ?? []) : [];
	const stoppedAt = stoppedIn[thrown?.context?.itemIndex ?? -1];
	return { items: output(0), errors: output(1), error: thrown, stoppedIn, stoppedAt };
}
