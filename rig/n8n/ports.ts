import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Lets a server listen on 127.0.0.1. @returns its port; the system chooses a free one for 0 */
export async function listening(server: Server, port = 0): Promise<number> {
	await once(server.listen(port, '127.0.0.1'), 'listening');
	return (server.address() as AddressInfo).port;
}

/** A free TCP port of 127.0.0.1: the given one, or one that the system chooses. @throws if it is in use */
export async function freePort(port?: number): Promise<number> {
	const server = createServer();
	const chosen = await listening(server, port);
	await once(server.close(), 'close');
	return chosen;
}

/** The first free port of 20. @throws if there is none */
export async function freePortFrom(first: number): Promise<number> {
	for (let port = first; port < first + 20; port++)
		if (await freePort(port).catch(() => 0)) return port;
	throw new Error(`The ports from ${first} to ${first + 19} are in use: free one of them.`);
}
