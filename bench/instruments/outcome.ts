import { median } from '../statistics';
import type { Usage } from './usage';

/** Figures, or why there are none: how something fails is a result too. */
export type Outcome<Figures extends Usage = Usage> =
	(Figures & { failure?: undefined }) | { failure: string };

/** What is compared, and what came of it. */
export type Row<Case, Figures extends Usage = Usage> = Case & Outcome<Figures>;

/** Does some work, which may fail. */
export async function tryOnce<Figures extends Usage>(
	work: () => Promise<Figures>,
): Promise<Outcome<Figures>> {
	try {
		return await work();
	} catch (error) {
		return { failure: (error as Error).message };
	}
}

/** The medians of several tries, or why one failed. */
export function medians<Figures extends Usage>(tries: Array<Outcome<Figures>>): Outcome<Figures> {
	const failed = tries.find(({ failure }) => failure !== undefined);
	if (failed) return failed;
	const figures = tries as unknown as Array<Record<string, number>>;
	const of = (name: string) => [name, median(figures.map((one) => one[name]))];
	return Object.fromEntries(Object.keys(figures[0]).map(of)) as Outcome<Figures>;
}

/** Figures to calculate with; they are no numbers where it failed. */
export function figuresOf(outcome: Outcome): Usage {
	const failed = { time: NaN, processorTime: NaN, growth: NaN };
	return outcome.failure === undefined ? outcome : failed;
}
