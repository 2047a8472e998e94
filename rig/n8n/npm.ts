import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { adviceOnNpm } from './advice';
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
		// What is said of an error is needed even under `npm start --silent`.
		env: { ...process.env, PATH: pathWithNode24(), npm_config_loglevel: 'error' },
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
		const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
		if (code !== 0) throw new Error(explain(args[0], stderr + stdout.slice(-KEPT_OUTPUT), signal));
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

/** A signal is a case of its own: a system that runs out of memory ends npm without any output. */
function explain(command: string, output: string, signal: NodeJS.Signals | null): string {
	const known = signal ? `It was ended from outside (${signal}).` : adviceOnNpm(output);
	const tail = output
		.trim()
		.split('\n')
		.slice(known ? -5 : -15)
		.join('\n');
	return [known ?? '', `npm ${command} failed.${tail && ` The end of its output:\n${tail}`}`]
		.filter(Boolean)
		.join('\n\n');
}
