import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathWithNode24 } from './folders';

type Advice = [pattern: RegExp, advice: string];

/** What goes wrong on people's machines, by what the system says of it, and what to do about it. */
const MACHINE: Advice[] = [
	[
		/ENOSPC|SQLITE_FULL|database or disk is full/,
		'The disk is full: n8n needs about 2.5 GB. Make room, then start again.',
	],
	[
		/EDQUOT/,
		'Your share of the disk is used up: n8n needs about 2.5 GB. Make room, then start again.',
	],
	[/EROFS/, 'The disk is read-only: move the project to a folder that you may write to.'],
	[/EADDRINUSE/, 'Another program has just taken the port: start again.'],
	[
		/EACCES|EPERM/,
		'Something may not be written: check the owner of this folder and of npm\'s cache ("npm config get cache"). The sandbox needs no sudo.',
	],
	[
		/heap out of memory|Cannot allocate memory|ENOMEM/,
		'There is not enough memory: n8n needs about 1 GB of it free. Close something, then start again.',
	],
];

export const UNREACHABLE =
	'The npm registry cannot be reached: check the network (and the proxy, if there is one), then start again.';

/** npm's own errors. */
const NPM: Advice[] = [
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR/,
		UNREACHABLE,
	],
	[
		/SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_HAS_EXPIRED/,
		'The npm registry\'s certificate is not trusted here: set npm\'s "cafile" to the certificate of your network.',
	],
	[
		/E401|E403/,
		'The npm registry refuses access: check "npm config get registry" and your login there.',
	],
	[
		/ETARGET|E404/,
		'The npm registry does not have a version that is needed: check "npm config get registry".',
	],
	[/\bE5\d\d\b/, 'The npm registry has a problem of its own: start again in some minutes.'],
	[
		/node-gyp|prebuild-install/,
		'sqlite3 could neither be downloaded nor compiled: allow access to github.com, or install Python and a C++ compiler.',
	],
];

const adviceOn = (known: Advice[], text: string) =>
	known.find(([pattern]) => pattern.test(text))?.[1];

/** @returns undefined for what is not known */
export const adviceOnMachine = (text: string) => adviceOn(MACHINE, text);

/** @param output of npm, which has its own errors in addition to those of the machine */
export const adviceOnNpm = (output: string) => adviceOn([...MACHINE, ...NPM], output);

/** Of the end of npm's output. */
const KEPT = 20_000;

/**
 * Runs npm in a folder under the project's Node 24.
 * @returns what npm printed to stdout
 * @throws an error that says what to do where npm's own code tells, else with the end of npm's output
 */
export async function npm(args: string[], folder: string): Promise<string> {
	// Inside an npm script the very npm that runs it is used, whatever the platform calls it.
	const script = process.env.npm_execpath;
	const isScript = script?.endsWith('.js');
	const [command, first] = isScript ? [process.execPath, [script!]] : ['npm', []];
	// A sandbox stopped by Ctrl-C must not leave an npm behind, so npm stays in the terminal's process group.
	const child = spawn(command, [...first, ...args], {
		cwd: folder,
		// What is said of an error is needed even under `npm start --silent`.
		env: { ...process.env, PATH: pathWithNode24(), npm_config_loglevel: 'error' },
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: !isScript && process.platform === 'win32',
	});
	let stdout = '';
	let stderr = '';
	child.stdout.on('data', (chunk) => (stdout += chunk));
	child.stderr.on('data', (chunk) => (stderr = (stderr + chunk).slice(-KEPT)));
	const stopChild = () => child.kill();
	process.once('exit', stopChild);
	try {
		const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
		if (code !== 0) throw new Error(explain(args[0], stderr + stdout.slice(-KEPT), signal));
		return stdout;
	} finally {
		process.off('exit', stopChild);
	}
}

/** A signal is a case of its own: a system that runs out of memory ends npm without any output. */
function explain(command: string, output: string, signal: NodeJS.Signals | null): string {
	const known = signal ? `It was ended from outside (${signal}).` : adviceOnNpm(output);
	const lines = output.trim().split('\n');
	const tail = lines.slice(known ? -5 : -15).join('\n');
	const failed = `npm ${command} failed.${tail && ` The end of its output:\n${tail}`}`;
	return known ? `${known}\n\n${failed}` : failed;
}
