import { parseArgs } from 'node:util';

export const HELP = `Starts n8n with this node, and a sandbox instead of the messaging service. Nothing is sent to anyone.

  npm start -- [options]

  --port <number>          n8n's port; default 5678, or the next free one
  --sandbox-port <number>  the sandbox's port; default 8089, or the next free one
  --reload                 reloads the node when one of its files changes (npm run dev)
  --help                   shows this help

The first start downloads n8n (4 to 12 minutes, 3 GB). Your workflows are kept in rig/.data.
Delete that folder to start over.
`;

export interface Options {
	help: boolean;
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
			port: { type: 'string' },
			'sandbox-port': { type: 'string' },
			reload: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	return {
		help: values.help,
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
