import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { startDaemon, type Daemon, type DaemonOptions } from '../daemon';
import { n8nFolder, node24, pathWithNode24, projectFolder } from './folders';
import { freePort } from './ports';

export interface StartOptions extends Pick<DaemonOptions, 'log' | 'onSpawn'> {
	/** N8N_USER_FOLDER: n8n writes nowhere else. */
	userFolder: string;
	/** Default: `start`, the main process. */
	command?: 'start' | 'webhook' | 'worker';
	/** Default: any free one. */
	port?: number;
	/** Settings of n8n beside the rig's own. */
	env?: Record<string, string>;
}

export interface N8nProcess extends Daemon {
	/** e.g. `http://127.0.0.1:5678`, without a slash at the end */
	url: string;
	userFolder: string;
}

/**
 * Starts an installed n8n (see `installN8n`) and waits until it responds. n8n gets no `N8N_*`, `DB_*` or `NODE_OPTIONS`
 * of the caller, so that it behaves the same on every machine.
 *
 * @throws an error with the end of n8n's output if n8n ends or is not ready in time
 */
export async function startN8n(options: StartOptions): Promise<N8nProcess> {
	const { command = 'start', port = await freePort(), log, onSpawn } = options;
	const userFolder = path.resolve(options.userFolder);
	const temporary = path.join(userFolder, 'tmp');
	await mkdir(temporary, { recursive: true });
	await linkModules(userFolder);
	const url = `http://127.0.0.1:${port}`;
	const n8n = path.join(n8nFolder, 'node_modules', 'n8n', 'bin', 'n8n');
	const env = {
		LANG: process.env.LANG,
		LC_ALL: process.env.LC_ALL,
		TZ: process.env.TZ,
		PATH: pathWithNode24(),
		N8N_USER_FOLDER: userFolder,
		HOME: userFolder,
		TMPDIR: temporary,
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		// A queue worker reads this one.
		QUEUE_HEALTH_CHECK_PORT: String(port),
		...ON_THIS_HOST,
		...SILENT,
		// As in n8n's container image. Otherwise errors contain stack traces.
		NODE_ENV: 'production',
		...options.env,
	};
	const daemon = await startDaemon(node24(), [n8n, command], {
		name: 'n8n',
		log,
		onSpawn,
		env,
		// n8n reads `.env` in its working directory.
		cwd: userFolder,
		// The main process is "ready" with its database, and adds its routes later.
		ready: async () =>
			(await responds(`${url}/healthz/readiness`)) &&
			(command !== 'start' || (await responds(`${url}/rest/settings`))),
	});
	return { ...daemon, url, userFolder };
}

const ON_THIS_HOST = {
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	// Without TLS, a browser does not return a secure cookie.
	N8N_SECURE_COOKIE: 'false',
};

/** All settings that stop n8n from opening connections on its own. */
const SILENT = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_LICENSE_DETACH_FLOATING_ON_SHUTDOWN: 'false',
	// n8n would fetch the list of verified community nodes. It loads packages on the disk without it.
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	// This module would fetch a list, too.
	N8N_DISABLED_MODULES: 'mcp-registry',
};

async function responds(url: string): Promise<boolean> {
	return await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
		(response) => response.ok && (response.headers.get('content-type') ?? '').includes('json'),
		() => false,
	);
}

/**
 * In a user folder below the project, the node would import the project's `n8n-workflow`, and n8n does not recognise the
 * errors of this second copy. The link leads the node to n8n's own modules. Elsewhere n8n itself does.
 */
async function linkModules(userFolder: string): Promise<void> {
	if (path.relative(projectFolder, userFolder).startsWith('..')) return;
	const link = path.join(userFolder, 'node_modules');
	await rm(link, { force: true });
	await symlink(path.join(n8nFolder, 'node_modules'), link);
}
