import { median } from '../statistics';
import type { Usage } from './usage';

/** The medians of several tries, or why one failed. */
export type Outcome = (Usage & { failure?: undefined }) | { failure: string };

/** What is compared, and what came of it. */
export type Row<Case> = Case & Outcome;

/** Does some work, unless it fails: how it fails is a result too. */
export async function tryOnce(work: () => Promise<Usage>): Promise<Outcome> {
	try {
		return await work();
	} catch (error) {
		return { failure: (error as Error).message };
	}
}

export function medians(tries: Outcome[]): Outcome {
	const failed = tries.find(({ failure }) => failure !== undefined);
	if (failed) return failed;
	const of = (name: keyof Usage) => median((tries as Usage[]).map((usage) => usage[name]));
	return { time: of('time'), processorTime: of('processorTime'), growth: of('growth') };
}

/** Figures to calculate with; they are no numbers where it failed. */
export function figuresOf(outcome: Outcome): Usage {
	const failed = { time: NaN, processorTime: NaN, growth: NaN };
	return outcome.failure === undefined ? outcome : failed;
}
