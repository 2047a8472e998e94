import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { startDaemon, type Daemon, type DaemonOptions } from '../daemon';
import { n8nFolder, node24, pathWithNode24, projectFolder } from './folders';
import { freePort } from './ports';

export interface StartOptions extends Pick<DaemonOptions, 'log' | 'onSpawn'> {
	/** Becomes N8N_USER_FOLDER: n8n writes nowhere else. */
	userFolder: string;
	/** Default `start`, the main process. */
	command?: 'start' | 'webhook' | 'worker';
	/** Default: any free one. */
	port?: number;
	/** n8n's settings, on top of the rig's own. */
	env?: Record<string, string>;
}

export interface N8nProcess extends Daemon {
	/** e.g. `http://127.0.0.1:5678`, without a slash at the end */
	url: string;
	userFolder: string;
}

/**
 * Starts an n8n that is installed already (see `installN8n`) and waits until it answers. Nothing of the caller's own
 * `N8N_*`, `DB_*` or `NODE_OPTIONS` comes through: a sandbox must behave the same on every machine.
 *
 * @throws with the end of n8n's output when it ends or is not ready in time
 */
export async function startN8n(options: StartOptions): Promise<N8nProcess> {
	const { command = 'start', port = await freePort(), log, onSpawn } = options;
	const userFolder = path.resolve(options.userFolder);
	const temporary = path.join(userFolder, 'tmp');
	await mkdir(temporary, { recursive: true });
	await linkSharedModules(userFolder);
	const url = `http://127.0.0.1:${port}`;
	const n8n = path.join(n8nFolder, 'node_modules', 'n8n', 'bin', 'n8n');
	const env = {
		LANG: process.env.LANG,
		LC_ALL: process.env.LC_ALL,
		TZ: process.env.TZ,
		PATH: pathWithNode24(),
		// It writes nowhere else.
		N8N_USER_FOLDER: userFolder,
		HOME: userFolder,
		TMPDIR: temporary,
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		// Of a queue worker.
		QUEUE_HEALTH_CHECK_PORT: String(port),
		...ON_THIS_HOST,
		...SILENT,
		// As in n8n's own container image; otherwise errors come with stack traces.
		NODE_ENV: 'production',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_LOG_OUTPUT: 'console',
		...options.env,
	};
	const daemon = await startDaemon(node24(), [n8n, command], {
		name: 'n8n',
		log,
		onSpawn,
		env,
		// n8n reads a `.env` of its working directory.
		cwd: userFolder,
		// Of the main process, readiness tells of the database only: the routes come later.
		ready: async () =>
			(await answers(`${url}/healthz/readiness`)) &&
			(command !== 'start' || (await answers(`${url}/rest/settings`))),
	});
	return { ...daemon, url, userFolder };
}

const ON_THIS_HOST = {
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	// Without TLS the browser would not send a secure cookie back.
	N8N_SECURE_COOKIE: 'false',
};

/** Every switch n8n has for connections that it opens on its own. */
const SILENT = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_LICENSE_DETACH_FLOATING_ON_SHUTDOWN: 'false',
	// The catalogue of verified community nodes comes from n8n's server; packages on disk load all the same.
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	// This module fetches its catalogue from n8n's server.
	N8N_DISABLED_MODULES: 'mcp-registry',
};

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
async function linkSharedModules(userFolder: string): Promise<void> {
	if (path.relative(projectFolder, userFolder).startsWith('..')) return;
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	await mkdir(modules, { recursive: true });
	for (const name of SHARED) {
		const link = path.join(modules, name);
		await rm(link, { force: true, recursive: true });
		await symlink(path.join(n8nFolder, 'node_modules', name), link);
	}
}
