import { spawn, type SpawnOptions } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { RecentOutput } from '../n8n/recentOutput';

/** A server that was started here and ends with this process. */
export interface Daemon {
	pid: number;
	/** Ends it in order, and by force after ten seconds. */
	stop(signal: NodeJS.Signals): Promise<void>;
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
}

/**
 * Starts a server in a process group of its own, so that Ctrl-C reaches only the caller, who stops things in order.
 * @param ready asked again and again until it says yes
 * @throws with the end of the server's output when it ends first, or is not ready within 30 seconds
 */
export async function startDaemon(
	command: string,
	args: string[],
	options: SpawnOptions,
	ready: () => Promise<boolean>,
): Promise<Daemon> {
	const child = spawn(command, args, {
		...options,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	const output = new RecentOutput();
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding('utf8').on('data', (text) => output.add(text));
	const killNow = () => void child.kill('SIGKILL');
	process.once('exit', killNow);
	let isOver = false;
	const ended = new Promise<void>((resolve) => {
		child.once('error', (error) => (output.add(error.message), resolve()));
		child.once('close', () => resolve());
	}).finally(() => {
		isOver = true;
		process.off('exit', killNow);
	});
	const kill = async () => {
		killNow();
		await ended;
	};
	const deadline = Date.now() + 30_000;
	while (!(await ready())) {
		if (isOver || Date.now() > deadline) {
			await kill();
			throw new Error(`${command} did not start. The end of its output:\n${output.tail()}`);
		}
		await pause(100);
	}
	return {
		pid: child.pid!,
		kill,
		async stop(signal) {
			child.kill(signal);
			if ((await Promise.race([ended, pause(10_000, 'late', { ref: false })])) === 'late')
				killNow();
			await ended;
		},
	};
}
