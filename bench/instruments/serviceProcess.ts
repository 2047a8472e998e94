import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contactsAnswer } from './contacts';
import type { Order, Reply, Settings, Tally } from './orders';

// The service in a process of its own, as lean as can be: what it needs of the machine is not n8n's.

const ACCEPTED = JSON.stringify({
	status: 200,
	statusText: '',
	data: 'OK',
	headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
});

let settings: Settings = { latency: 0 };
let tally: Omit<Tally, 'distinct' | 'processorTime'>;
let texts: Set<string>;
let waiting: number;
let begun: NodeJS.CpuUsage;

function reset(): void {
	tally = { received: 0, mostAtOnce: 0, bytes: 0 };
	texts = new Set();
	waiting = 0;
	begun = process.cpuUsage();
}

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
	tally.received++;
	tally.mostAtOnce = Math.max(tally.mostAtOnce, ++waiting);
	const body = await bodyOf(request);
	if (body.length > 0) texts.add((JSON.parse(body.toString()) as { text: string }).text);
	if (settings.latency > 0) await new Promise((done) => setTimeout(done, settings.latency));
	waiting--;
	response.writeHead(200, { 'content-type': 'application/json' }).end(ACCEPTED);
}

const server = createServer((request, response) => {
	const list = /^\/lists\/contacts-(\d+)/.exec(request.url ?? '');
	if (list) {
		const answer = contactsAnswer(Number(list[1]));
		const headers = { 'content-type': 'application/json', 'content-length': answer.length };
		response.writeHead(200, headers).end(answer);
	} else {
		// A connection that breaks shows in the tally.
		takeMessage(request, response).catch(() => response.destroy());
	}
});

const reply = (answer: Reply) => process.send?.(answer);

process.on('message', (order: Order) => {
	if ('tally' in order) {
		const { user, system } = process.cpuUsage(begun);
		const processorTime = (user + system) / 1000;
		reply({ tally: { ...tally, distinct: texts.size, processorTime } });
	} else {
		settings = order.settings;
		reset();
		reply({ done: true });
	}
});
process.on('disconnect', () => process.exit());

reset();
server.listen(0, '127.0.0.1', 4096, () => {
	reply({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
