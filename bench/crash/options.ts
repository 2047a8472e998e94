import { parseArgs } from 'node:util';

export const HELP = `Cuts broadcasts by kills (SIGKILL) of n8n, a worker and Redis, starts them again, and counts who was reached.

  npm run bench:crash -- [options]

  --runs <number>        broadcasts that are cut, for each of the three; default 30
  --recipients <number>  of each broadcast; default 300
  --write                puts the figures into docs/broadcast-that-outlives-n8n.md
  --help                 shows this

Half of the runs have batches of 20, half batches of 1. Ends with an error where somebody was lost,
or reached twice outside the batch under way. With the default numbers it takes two hours on two cores.
`;

export interface Options {
	help: boolean;
	write: boolean;
	runs: number;
	recipients: number;
}

/** @throws an error that names the wrong option */
export function readOptions(args: string[]): Options {
	const { values } = parseArgs({
		args,
		options: {
			runs: { type: 'string', default: '30' },
			recipients: { type: 'string', default: '300' },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	return {
		...values,
		runs: atLeast(2, '--runs', values.runs),
		recipients: atLeast(40, '--recipients', values.recipients),
	};
}

function atLeast(least: number, option: string, text: string): number {
	const number = Number(text);
	if (Number.isInteger(number) && number >= least) return number;
	throw new Error(`${option} must be a whole number from ${least} on, not "${text}".`);
}
