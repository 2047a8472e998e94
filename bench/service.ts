import { createServer, type IncomingMessage } from 'node:http';
import { listening } from '../rig/n8n/ports';

export type Service = Awaited<ReturnType<typeof startService>>;

/** What arrived since the service began to count. */
interface Tally {
	messages: number;
	bytes: number;
	/** Different texts. */
	texts: Set<string>;
}

/** Starts a messaging service that counts. It does nothing else, because it shares the machine with n8n. */
export async function startService() {
	const service = {
		url: '',
		tally: {} as Tally,
		/** Counts from 0. */
		begin() {
			service.tally = { messages: 0, bytes: 0, texts: new Set() };
		},
		stop: () => void server.close(),
	};
	const takeMessage = async (request: IncomingMessage) => {
		const { tally } = service;
		tally.messages++;
		const isForm = request.headers['content-type']?.startsWith('multipart/');
		let body = '';
		for await (const piece of request as AsyncIterable<Buffer>) {
			tally.bytes += piece.length;
			// A form may contain a film, so the service counts only its bytes.
			if (!isForm) body += piece;
		}
		if (body) tally.texts.add((JSON.parse(body) as { text: string }).text);
	};
	const server = createServer(async (request, response) => {
		await takeMessage(request);
		const body = { status: 200, statusText: '', data: 'OK', headers: {} };
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
	service.begin();
	service.url = `http://127.0.0.1:${await listening(server)}`;
	return service;
}
