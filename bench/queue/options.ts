import { parseArgs } from 'node:util';

export const HELP = `Measures n8n's queue mode with this node: PostgreSQL, Redis, one main, one webhook process, and workers.

  npm run bench:queue -- [options]

  --executions <number>  executions that send one message each; default 5000
  --broadcasts <number>  executions that send many; default 20
  --size <number>        messages of a broadcast; default 500
  --workers <list>       default 1,2,4
  --write                puts the figures into docs/scaling.md
  --help                 shows this

With the default numbers it takes about a quarter of an hour on two cores. Debian's packages postgresql and redis-server must be there; nothing of theirs that runs is touched.
`;

export interface Options {
	help: boolean;
	executions: number;
	broadcasts: number;
	size: number;
	workers: number[];
	/** whether the figures go into the document */
	write: boolean;
}

/** @throws an error that names the wrong option */
export function readOptions(args: string[]): Options {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args,
		options: {
			executions: text,
			broadcasts: text,
			size: text,
			workers: text,
			write: { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	const {
		help = false,
		write = false,
		executions = '5000',
		broadcasts = '20',
		size = '500',
		workers = '1,2,4',
	} = values;
	return {
		help,
		write,
		executions: positive('--executions', executions),
		broadcasts: positive('--broadcasts', broadcasts),
		size: positive('--size', size),
		workers: workers.split(',').map((each) => positive('--workers', each)),
	};
}

function positive(option: string, text: string): number {
	const number = Number(text);
	if (Number.isInteger(number) && number > 0) return number;
	throw new Error(`${option} must be a whole number above 0, not "${text}".`);
}
