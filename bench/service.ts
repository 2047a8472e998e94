import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { node24 } from '../rig/n8n/folders';

export type Service = Awaited<ReturnType<typeof startService>>;

/** The messaging service, in a process of its own so that its work is not counted as n8n's. */
export async function startService() {
	const child = fork(__filename, { execPath: node24(), execArgv: ['--import', 'tsx'] });
	const [url] = (await once(child, 'message')) as [string];
	return {
		/** e.g. `http://127.0.0.1:40000`, without a slash at the end */
		url,
		/** Waits so many milliseconds before each response from now on, and counts from 0. */
		begin: async (latency: number) => void (await fetch(`${url}/begin?${latency}`)),
		tally: async () => (await (await fetch(`${url}/tally`)).json()) as Tally,
		[Symbol.dispose]: () => child.disconnect(),
	};
}

const envelope = (data: unknown) =>
	Buffer.from(JSON.stringify({ status: 200, statusText: '', data, headers: {} }));
const ACCEPTED = envelope('OK');
const NO_LISTS = envelope([]);

const nothing = () => ({
	/** Messages that arrived. */
	received: 0,
	/** Of all bodies. */
	bytes: 0,
	/** When the first message began to arrive; Unix milliseconds. */
	firstRequest: 0,
	/** When the last response was complete; Unix milliseconds. */
	lastResponse: 0,
});

/** What the service has seen since it began to count; how many texts there were, and how many came more than once. */
type Tally = ReturnType<typeof nothing> & Record<'distinct' | 'repeated', number>;

/** As lean as can be: what it needs of the machine is not n8n's. */
function serve(): void {
	let latency = 0;
	let counted = nothing();
	let [texts, repeated] = [new Set<string>(), new Set<string>()];

	const takeMessage = async (request: IncomingMessage) => {
		counted.firstRequest ||= Date.now();
		counted.received++;
		const isForm = request.headers['content-type']?.startsWith('multipart/');
		let body = '';
		for await (const piece of request as AsyncIterable<Buffer>) {
			counted.bytes += piece.length;
			// A form may be as large as a film: its length is enough.
			if (!isForm) body += piece;
		}
		if (body) {
			const { text } = JSON.parse(body) as { text: string };
			(texts.has(text) ? repeated : texts).add(text);
		}
		if (latency > 0) await pause(latency);
		return ACCEPTED;
	};
	const respondTo = async (request: IncomingMessage) => {
		const [, what, number] =
			/^\/(lists\/contacts-|lists\/|begin\?|tally)(\d*)/.exec(request.url!) ?? [];
		if (what === 'lists/contacts-') return contactsResponse(Number(number));
		if (what === 'lists/') return NO_LISTS;
		if (what === 'tally')
			return JSON.stringify({ ...counted, distinct: texts.size, repeated: repeated.size });
		if (!what) return await takeMessage(request);
		[latency, counted, texts, repeated] = [Number(number), nothing(), new Set(), new Set()];
		return '';
	};

	const server = createServer((request, response) => {
		const respond = (body: string | Buffer) => {
			response.writeHead(200, { 'content-type': 'application/json' }).end(body);
			if (body === ACCEPTED) counted.lastResponse = Date.now();
		};
		// A connection that breaks shows in the tally.
		respondTo(request).then(respond, () => response.destroy());
	});
	process.on('disconnect', () => process.exit());
	server.listen(0, '127.0.0.1', 4096, () => {
		process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	});
}

/** The responses to `GET /lists/contacts-<count>` (§4.4), each written once. */
const responses = new Map<number, Buffer>();

function contactsResponse(count: number): Buffer {
	const data = () =>
		Array.from({ length: count }, (_, index) => ({
			name: `Contact ${index}`,
			phone: String(6281200000000 + index),
			is_group: false,
			id: `3f2504e0-4f89-41d3-9a0c-${String(index).padStart(12, '0')}`,
			created_at: 1_764_000_000_000 + index,
			updated_at: 1_764_000_000_000 + index,
		}));
	const response = responses.get(count) ?? envelope(data());
	responses.set(count, response);
	return response;
}

if (require.main === module) serve();
