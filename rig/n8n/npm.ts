import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pathWithNode24 } from './folders';

export const UNREACHABLE =
	'The npm registry cannot be reached: check the network (and the proxy, if there is one), then start again.';

const NO_NETWORK =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR/;

/**
 * Runs npm in a folder under the project's Node 24, in the terminal's process group, so that Ctrl-C ends it too.
 *
 * @returns what npm printed to stdout
 * @throws an error with the end of npm's output, which says what is wrong with the disk or its rights
 */
export async function npm(args: string[], folder: string): Promise<string> {
	// What is said of an error is needed even under `npm start --silent`.
	const env = { ...process.env, PATH: pathWithNode24(), npm_config_loglevel: 'error' };
	const options = { cwd: folder, env, maxBuffer: Infinity };
	const { stdout } = await promisify(execFile)('npm', args, options).catch((error) => {
		const output = `${error.stderr}${error.stdout}`.trim();
		const tail = output.split('\n').slice(-15).join('\n');
		// A system that runs out of memory ends npm without any output.
		const failed = `npm ${args[0]} failed (${error.signal ?? error.code}). The end of its output:\n${tail}`;
		throw new Error(NO_NETWORK.test(output) ? `${UNREACHABLE}\n\n${failed}` : failed);
	});
	return stdout;
}
