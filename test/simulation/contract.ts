import { nodesOf, type Books } from './books';
import { modelOf, type Model } from './model';
import { batchesOf, type Plan } from './plan';

/** How a broadcast ends for a node by the contract. */
export interface Expected {
	last: Model['last'];
	taken: number[];
	/** The item that stops the execution. */
	stoppedAt?: number;
}

/**
 * What the contract says about a plan, without the node: of each of its nodes. One message at a time decides
 * alone what happens; with several at once it also decides where nothing stops the execution.
 *
 * @returns nothing where the moment decides
 */
export function expected(plan: Plan, books: Books): Expected[] | undefined {
	const models = nodesOf(plan, books).map((node) => modelOf(node.plan, node.books));
	if (!models.every((model): model is Model => model !== undefined)) return undefined;
	const left = batchesOf(plan).flatMap((batch) => models.map((model) => ({ model, batch })));
	let stopped: { model: Model; item: number } | undefined;
	for (let execution = 0; execution <= plan.retries && left.length > 0; execution++) {
		stopped = undefined;
		for (const model of models) model.begin(execution);
		while (left.length > 0 && !stopped) {
			const [{ model, batch }] = left;
			const item = model.iterate(batch);
			if (item === undefined) left.shift();
			else stopped = { model, item };
		}
	}
	return models.map((model) => ({
		last: model.last,
		taken: model.taken(),
		stoppedAt: stopped?.model === model ? stopped.item : undefined,
	}));
}
