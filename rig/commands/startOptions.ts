import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder, LINES, type N8nLine } from '../n8n/folders';

export const HELP = `Starts n8n with this node, and a sandbox instead of the messaging service. Nothing is sent to anyone.

  npm start -- [options]

  --n8n <line>             2.x (default) or 1.x
  --port <number>          n8n's port; default 5678, or the next free one
  --sandbox-port <number>  the sandbox's port; default 8089, or the next free one
  --data <folder>          where your workflows are kept; default rig/.data (1.x: rig/.data/1.x)
  --reload                 reloads the node when one of its files changes (npm run dev)
  --help                   shows this help

The first start downloads n8n (4 to 12 minutes, 3 GB). To start over, delete rig/.data.
`;

export interface Options {
	help: boolean;
	line: N8nLine;
	/** database, credentials, settings */
	data: string;
	/** undefined: the default, or the next free one */
	port?: number;
	sandboxPort?: number;
	reload: boolean;
}

/** @throws an error that names the wrong option */
export function readOptions(args: string[]): Options {
	const { values } = parseArgs({
		args,
		options: {
			n8n: { type: 'string', default: LINES[0] },
			data: { type: 'string' },
			port: { type: 'string' },
			'sandbox-port': { type: 'string' },
			reload: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	const line = lineNamed(values.n8n);
	return {
		help: values.help,
		line,
		// The database of one line cannot be opened by the other.
		data: path.resolve(values.data ?? path.join(dataFolder, line === LINES[0] ? '' : line)),
		reload: values.reload,
		port: portNumber('--port', values.port),
		sandboxPort: portNumber('--sandbox-port', values['sandbox-port']),
	};
}

function portNumber(option: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
	throw new Error(`${option} must be a port from 1 to 65535, not "${text}".`);
}

function lineNamed(text: string): N8nLine {
	const line = LINES.find((known) => known === text);
	if (line) return line;
	throw new Error(`--n8n must be ${LINES.join(' or ')}, not "${text}".`);
}
