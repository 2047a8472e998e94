import path from 'node:path';
import { pathWithNode24, type N8nLine } from './folders';

interface Place {
	line: N8nLine;
	userFolder: string;
	port: number;
	brokerPort: number;
}

/**
 * The whole environment of an n8n process. Nothing of the caller's own `N8N_*`, `DB_*` or `NODE_OPTIONS`
 * comes through: a sandbox must behave the same on every machine.
 */
export function n8nEnvironment({ line, userFolder, port, brokerPort }: Place) {
	const inherited = ['LANG', 'LC_ALL', 'TZ'];
	return {
		...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
		PATH: pathWithNode24(),

		// It writes nowhere else.
		N8N_USER_FOLDER: userFolder,
		HOME: userFolder,
		TMPDIR: path.join(userFolder, 'tmp'),

		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// Of a queue worker.
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		// Without TLS the browser would not send a secure cookie back.
		N8N_SECURE_COOKIE: 'false',

		...SILENT,
		...BY_LINE[line],
		// As in n8n's own container image; otherwise errors come with stack traces.
		NODE_ENV: 'production',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_LOG_OUTPUT: 'console',
	};
}

/** Every switch n8n has for connections that it opens on its own, in either line. */
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
	// Older 1.x lets community nodes be AI tools only with this; 1.123 and 2.x no longer ask.
	N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
};

const BY_LINE = {
	// This module fetches its catalogue from n8n's server; 1.x does not start with a name it does not know.
	'2.x': { N8N_DISABLED_MODULES: 'mcp-registry' },
	'1.x': {
		// 2.x always runs Code nodes in a runner; 1.x only where asked to.
		N8N_RUNNERS_ENABLED: 'true',
		// As 2.x has it: with one connection, two requests at the same time can meet in one transaction of SQLite.
		DB_SQLITE_POOL_SIZE: '2',
	},
};
