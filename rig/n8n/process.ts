import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { n8nEnvironment } from './environment';
import { lineFolder, type N8nLine } from './folders';
import { peakMemory, residentMemory } from '../memory/memory';
import { node24 } from './node24';
import { freePort } from './ports';
import { READY_PATHS, untilReady } from './ready';
import { RecentOutput } from './recentOutput';
import { linkSharedModules } from './sharedModules';

export interface StartOptions {
	line: N8nLine;
	/** becomes N8N_USER_FOLDER: n8n writes nowhere else */
	userFolder: string;
	/** which of n8n's processes; default `start`, the main one */
	command?: keyof typeof READY_PATHS;
	/** a free one when left out */
	port?: number;
	/** on top of the sandbox's own environment, and stronger */
	env?: Record<string, string>;
	/** gets what n8n prints, as it comes */
	log?: (text: string) => void;
	readyTimeoutMs?: number;
	/**
	 * Puts n8n into a process group of its own, so that Ctrl-C in the terminal reaches only the caller, who must then
	 * stop n8n in order. Default false: Ctrl-C ends n8n too, even where the caller (jest) has no time to.
	 */
	ownGroup?: boolean;
	/** gets `stop` as soon as the process exists, for a caller that may be told to end before n8n is ready */
	onSpawn?: (stop: () => Promise<void>) => void;
}

export interface N8nProcess {
	line: N8nLine;
	pid: number;
	/** e.g. `http://127.0.0.1:5678`, without a slash at the end */
	url: string;
	userFolder: string;
	/** milliseconds from the start of the process until n8n answered */
	startedInMs: number;
	/** the last 200,000 characters of stdout and stderr */
	output(): string;
	/** what the main process has in memory now, in bytes */
	memory(): Promise<number>;
	/** the most the main process has had in memory at once, in bytes */
	peak(): Promise<number>;
	/** resolves with the exit code (null after a signal), whoever ended the process */
	ended: Promise<number | null>;
	/** SIGTERM, and SIGKILL when n8n is still there after the grace period */
	stop(graceMs?: number): Promise<void>;
}

/**
 * Starts an n8n that is installed already (see `installN8n`) and waits until it answers.
 * @throws with the end of n8n's output when it ends or is not ready in time
 */
export async function startN8n(options: StartOptions): Promise<N8nProcess> {
	const { line, log, command = 'start' } = options;
	const inOwnGroup = Boolean(options.ownGroup) && process.platform !== 'win32';
	const userFolder = path.resolve(options.userFolder);
	const port = options.port ?? (await freePort());
	const brokerPort = await freePort();
	await mkdir(path.join(userFolder, 'tmp'), { recursive: true });
	await linkSharedModules(line, userFolder);

	const begun = Date.now();
	const child = spawn(
		node24(),
		[path.join(lineFolder(line), 'node_modules', 'n8n', 'bin', 'n8n'), command],
		{
			// n8n reads a `.env` of its working directory.
			cwd: userFolder,
			env: { ...n8nEnvironment({ line, userFolder, port, brokerPort }), ...options.env },
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: inOwnGroup,
		},
	);
	const recent = new RecentOutput();
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			recent.add(text);
			log?.(text);
		});
	}
	const kill = () => killNow(child, inOwnGroup);
	process.once('exit', kill);
	const ended = new Promise<number | null>((resolve) => {
		child.once('error', (error) => (recent.add(error.message), resolve(null)));
		child.once('close', resolve);
	}).finally(() => process.off('exit', kill));

	const stop = async (graceMs = 10_000) => {
		child.kill('SIGTERM');
		const late = pause(graceMs, 'late', { ref: false });
		if ((await Promise.race([ended, late])) === 'late') kill();
		await ended;
	};

	options.onSpawn?.(stop);

	const url = `http://127.0.0.1:${port}`;
	const waiting = new AbortController();
	const problem = await Promise.race([
		ended.then((code) => `n8n ${line} ended with code ${code} while starting`),
		untilReady(
			READY_PATHS[command].map((path) => url + path),
			begun + (options.readyTimeoutMs ?? 120_000),
			waiting.signal,
		),
	]);
	waiting.abort();
	if (problem) {
		await stop();
		throw new Error(`${problem}. The end of its output:\n${recent.tail()}`);
	}
	return {
		line,
		pid: child.pid!,
		url,
		userFolder,
		startedInMs: Date.now() - begun,
		output: () => recent.toString(),
		memory: async () => await residentMemory(child.pid!),
		peak: async () => await peakMemory(child.pid!),
		ended,
		stop,
	};
}

function killNow({ pid, exitCode, signalCode }: ChildProcess, inOwnGroup: boolean): void {
	if (pid === undefined || exitCode !== null || signalCode !== null) return;
	try {
		// The negative id is the group that `detached` made: n8n and its task runners, nothing else.
		process.kill(inOwnGroup ? -pid : pid, 'SIGKILL');
	} catch {
		// It ended in between.
	}
}
