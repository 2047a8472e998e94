import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { chown, mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startDaemon } from '../daemon';
import { freePort } from '../n8n/ports';

const run = promisify(execFile);
const USER = 'n8n';

/** Starts an empty PostgreSQL on 127.0.0.1, without a password. @returns n8n's settings for it */
export async function startPostgres(stops: AsyncDisposableStack) {
	// Debian's package puts each version into its own folder, which is not on the PATH.
	const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
	if (!programs)
		throw new Error('PostgreSQL was not found: apt-get install -y postgresql redis-server');
	// PostgreSQL refuses to run as root, so root starts it as the user of Debian's package.
	const { uid, gid } = statSync('/var/lib/postgresql');
	const owner = process.getuid?.() === 0 ? { uid, gid } : undefined;
	const data = stops.use(await mkdtempDisposable(path.join(tmpdir(), 'n8n-postgres-'))).path;
	if (owner) await chown(data, owner.uid, owner.gid);
	const initialise = ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--no-locale'];
	await run(path.join(programs, 'initdb'), initialise, { cwd: data, ...owner });

	const address = ['-h', '127.0.0.1', '-p', String(await freePort())];
	const isReady = async () => await run(path.join(programs, 'pg_isready'), address);
	// Without a socket in the file system: another PostgreSQL of this machine may use its path.
	const settings = ['-D', data, ...address, '-c', 'unix_socket_directories='];
	await startDaemon(path.join(programs, 'postgres'), settings, {
		name: 'PostgreSQL',
		cwd: data,
		...owner,
		// SIGINT ends it without waiting for its clients.
		onSpawn: (stop) => stops.defer(async () => await stop('SIGINT')),
		ready: async () => await isReady().then(Boolean, () => false),
	});
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: address[3],
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: USER,
	};
}

/** Starts an empty Redis. @returns n8n's settings for it */
export async function startRedis(data: string, stops: AsyncDisposableStack) {
	await mkdir(data, { recursive: true });
	const port = String(await freePort());
	const ping = async () => (await run('redis-cli', ['-p', port, 'PING'])).stdout;
	const args = ['--port', port, '--bind', '127.0.0.1', '--dir', data, '--save', ''];
	await startDaemon('redis-server', args, {
		name: 'Redis (apt-get install -y redis-server)',
		cwd: data,
		onSpawn: (stop) => stops.defer(async () => await stop()),
		ready: async () => (await ping().catch(String)).startsWith('PONG'),
	});
	return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port };
}
