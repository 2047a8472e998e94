import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { node24 } from '../rig/n8n/folders';

/** What the service has seen since it began to count. */
export interface Tally {
	/** Messages that arrived. */
	received: number;
	/** Different texts among them. */
	distinct: number;
	/** Texts that arrived more than once. */
	repeated: number;
	/** Bytes of all bodies. */
	bytes: number;
	/** When the first message began to arrive; Unix milliseconds. */
	firstRequest: number;
	/** When the last response was complete; Unix milliseconds. */
	lastResponse: number;
}

/** The messaging service, in a process of its own so that its work is not counted as n8n's. */
export interface Service {
	/** e.g. `http://127.0.0.1:40000`, without a slash at the end */
	url: string;
	/** Waits so many milliseconds before each response from now on, and counts from 0. */
	begin(latency: number): Promise<void>;
	tally(): Promise<Tally>;
	close(): void;
}

export async function startService(): Promise<Service> {
	const child = fork(__filename, { execPath: node24(), execArgv: ['--import', 'tsx'] });
	const [url] = (await once(child, 'message')) as [string];
	return {
		url,
		begin: async (latency) => void (await fetch(`${url}/begin?${latency}`)),
		tally: async () => (await (await fetch(`${url}/tally`)).json()) as Tally,
		close: () => child.disconnect(),
	};
}

const ACCEPTED = JSON.stringify({
	status: 200,
	statusText: '',
	data: 'OK',
	headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
});

const nothing = () => ({ received: 0, bytes: 0, firstRequest: 0, lastResponse: 0 });

/** As lean as can be: what it needs of the machine is not n8n's. */
function serve(): void {
	let latency = 0;
	let counted = nothing();
	let texts = new Set<string>();
	let repeated = new Set<string>();

	const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
		const kept: Buffer[] = [];
		const isForm = request.headers['content-type']?.startsWith('multipart/');
		for await (const piece of request as AsyncIterable<Buffer>) {
			counted.bytes += piece.length;
			// A form may be as large as a film: its length is enough.
			if (!isForm) kept.push(piece);
		}
		return Buffer.concat(kept);
	};
	const takeMessage = async (request: IncomingMessage, response: ServerResponse) => {
		counted.firstRequest ||= Date.now();
		counted.received++;
		const body = await bodyOf(request);
		if (body.length > 0) {
			const { text } = JSON.parse(body.toString()) as { text: string };
			(texts.has(text) ? repeated : texts).add(text);
		}
		if (latency > 0) await pause(latency);
		response.writeHead(200, { 'content-type': 'application/json' }).end(ACCEPTED);
		counted.lastResponse = Date.now();
	};

	const server = createServer((request, response) => {
		const [, what, number] = /^\/(lists\/contacts-|begin\?|tally)(\d*)/.exec(request.url!) ?? [];
		const json = { 'content-type': 'application/json' };
		if (what === 'begin?') {
			[latency, counted, texts, repeated] = [Number(number), nothing(), new Set(), new Set()];
			response.end();
		} else if (what === 'tally') {
			const sizes = { distinct: texts.size, repeated: repeated.size };
			response.end(JSON.stringify({ ...counted, ...sizes }));
		} else if (what) {
			const body = contactsResponse(Number(number));
			response.writeHead(200, { ...json, 'content-length': body.length }).end(body);
		} else {
			// A connection that breaks shows in the tally.
			takeMessage(request, response).catch(() => response.destroy());
		}
	});
	process.on('disconnect', () => process.exit());
	server.listen(0, '127.0.0.1', 4096, () => {
		process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	});
}

/** The responses to `GET /lists/contacts-<count>` (§4.4), each written once. */
const responses = new Map<number, Buffer>();

function contactsResponse(count: number): Buffer {
	const known = responses.get(count);
	if (known) return known;
	const data = Array.from({ length: count }, (_, index) => ({
		name: `Contact ${index}`,
		phone: String(6281200000000 + index),
		is_group: false,
		id: `3f2504e0-4f89-41d3-9a0c-${String(index).padStart(12, '0')}`,
		created_at: 1_764_000_000_000 + index,
		updated_at: 1_764_000_000_000 + index,
	}));
	const headers = { 'content-type': 'application/json' };
	const response = Buffer.from(JSON.stringify({ status: 200, statusText: '', data, headers }));
	responses.set(count, response);
	return response;
}

if (require.main === module) serve();
