import { parseArgs } from 'node:util';

export const HELP = `Cuts broadcasts by kills (SIGKILL) of n8n, a worker and Redis, starts them again, and counts who was reached.

  npm run bench:crash -- [options]

  --runs <number>        broadcasts that are cut, for each of the three; default 10
  --recipients <number>  of each broadcast; default 300
  --write                puts the figures into docs/broadcast-that-outlives-n8n.md
  --help                 shows this

Half of the runs have batches of 20, half batches of 1 that are noted before the send. Ends with an error where
somebody was lost, or reached twice outside the batch under way, or at all where it was noted first. With the
default numbers it takes half an hour on two cores; what is written is written after each run.
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
			runs: { type: 'string', default: '10' },
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
