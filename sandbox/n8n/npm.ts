import { spawn } from 'node:child_process';
import { pathWithNode24 } from './node24';

const KEPT_OUTPUT = 20_000;

/**
 * Runs npm in a folder under the project's Node 24.
 * @returns what npm printed to stdout
 * @throws an error that says what to do where npm's own code tells, else with the end of npm's output
 */
export async function npm(args: string[], folder: string): Promise<string> {
	const [command, first] = npmCommand();
	// A sandbox stopped by Ctrl-C must not leave an npm behind, so npm stays in the terminal's process group.
	const child = spawn(command, [...first, ...args], {
		cwd: folder,
		env: { ...process.env, PATH: pathWithNode24() },
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: command === 'npm' && process.platform === 'win32',
	});
	let stdout = '';
	let stderr = '';
	child.stdout.on('data', (chunk) => (stdout += chunk));
	child.stderr.on('data', (chunk) => (stderr = (stderr + chunk).slice(-KEPT_OUTPUT)));
	const stopChild = () => child.kill();
	process.once('exit', stopChild);
	try {
		const code = await new Promise<number | null>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', resolve);
		});
		if (code !== 0) throw new Error(explain(args[0], stderr + stdout.slice(-KEPT_OUTPUT)));
		return stdout;
	} finally {
		process.off('exit', stopChild);
	}
}

/** Inside an npm script the very npm that runs it is used, whatever the platform calls it. */
function npmCommand(): [string, string[]] {
	const script = process.env.npm_execpath;
	return script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
}

const KNOWN_FAILURES: Array<[RegExp, string]> = [
	[/ENOSPC/, 'The disk is full: n8n needs about 2.5 GB.'],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT/,
		'The npm registry cannot be reached: check the network (and the proxy, if there is one), then start again.',
	],
	[/SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)/, 'The npm registry\'s certificate is not trusted here: set npm\'s "cafile".'],
	[/EACCES|EPERM/, 'npm may not write here: check the owner of this folder and of npm\'s cache (npm config get cache).'],
	[/E401|E403/, 'The npm registry refuses access: check "npm config get registry" and your login there.'],
	[/ETARGET|E404/, 'The npm registry does not have a version that is needed: check "npm config get registry".'],
	[
		/node-gyp|prebuild-install/,
		'sqlite3 could neither be downloaded nor compiled: allow access to github.com, or install Python and a C++ compiler.',
	],
];

function explain(command: string, output: string): string {
	const known = KNOWN_FAILURES.find(([pattern]) => pattern.test(output))?.[1];
	const tail = output.trim().split('\n').slice(known ? -5 : -15).join('\n');
	return `npm ${command} failed. ${known ?? ''}\n\n${tail}`;
}
