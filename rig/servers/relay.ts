import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../n8n/ports';
import { listening } from './listening';

/** A connection to the service that can be cut and restored at any moment: as a service that is killed and comes back. */
export interface Relay {
	readonly url: string;
	/** Refuses connections from now on, and cuts those that stand. */
	kill(): Promise<void>;
	comeBack(): Promise<void>;
	/** Called for each connection before anything of it is passed on; `false` lets it through. */
	onConnection: (count: number) => boolean;
}

/** @param serviceUrl where connections lead. The relay is down until `comeBack`. */
export async function relayTo(serviceUrl: string): Promise<Relay> {
	const port = await freePort();
	const sockets = new Set<Socket>();
	let count = 0;
	const create = () =>
		createServer((incoming) => {
			sockets.add(incoming.on('error', () => {}));
			if (relay.onConnection(++count)) return;
			const outgoing = connect(Number(new URL(serviceUrl).port), '127.0.0.1');
			sockets.add(outgoing.on('error', () => {}));
			incoming.pipe(outgoing).pipe(incoming);
		});
	let server: ReturnType<typeof create> | undefined;
	const relay: Relay = {
		url: `http://127.0.0.1:${port}`,
		onConnection: () => false,
		async kill() {
			const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(0)));
			for (const socket of sockets) socket.destroy();
			sockets.clear();
			server = undefined;
			await closed;
		},
		async comeBack() {
			server = create();
			await listening(server, port);
		},
	};
	return relay;
}
