import { existsSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startDaemon, type Daemon, type DaemonOptions } from '../daemon';
import { residentMemory } from '../memory/memory';
import { n8nEnvironment } from './environment';
import { lineFolder, projectFolder, type N8nLine } from './folders';
import { node24 } from './node24';
import { freePort } from './ports';

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

/** What a community node may import and n8n itself has. */
const SHARED = ['n8n-workflow', 'luxon', 'lodash', 'zod'];

/**
 * A user folder below the project would find the project's own `n8n-workflow` on the way up, before n8n's:
 * a second copy, whose errors n8n does not recognise. Links to n8n's copies come first. Elsewhere nothing is done.
 */
async function linkSharedModules(line: N8nLine, userFolder: string): Promise<void> {
	if (path.relative(projectFolder, userFolder).startsWith('..')) return;
	const n8n = path.join(lineFolder(line), 'node_modules', 'n8n', 'package.json');
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	await mkdir(modules, { recursive: true });
	for (const name of SHARED) {
		const own = createRequire(n8n)
			.resolve.paths(name)
			?.map((folder) => path.join(folder, name))
			.find((folder) => existsSync(folder));
		const link = path.join(modules, name);
		await rm(link, { force: true, recursive: true });
		if (own) await symlink(own, link, 'junction');
	}
}
