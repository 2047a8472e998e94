import { execFile, execFileSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../n8n/ports';
import { startDaemon } from '../daemon';

const run = promisify(execFile);
const NAME = 'n8n';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/**
 * A new, empty PostgreSQL with its own default settings, on 127.0.0.1 alone and without a password.
 * @param programs folder of `initdb` and the others
 */
export async function startPostgres(programs: string) {
	const owner = ownerOfServer();
	const data = await mkdtemp(path.join(tmpdir(), 'n8n-postgres-'));
	if (owner) await chown(data, owner.uid, owner.gid);
	const program = (name: string) => path.join(programs, name);
	const initialise = ['-D', data, '-U', NAME, '--auth=trust', '--encoding=UTF8', '--no-locale'];
	await run(program('initdb'), initialise, { cwd: data, ...owner });

	const port = String(await freePort());
	const client = ['-h', '127.0.0.1', '-p', port, '-U', NAME, '-XAtq', '-F', '\t'];
	/** @returns rows of columns, as text */
	const query = async (sql: string, database = NAME): Promise<string[][]> => {
		const { stdout } = await run(program('psql'), [...client, '-d', database, '-c', sql]);
		const lines = stdout.split('\n').filter(Boolean);
		return lines.map((line) => line.split('\t'));
	};
	// Without a socket in the file system, whose usual place may belong to a PostgreSQL of the machine's own.
	const settings = ['-D', data, '-h', '127.0.0.1', '-p', port, '-c', 'unix_socket_directories='];
	const server = await startDaemon(program('postgres'), settings, {
		...{ name: 'PostgreSQL', cwd: data, ...owner, ownGroup: true },
		ready: async () =>
			await query('select 1', 'postgres').then(
				() => true,
				() => false,
			),
	});
	await query(`create database ${NAME}`, 'postgres');
	return {
		pid: server.pid,
		/** n8n's settings that lead here */
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_DATABASE: NAME,
			DB_POSTGRESDB_USER: NAME,
		},
		query,
		/** Ends it and removes its data. */
		async stop(): Promise<void> {
			// "Fast": it does not wait for its clients.
			await server.stop('SIGINT');
			await rm(data, { recursive: true, force: true });
		},
	};
}

/** PostgreSQL refuses to run as root: there it runs as the user that its package made. */
function ownerOfServer(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (option: string) =>
		Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}
