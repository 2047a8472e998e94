import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A TCP port of 127.0.0.1 that nobody uses, chosen by the system. */
export async function freePort(): Promise<number> {
	return (await listenOnce(0))!;
}

/** Whether one can listen on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	return (await listenOnce(port)) !== undefined;
}

/**
 * The port that was asked for; else the default one, or the first free one after it.
 *
 * @param option the command-line option that chooses it, for the messages
 * @throws when there is none
 */
export async function choosePort(
	wanted: string | undefined,
	usual: number,
	option: string,
	tell: (text: string) => void,
): Promise<number> {
	const after = Array.from({ length: 20 }, (_, index) => usual + index);
	for (const port of wanted === undefined ? after : [Number(wanted)]) {
		if (!(await isFree(port))) continue;
		if (wanted === undefined && port !== usual)
			tell(`Port ${usual} is in use, taking ${port} (${option} chooses another one).`);
		return port;
	}
	const taken = wanted ?? `${usual} and those after it`;
	throw new Error(`Port ${taken} is in use or not allowed: choose another one with ${option}.`);
}

async function listenOnce(port: number): Promise<number | undefined> {
	const server = createServer();
	try {
		await once(server.listen(port, '127.0.0.1'), 'listening');
		return (server.address() as AddressInfo).port;
	} catch {
		return undefined;
	} finally {
		await new Promise((resolve) => server.close(resolve));
	}
}
