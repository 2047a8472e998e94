import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startDaemon, type Daemon } from '../daemon';
import { freePort } from '../n8n/ports';

/** Starts Redis as Debian sets it: it keeps snapshots in a folder, now and then and at an orderly end. */
export async function startRedis(data: string, stops: AsyncDisposableStack) {
	await mkdir(data, { recursive: true });
	const port = String(await freePort());
	const tell = async (...words: string[]) =>
		(await promisify(execFile)('redis-cli', ['-p', port, ...words])).stdout;
	// With the moments of Debian's redis.conf.
	const place = ['--port', port, '--bind', '127.0.0.1', '--dir', data];
	const args = [...place, '--save', '900 1 300 10 60 10000', '--appendonly'];
	let appendOnly = 'no';
	const start = async () =>
		await startDaemon('redis-server', [...args, appendOnly], {
			name: 'Redis (apt-get install -y redis-server)',
			cwd: data,
			ownGroup: true,
			// While it still loads its data, it answers with an error.
			ready: async () => (await tell('PING').catch(String)).startsWith('PONG'),
		});
	let server: Daemon = await start();
	stops.defer(async () => await server.stop());
	return {
		get pid(): number {
			return server.pid;
		},
		/** n8n's settings that lead here */
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port },
		/** Ends it, in order or as a crash, and starts it anew on what it has kept three seconds later. */
		async restart(how: 'in order' | 'crash'): Promise<void> {
			await (how === 'crash' ? server.kill() : server.stop());
			await pause(3000);
			server = await start();
		},
		/** Whether it keeps a log of every write, too. */
		async keepLog(isKept: boolean): Promise<void> {
			appendOnly = isKept ? 'yes' : 'no';
			await tell('CONFIG', 'SET', 'appendonly', appendOnly);
		},
		takeSnapshot: async () => void (await tell('SAVE')),
	};
}
