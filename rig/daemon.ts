import { spawn, type SpawnOptions } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** A server that was started here and ends with this process. */
export interface Daemon {
	pid: number;
	/** The last 200,000 characters of stdout and stderr. */
	output(): string;
	/** Resolves once it has ended, with how: `code 1`, `SIGKILL`. */
	ended: Promise<string>;
	/** Ends it in order (default SIGTERM), and by force after ten seconds. */
	stop(signal?: NodeJS.Signals): Promise<void>;
	/** Ends it, and what it has started in its group, as a power cut would. */
	kill(): Promise<void>;
}

export interface DaemonOptions extends SpawnOptions {
	/** For messages, e.g. `n8n 2.x`. */
	name: string;
	/** Asked again and again until it says yes. */
	ready: () => Promise<boolean>;
	/** Milliseconds that it may take; default two minutes. */
	patience?: number;
	/** Gets what the server prints, as it comes. */
	log?: (text: string) => void;
	/** Gets `stop` as soon as the process exists, for a caller that may have to end before it is ready. */
	onSpawn?: (stop: Daemon['stop']) => unknown;
}

const KEPT_OUTPUT = 200_000;

/**
 * Starts a server and waits until it is ready.
 *
 * @throws with the end of the server's output when it ends first, or is not ready in time
 */
export async function startDaemon(
	command: string,
	args: string[],
	{ name, ready, patience = 120_000, log, onSpawn, ...options }: DaemonOptions,
): Promise<Daemon> {
	const stdio = ['ignore', 'pipe', 'pipe'] satisfies SpawnOptions['stdio'];
	// In a group of its own: Ctrl-C in the terminal reaches only the caller, who then stops it in order.
	const child = spawn(command, args, { ...options, stdio, detached: true });
	const dismissGuard = guard(child.pid);
	let output = '';
	const add = (text: string) => {
		output = (output + text).slice(-KEPT_OUTPUT);
		log?.(text);
	};
	for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', add);
	let isOver = false;
	const killNow = () => {
		if (isOver || child.pid === undefined) return;
		try {
			// The negative id is the group that `detached` made: the server and its children, nothing else.
			process.kill(-child.pid, 'SIGKILL');
		} catch {
			// All of them have ended.
		}
	};
	process.once('exit', killNow);
	const ended = new Promise<string>((resolve) => {
		child.once('error', ({ message }) => resolve(message));
		// Children that go on would keep the output open, and the end unnoticed.
		child.once('exit', killNow);
		child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
	}).finally(() => {
		isOver = true;
		process.off('exit', killNow);
		dismissGuard();
	});
	const kill = async () => {
		killNow();
		await ended;
	};
	const stop: Daemon['stop'] = async (signal = 'SIGTERM') => {
		child.kill(signal);
		if ((await Promise.race([ended, pause(10_000, 'late', { ref: false })])) === 'late') killNow();
		await ended;
	};
	onSpawn?.(stop);

	const deadline = Date.now() + patience;
	while (!(await ready())) {
		if (!isOver && Date.now() < deadline) {
			await pause(100);
			continue;
		}
		const problem = isOver ? `ended while starting (${await ended})` : 'was not ready in time';
		await kill();
		throw new Error(`${name} ${problem}. ${tailOf(output)}`);
	}
	return { pid: child.pid!, output: () => output, ended, stop, kill };
}

/** The last lines of a server's output, for an error. */
export const tailOf = (output: string) =>
	`The end of its output:\n${output.trimEnd().split('\n').slice(-25).join('\n')}`;

/** Ends a server with its group, and this process, where this one or the jest that it works for was killed. */
function guard(group = 0): () => void {
	if (!group) return () => {};
	const [own, caller] = [process.pid, process.connected ? process.ppid : process.pid];
	const script = `while kill -0 ${own} && kill -0 ${caller}; do sleep 1; done; kill -9 -${group} ${own}`;
	const shell = spawn('sh', ['-c', script], { stdio: 'ignore', detached: true });
	shell.unref();
	return () => void shell.kill('SIGKILL');
}
