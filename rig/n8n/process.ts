import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { startDaemon, type Daemon, type DaemonOptions } from '../daemon';
import { n8nEnvironment } from './environment';
import { lineFolder, node24, projectFolder, type N8nLine } from './folders';
import { freePort } from './ports';

export interface StartOptions extends Pick<DaemonOptions, 'log' | 'ownGroup' | 'onSpawn'> {
	line: N8nLine;
	/** becomes N8N_USER_FOLDER: n8n writes nowhere else */
	userFolder: string;
	/** which of n8n's processes; default `start`, the main one */
	command?: 'start' | 'webhook' | 'worker';
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
		// Of the main process, readiness tells of the database only: the routes come later.
		ready: async () =>
			(await answers(`${url}/healthz/readiness`)) &&
			(command !== 'start' || (await answers(`${url}/rest/settings`))),
	});
	return { ...daemon, line, url, userFolder };
}

async function answers(url: string): Promise<boolean> {
	return await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
		(response) => response.ok && (response.headers.get('content-type') ?? '').includes('json'),
		() => false,
	);
}

/** What a community node may import and n8n itself has. */
const SHARED = ['n8n-workflow', 'luxon', 'lodash', 'zod'];

/**
 * A user folder below the project would find the project's own `n8n-workflow` on the way up, before n8n's:
 * a second copy, whose errors n8n does not recognise. Links to n8n's copies come first. Elsewhere nothing is done.
 */
async function linkSharedModules(line: N8nLine, userFolder: string): Promise<void> {
	if (path.relative(projectFolder, userFolder).startsWith('..')) return;
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	await mkdir(modules, { recursive: true });
	for (const name of SHARED) {
		const link = path.join(modules, name);
		await rm(link, { force: true, recursive: true });
		await symlink(path.join(lineFolder(line), 'node_modules', name), link);
	}
}
