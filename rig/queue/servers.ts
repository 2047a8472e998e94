import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { chown, mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startDaemon } from '../daemon';
import { freePort } from '../n8n/ports';

const run = promisify(execFile);
const NAME = 'n8n';
/** Debian's package keeps each version off the PATH, in a folder of its own. */
const VERSIONS = '/usr/lib/postgresql';

/**
 * A new, empty PostgreSQL with its own default settings, on 127.0.0.1 alone and without a password.
 *
 * @returns n8n's settings that lead there
 */
export async function startPostgres(stops: AsyncDisposableStack) {
	const programs = path.join(VERSIONS, newest(), 'bin');
	const program = (name: string) => path.join(programs, name);
	// PostgreSQL refuses to run as root: there it runs as the user that its package made.
	const { uid, gid } = statSync('/var/lib/postgresql');
	const owner = process.getuid?.() === 0 ? { uid, gid } : undefined;
	const data = stops.use(await mkdtempDisposable(path.join(tmpdir(), 'n8n-postgres-'))).path;
	if (owner) await chown(data, owner.uid, owner.gid);
	const initialise = ['-D', data, '-U', NAME, '--auth=trust', '--encoding=UTF8', '--no-locale'];
	await run(program('initdb'), initialise, { cwd: data, ...owner });

	const port = String(await freePort());
	const client = ['-h', '127.0.0.1', '-p', port, '-U', NAME];
	const runClient = async (name: string, ...more: string[]) =>
		await run(program(name), [...client, ...more]);
	// Without a socket in the file system, whose usual place may belong to a PostgreSQL of the machine's own.
	const settings = ['-D', data, '-h', '127.0.0.1', '-p', port, '-c', 'unix_socket_directories='];
	await startDaemon(program('postgres'), settings, {
		name: 'PostgreSQL',
		cwd: data,
		...owner,
		// "Fast": it does not wait for its clients.
		onSpawn: (stop) => stops.defer(async () => await stop('SIGINT')),
		ready: async () => await runClient('pg_isready').then(Boolean, () => false),
	});
	await runClient('createdb', NAME);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: port,
		DB_POSTGRESDB_DATABASE: NAME,
		DB_POSTGRESDB_USER: NAME,
	};
}

function newest(): string {
	try {
		return readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0];
	} catch {
		throw new Error('PostgreSQL was not found: apt-get install -y postgresql redis-server');
	}
}

/** Starts an empty Redis. @returns n8n's settings that lead there */
export async function startRedis(data: string, stops: AsyncDisposableStack) {
	await mkdir(data, { recursive: true });
	const port = String(await freePort());
	const ping = async () => (await run('redis-cli', ['-p', port, 'PING'])).stdout;
	const args = ['--port', port, '--bind', '127.0.0.1', '--dir', data, '--save', ''];
	const { stop } = await startDaemon('redis-server', args, {
		name: 'Redis (apt-get install -y redis-server)',
		cwd: data,
		ready: async () => (await ping().catch(String)).startsWith('PONG'),
	});
	stops.defer(async () => await stop());
	return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port };
}
