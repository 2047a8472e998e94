import { table } from './table';

/** Something that the package wants to be, and what it is. */
export interface Target {
	what: string;
	/** In words, e.g. `at most 1.15`. */
	wanted: string;
	measured: string;
	met: boolean;
}

/** A target for a figure that is to be small. */
export const atMost = (what: string, limit: number, figure: number, unit = ''): Target => ({
	what,
	wanted: `at most ${limit}${unit}`,
	measured: `${rounded(figure)}${unit}`,
	met: figure <= limit,
});

/** A target for a figure that is to be large. */
export const atLeast = (what: string, limit: number, figure: number, unit = ''): Target => ({
	what,
	wanted: `at least ${limit}${unit}`,
	measured: `${rounded(figure)}${unit}`,
	met: figure >= limit,
});

export const targetTable = (targets: Target[]) =>
	table(
		['Target', 'Wanted', 'Measured', ''],
		targets.map(({ what, wanted, measured, met }) => [
			what,
			wanted,
			measured,
			met ? 'met' : '**missed**',
		]),
	);

const rounded = (figure: number) => (figure < 10 ? figure.toFixed(2) : figure.toFixed(0));
