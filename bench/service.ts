import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
		/** Waits so many milliseconds before each response from now on, and counts from 0. */
		begin: async (latency: number) => void (await fetch(`${url}/begin?${latency}`)),
		tally: async () => (await (await fetch(`${url}/tally`)).json()) as Tally,
		stop: () => child.disconnect(),
	};
}

/** Messages and their bytes since it began to count, and how many texts there were. */
type Tally = Record<'received' | 'bytes' | 'distinct', number>;

const envelope = (data: unknown) =>
	JSON.stringify({ status: 200, statusText: '', data, headers: {} });

/** As lean as can be: what it needs of the machine is not n8n's. */
function serve(): void {
	let [latency, received, bytes] = [0, 0, 0];
	const texts = new Set<string>();
	const lists = new Map<number, string>();

	const takeMessage = async (request: IncomingMessage) => {
		received++;
		const isForm = request.headers['content-type']?.startsWith('multipart/');
		let body = '';
		for await (const piece of request as AsyncIterable<Buffer>) {
			bytes += piece.length;
			// A form may be as large as a film: its length is enough.
			if (!isForm) body += piece;
		}
		if (body) texts.add((JSON.parse(body) as { text: string }).text);
		if (latency > 0) await pause(latency);
		return envelope('OK');
	};
	const respondTo = async (request: IncomingMessage) => {
		const [, what, number] =
			/^\/(lists\/contacts-|lists\/|begin\?|tally)(\d*)/.exec(request.url!) ?? [];
		if (what === 'lists/contacts-') {
			const count = Number(number);
			if (!lists.has(count)) lists.set(count, envelope(contactsOf(count)));
			return lists.get(count);
		}
		if (what === 'lists/') return envelope([]);
		if (what === 'tally') return JSON.stringify({ received, bytes, distinct: texts.size });
		if (!what) return await takeMessage(request);
		[latency, received, bytes] = [Number(number), 0, 0];
		texts.clear();
		return '';
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

/** Contacts of a list (§4.4). */
const contactsOf = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		name: `Contact ${index}`,
		phone: String(6281200001000 + index),
		is_group: false,
		id: `3f2504e0-4f89-41d3-9a0c-${String(index).padStart(12, '0')}`,
		created_at: 1_764_000_000_000 + index,
		updated_at: 1_764_000_000_000 + index,
	}));

if (require.main === module) serve();
