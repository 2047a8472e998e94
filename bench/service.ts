import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { node24 } from '../rig/n8n/folders';

export type Service = Awaited<ReturnType<typeof startService>>;

/** The messaging service, in a process of its own so that its work is not counted as n8n's. */
export async function startService() {
	const file = path.join(__dirname, 'service.ts');
	const child = fork(file, { execPath: node24(), execArgv: ['--import', 'tsx'] });
	const [url] = (await once(child, 'message')) as [string];
	return {
		/** e.g. `http://127.0.0.1:40000`, without a slash at the end */
		url,
		/** Counts from 0. A workflow can call this URL, too. */
		begin: async () => void (await fetch(`${url}/begin`)),
		tally: async () => (await (await fetch(`${url}/tally`)).json()) as Tally,
		stop: () => child.disconnect(),
	};
}

/** What arrived since the service began to count. */
interface Tally {
	begins: number;
	messages: number;
	bytes: number;
	/** Milliseconds from the beginning to the first message. */
	firstAfter?: number;
	/** Different texts. */
	texts: number;
}

/** As lean as possible, because it shares the machine with n8n. */
function serve(): void {
	let [begun, tally] = [0, { begins: 0, messages: 0, bytes: 0 } as Tally];
	const texts = new Set<string>();

	const takeMessage = async (request: IncomingMessage) => {
		tally.firstAfter ??= Date.now() - begun;
		tally.messages++;
		const isForm = request.headers['content-type']?.startsWith('multipart/');
		let body = '';
		for await (const piece of request as AsyncIterable<Buffer>) {
			tally.bytes += piece.length;
			// A form may be as large as a film, so only its length is kept.
			if (!isForm) body += piece;
		}
		if (body) texts.add((JSON.parse(body) as { text: string }).text);
		return JSON.stringify({ status: 200, statusText: '', data: 'OK', headers: {} });
	};
	const respondTo = async (request: IncomingMessage) => {
		if (request.url === '/tally') return JSON.stringify({ ...tally, texts: texts.size });
		if (request.url !== '/begin') return await takeMessage(request);
		texts.clear();
		begun = Date.now();
		tally = { begins: tally.begins + 1, messages: 0, bytes: 0, texts: 0 };
		return '{}';
	};
	const server = createServer((request, response) => {
		const respond = (body?: string) =>
			response.writeHead(200, { 'content-type': 'application/json' }).end(body);
		// A connection that breaks shows in the tally.
		respondTo(request).then(respond, () => response.destroy());
	});
	process.on('disconnect', () => process.exit());
	server.listen(0, '127.0.0.1', 4096, () => {
		process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	});
}

if (require.main === module) serve();
