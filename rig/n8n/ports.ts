import { createServer } from 'node:net';

/** A TCP port of 127.0.0.1 that nobody uses, chosen by the system. */
export async function freePort(): Promise<number> {
	return (await listenOnce(0)) as number;
}

/**
 * The port that was asked for; else the default one, or the first free one after it.
 * @param option the command-line option that chooses it, for the messages
 * @throws when the port asked for is in use
 */
export async function choosePort(
	wanted: number | undefined,
	usual: number,
	option: string,
	tell: (text: string) => void,
): Promise<number> {
	if (wanted !== undefined) {
		if (await isFree(wanted)) return wanted;
		throw new Error(`Port ${wanted} is in use or not allowed: choose another one with ${option}.`);
	}
	for (let port = usual; port <= usual + 20; port++) {
		if (!(await isFree(port))) continue;
		if (port !== usual)
			tell(`Port ${usual} is in use, taking ${port} (${option} chooses another one).`);
		return port;
	}
	throw new Error(`The ports ${usual} to ${usual + 20} are all in use: choose one with ${option}.`);
}

/** Whether one can listen on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	return (await listenOnce(port)) !== undefined;
}

async function listenOnce(port: number): Promise<number | undefined> {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => resolve(undefined));
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
		});
	});
}
