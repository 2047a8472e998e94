import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen on 127.0.0.1. @returns its port, a free one where none is given */
export async function listening(server: Server, port = 0): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	return (server.address() as AddressInfo).port;
}
