import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../n8n/ports';
import { startDaemon, type Daemon } from '../daemon';

/** How Redis keeps its data: as Debian sets it (snapshots now and then, and at an orderly end), or a log of every write. */
export type Persistence = 'snapshots' | 'log';

export interface Redis {
	readonly pid: number;
	/** n8n's settings that lead here */
	env: Record<string, string>;
	/** Debian's by default. */
	keepBy(persistence: Persistence): Promise<void>;
	/** Takes a snapshot, as the settings do now and then. */
	takeSnapshot(): Promise<void>;
	/** Ends it, in order or as a crash, and starts it anew on what it has kept. */
	restart(how: 'in order' | 'crash', downMs: number): Promise<void>;
	stop(): Promise<void>;
}

export async function startRedis(program: string, folder: string): Promise<Redis> {
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
		get pid() {
			return server.pid;
		},
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port },
		async restart(how, downMs) {
			await (how === 'crash' ? server.kill() : server.stop());
			await pause(downMs);
			server = await start();
		},
		async keepBy(persistence) {
			appendOnly = persistence === 'log' ? 'yes' : 'no';
			await tell('CONFIG', 'SET', 'appendonly', appendOnly);
		},
		takeSnapshot: async () => void (await tell('SAVE')),
		stop: async () => await server.stop(),
	};
}
