import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pathWithNode24 } from './folders';

/** What goes wrong on people's machines, by what the system says of it, and what to do about it. */
const MACHINE: Array<[pattern: RegExp, advice: string]> = [
	[
		/ENOSPC|EDQUOT|SQLITE_FULL|database or disk is full/,
		'The disk is full: n8n needs about 2.5 GB. Make room, then start again.',
	],
	[
		/EACCES|EPERM|EROFS/,
		'Something may not be written: check the owner of this folder and of npm\'s cache ("npm config get cache").',
	],
	[
		/heap out of memory|Cannot allocate memory|ENOMEM/,
		'There is not enough memory: n8n needs about 1 GB of it free. Close something, then start again.',
	],
];

/** @returns undefined for what is not known */
export const adviceOn = (text: string) => MACHINE.find(([pattern]) => pattern.test(text))?.[1];

export const UNREACHABLE =
	'The npm registry cannot be reached: check the network (and the proxy, if there is one), then start again.';

const NO_NETWORK =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|E(NET|HOST)UNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR/;

/**
 * Runs npm in a folder under the project's Node 24, in the terminal's process group, so that Ctrl-C ends it too.
 *
 * @returns what npm printed to stdout
 * @throws an error that says what to do where it is known, with the end of npm's output
 */
export async function npm(args: string[], folder: string): Promise<string> {
	// What is said of an error is needed even under `npm start --silent`.
	const env = { ...process.env, PATH: pathWithNode24(), npm_config_loglevel: 'error' };
	const options = { cwd: folder, env, maxBuffer: Infinity };
	const { stdout } = await promisify(execFile)('npm', args, options).catch((error) => {
		const output = `${error.stderr}${error.stdout}`.trim();
		const known = NO_NETWORK.test(output) ? UNREACHABLE : adviceOn(output);
		// A system that runs out of memory ends npm without any output.
		const ended = error.signal ? `It was ended from outside (${error.signal}).` : undefined;
		const tail = output.split('\n').slice(-15).join('\n');
		const failed = `npm ${args[0]} failed. The end of its output:\n${tail}`;
		throw new Error([known ?? ended, failed].filter(Boolean).join('\n\n'));
	});
	return stdout;
}
