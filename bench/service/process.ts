import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order, Reply } from './service';

// The service in a process of its own, as lean as can be: what it needs of the machine is not n8n's.

const ACCEPTED = JSON.stringify({
	status: 200,
	statusText: '',
	data: 'OK',
	headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
});

const nothing = () => ({ received: 0, bytes: 0, firstRequest: 0, lastResponse: 0 });

let latency = 0;
let tally = nothing();
let texts = new Set<string>();
let repeated = new Set<string>();

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
	const kept: Buffer[] = [];
	const isForm = request.headers['content-type']?.startsWith('multipart/');
	for await (const piece of request as AsyncIterable<Buffer>) {
		tally.bytes += piece.length;
		// A form may be as large as a film: its length is enough.
		if (!isForm) kept.push(piece);
	}
	return Buffer.concat(kept);
}

async function takeMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
	tally.firstRequest ||= Date.now();
	tally.received++;
	const body = await bodyOf(request);
	if (body.length > 0) {
		const { text } = JSON.parse(body.toString()) as { text: string };
		(texts.has(text) ? repeated : texts).add(text);
	}
	if (latency > 0) await pause(latency);
	response.writeHead(200, { 'content-type': 'application/json' }).end(ACCEPTED);
	tally.lastResponse = Date.now();
}

/** The responses to `GET /lists/contacts-<count>` (§4.4), written once. */
const lists = new Map<number, Buffer>();

function contactsResponse(count: number): Buffer {
	const data = Array.from({ length: count }, (_, index) => ({
		name: `Contact ${index}`,
		phone: String(6281200000000 + index),
		is_group: false,
		id: `3f2504e0-4f89-41d3-9a0c-${String(index).padStart(12, '0')}`,
		created_at: 1_764_000_000_000 + index,
		updated_at: 1_764_000_000_000 + index,
	}));
	const headers = { 'content-type': 'application/json' };
	return Buffer.from(JSON.stringify({ status: 200, statusText: '', data, headers }));
}

const server = createServer((request, response) => {
	const list = /^\/lists\/contacts-(\d+)/.exec(request.url ?? '');
	if (list) {
		const count = Number(list[1]);
		const body = lists.get(count) ?? contactsResponse(count);
		lists.set(count, body);
		const headers = { 'content-type': 'application/json', 'content-length': body.length };
		response.writeHead(200, headers).end(body);
	} else {
		// A connection that breaks shows in the tally.
		takeMessage(request, response).catch(() => response.destroy());
	}
});

const reply = (answer: Reply) => process.send?.(answer);

process.on('message', (order: Order) => {
	if (order === 'tally') return reply({ ...tally, distinct: texts.size, repeated: repeated.size });
	({ latency } = order);
	tally = nothing();
	texts = new Set();
	repeated = new Set();
	return reply('done');
});
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', 4096, () => {
	reply({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
