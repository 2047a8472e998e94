import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../n8n/ports';
import { startDaemon, type Daemon } from '../daemon';

/** How Redis keeps its data: as Debian sets it (snapshots now and then, and at an orderly end), or a log of every write. */
export type Persistence = 'snapshots' | 'log';

export async function startRedis(program: string, folder: string) {
	const data = path.join(folder, 'redis');
	await mkdir(data, { recursive: true });
	const port = String(await freePort());
	const tell = async (...words: string[]) =>
		(await promisify(execFile)('redis-cli', ['-p', port, ...words])).stdout;
	// The moments of Debian's redis.conf.
	const moments = ['--save', '900 1 300 10 60 10000'];
	const args = ['--port', port, '--bind', '127.0.0.1', '--dir', data, ...moments];
	let appendOnly = 'no';
	const start = async () =>
		await startDaemon(program, [...args, '--appendonly', appendOnly], {
			...{ name: 'Redis', cwd: data, ownGroup: true },
			// While it still loads its data, it answers with an error.
			ready: async () => (await tell('PING').catch(String)).startsWith('PONG'),
		});
	let server: Daemon = await start();
	return {
		get pid(): number {
			return server.pid;
		},
		/** n8n's settings that lead here */
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port },
		/** Ends it, in order or as a crash, and starts it anew on what it has kept. */
		async restart(how: 'in order' | 'crash', downMs: number): Promise<void> {
			await (how === 'crash' ? server.kill() : server.stop());
			await pause(downMs);
			server = await start();
		},
		/** Debian's by default. */
		async keepBy(persistence: Persistence): Promise<void> {
			appendOnly = persistence === 'log' ? 'yes' : 'no';
			await tell('CONFIG', 'SET', 'appendonly', appendOnly);
		},
		/** As the settings do now and then. */
		takeSnapshot: async () => void (await tell('SAVE')),
		stop: async () => await server.stop(),
	};
}
