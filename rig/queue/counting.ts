import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listening } from '../servers/listening';

/** A service end that does nothing but count, so that it takes as little of the machine as can be. */
export interface CountingService {
	url: string;
	/** milliseconds before each answer */
	latency: number;
	/** how often each text has arrived */
	readonly arrived: Map<string, number>;
	close(): Promise<void>;
}

const OK = JSON.stringify({
	status: 200,
	statusText: '',
	data: 'OK',
	headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
});

/** @param apiKey every message must carry it */
export async function startCountingService(apiKey: string): Promise<CountingService> {
	const arrived = new Map<string, number>();
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (piece) => (body += piece));
		request.on('end', () => {
			const message = JSON.parse(body) as { api_key: string; text: string };
			if (message.api_key !== apiKey)
				return void response.writeHead(500).end('The API key is not valid');
			arrived.set(message.text, (arrived.get(message.text) ?? 0) + 1);
			const answer = () =>
				void response.writeHead(200, { 'content-type': 'application/json' }).end(OK);
			if (service.latency > 0) setTimeout(answer, service.latency);
			else answer();
		});
	});
	const port = await listening(server);
	const service: CountingService = {
		url: `http://127.0.0.1:${port}`,
		latency: 0,
		arrived,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return service;
}

/** Waits until so many of the texts have arrived. */
export async function untilArrived(
	texts: string[],
	count: number,
	{ arrived }: CountingService,
): Promise<void> {
	const deadline = Date.now() + 120_000;
	while (texts.filter((text) => arrived.has(text)).length < count) {
		if (Date.now() > deadline)
			throw new Error(`Fewer than ${count} messages have arrived in two minutes`);
		await pause(50);
	}
}

/** What became of the messages that were to be sent. */
export interface Delivery {
	planned: number;
	once: number;
	twice: number;
	never: number;
}

/** Compares what was planned with what has arrived. */
export function deliveryOf(planned: string[], { arrived }: CountingService): Delivery {
	const times = planned.map((text) => arrived.get(text) ?? 0);
	return {
		planned: planned.length,
		once: times.filter((count) => count === 1).length,
		twice: times.filter((count) => count > 1).length,
		never: times.filter((count) => count === 0).length,
	};
}
