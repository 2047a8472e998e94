import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Lets a server listen on 127.0.0.1. @returns its port, a free one where none is given */
export async function listening(server: Server, port = 0): Promise<number> {
	await once(server.listen(port, '127.0.0.1'), 'listening');
	return (server.address() as AddressInfo).port;
}

/** A TCP port of 127.0.0.1 that nobody uses: this one, or one that the system chooses. @throws if it is in use */
export async function freePort(port?: number): Promise<number> {
	const server = createServer();
	const chosen = await listening(server, port);
	await once(server.close(), 'close');
	return chosen;
}

/**
 * The port that was asked for; else the default one, or the first free one after it.
 *
 * @param option the command-line option that chooses it, for the message
 * @throws when there is none
 */
export async function choosePort(
	wanted: string | undefined,
	usual: number,
	option: string,
): Promise<number> {
	const after = Array.from({ length: 20 }, (_, index) => usual + index);
	for (const port of wanted === undefined ? after : [Number(wanted)])
		if (await freePort(port).catch(() => 0)) return port;
	const taken = wanted ?? `${usual} and those after it`;
	throw new Error(`Port ${taken} is in use or not allowed: choose another one with ${option}.`);
}
