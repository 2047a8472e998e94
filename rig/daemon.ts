import { spawn, type SpawnOptions } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** A server that ends with this process. */
export interface Daemon {
	pid: number;
	/** The last 200,000 characters of stdout and stderr. */
	output(): string;
	/** Resolves when it has ended, to its exit code or signal: `code 1`, `SIGKILL`. */
	ended: Promise<string>;
	/** Sends it a signal (default SIGTERM), and kills it after ten seconds. */
	stop(signal?: NodeJS.Signals): Promise<void>;
	/** Kills it and its children, as a power cut would. */
	kill(): Promise<void>;
}

export interface DaemonOptions extends SpawnOptions {
	/** For messages, e.g. `n8n 2.x`. */
	name: string;
	/** Called until it returns true. */
	ready: () => Promise<boolean>;
	/** Gets each piece of the server's output. */
	log?: (text: string) => void;
	/** Gets `stop` as soon as the process exists: the caller may have to end it before it is ready. */
	onSpawn?: (stop: Daemon['stop']) => unknown;
}

const MAX_OUTPUT = 200_000;
const READY_WITHIN_MS = 120_000;

/**
 * Starts a server and waits until it is ready.
 *
 * @throws an error with the end of the server's output if the server ends or is not ready in time
 */
export async function startDaemon(
	command: string,
	args: string[],
	{ name, ready, log, onSpawn, ...options }: DaemonOptions,
): Promise<Daemon> {
	const stdio = ['ignore', 'pipe', 'pipe'] satisfies SpawnOptions['stdio'];
	// It gets its own process group, so that Ctrl-C in the terminal reaches only the caller, who stops it.
	const child = spawn(command, args, { ...options, stdio, detached: true });
	const dismissGuard = guard(child.pid);
	let output = '';
	const add = (text: string) => {
		output = (output + text).slice(-MAX_OUTPUT);
		log?.(text);
	};
	for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', add);
	let isOver = false;
	const killNow = () => {
		if (isOver || child.pid === undefined) return;
		try {
			// A negative id means the process group: the server and its children.
			process.kill(-child.pid, 'SIGKILL');
		} catch {
			// All of them have ended already.
		}
	};
	process.once('exit', killNow);
	const ended = new Promise<string>((resolve) => {
		child.once('error', ({ message }) => resolve(message));
		// Running children would keep the output open, and "close" would not come.
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

	const deadline = Date.now() + READY_WITHIN_MS;
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

/** Kills the server's group and this process if this process, or the jest that started it, is killed. @returns ends the watch */
function guard(group = 0): () => void {
	if (!group) return () => {};
	const [own, caller] = [process.pid, process.connected ? process.ppid : process.pid];
	const script = `while kill -0 ${own} && kill -0 ${caller}; do sleep 1; done; kill -9 -${group} ${own}`;
	const shell = spawn('sh', ['-c', script], { stdio: 'ignore', detached: true });
	shell.unref();
	return () => void shell.kill('SIGKILL');
}
