import { mkdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
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
	const port = await freePort();
	// The last are the moments of Debian's redis.conf.
	const args = [
		'--port',
		String(port),
		'--bind',
		'127.0.0.1',
		'--dir',
		data,
		'--save',
		'900 1 300 10 60 10000',
	];
	let appendOnly = 'no';
	const start = async () =>
		await startDaemon(program, [...args, '--appendonly', appendOnly], {
			...{ name: 'Redis', cwd: data, ownGroup: true },
			ready: async () => await answers(port),
		});
	let server: Daemon = await start();
	return {
		get pid() {
			return server.pid;
		},
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) },
		async restart(how, downMs) {
			await (how === 'crash' ? server.kill() : server.stop());
			await new Promise((resolve) => setTimeout(resolve, downMs));
			server = await start();
		},
		async keepBy(persistence) {
			appendOnly = persistence === 'log' ? 'yes' : 'no';
			await talk(port, `CONFIG SET appendonly ${appendOnly}\r\n`);
		},
		takeSnapshot: async () => void (await talk(port, 'SAVE\r\n')),
		stop: async () => await server.stop(),
	};
}

/** A Redis that still loads its data answers with an error. */
const answers = async (port: number) =>
	await talk(port, 'PING\r\n').then(
		(answer) => answer.startsWith('+PONG'),
		() => false,
	);

async function talk(port: number, text: string): Promise<string> {
	return await new Promise((resolve, reject) => {
		const socket = createConnection(port, '127.0.0.1', () => socket.write(text));
		socket.once('error', reject);
		socket.once('data', (answer) => (socket.destroy(), resolve(String(answer))));
	});
}
