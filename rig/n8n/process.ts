import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startDaemon, type Daemon, type DaemonOptions } from '../daemon';
import { residentMemory } from '../memory/memory';
import { n8nEnvironment } from './environment';
import { lineFolder, type N8nLine } from './folders';
import { node24 } from './node24';
import { freePort } from './ports';
import { linkSharedModules } from './sharedModules';

/** What answers once a process can work. Of the main one, readiness tells of the database only: the routes come later. */
const READY_PATHS = {
	start: ['/healthz/readiness', '/rest/settings'],
	webhook: ['/healthz/readiness'],
	worker: ['/healthz/readiness'],
};

export interface StartOptions extends Pick<DaemonOptions, 'log' | 'ownGroup' | 'onSpawn'> {
	line: N8nLine;
	/** becomes N8N_USER_FOLDER: n8n writes nowhere else */
	userFolder: string;
	/** which of n8n's processes; default `start`, the main one */
	command?: keyof typeof READY_PATHS;
	/** a free one when left out */
	port?: number;
	/** on top of the rig's own environment, and stronger */
	env?: Record<string, string>;
}

export interface N8nProcess extends Daemon {
	line: N8nLine;
	/** e.g. `http://127.0.0.1:5678`, without a slash at the end */
	url: string;
	userFolder: string;
	/** what the main process has in memory now, in bytes */
	memory(): Promise<number>;
}

/**
 * Starts an n8n that is installed already (see `installN8n`) and waits until it answers.
 * @throws with the end of n8n's output when it ends or is not ready in time
 */
export async function startN8n(options: StartOptions): Promise<N8nProcess> {
	const { line, command = 'start', env, log, ownGroup, onSpawn } = options;
	const userFolder = path.resolve(options.userFolder);
	const port = options.port ?? (await freePort());
	const brokerPort = await freePort();
	await mkdir(path.join(userFolder, 'tmp'), { recursive: true });
	await linkSharedModules(line, userFolder);

	const url = `http://127.0.0.1:${port}`;
	const n8n = path.join(lineFolder(line), 'node_modules', 'n8n', 'bin', 'n8n');
	const daemon = await startDaemon(node24(), [n8n, command], {
		...{ name: `n8n ${line}`, log, ownGroup, onSpawn },
		// n8n reads a `.env` of its working directory.
		cwd: userFolder,
		env: { ...n8nEnvironment({ line, userFolder, port, brokerPort }), ...env },
		ready: async () => {
			const urls = READY_PATHS[command].map((urlPath) => url + urlPath);
			return (await Promise.all(urls.map(answers))).every(Boolean);
		},
	});
	const memory = async () => await residentMemory(daemon.pid);
	return { ...daemon, line, url, userFolder, memory };
}

async function answers(url: string): Promise<boolean> {
	return await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
		(response) => response.ok && (response.headers.get('content-type') ?? '').includes('json'),
		() => false,
	);
}
