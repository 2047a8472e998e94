import type { ServerResponse } from 'node:http';
import type { MessageView } from '../views/messageView';

/** Milliseconds. Thousands of messages per second must not become thousands of events. */
const BATCH_INTERVAL = 100;

/** Bytes. A page with a longer backlog is disconnected; it reconnects and loads all messages again. */
const LARGEST_BACKLOG = 4_000_000;

/** Server-Sent Events for open pages: `messages` with new ones and the counts, and `reset`. */
export class Feed {
	private readonly pages = new Set<ServerResponse>();

	private waiting: MessageView[] = [];

	private timer?: NodeJS.Timeout;

	/** Keeps the connection of a page open until the page or the sandbox closes it. */
	attach(page: ServerResponse): void {
		page.writeHead(200, {
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
		});
		page.write('retry: 1000\n\n');
		this.pages.add(page);
		page.on('close', () => this.pages.delete(page));
	}

	push(view: MessageView, counts: object): void {
		if (this.pages.size === 0) return;
		this.waiting.push(view);
		this.timer ??= setTimeout(() => {
			const messages = this.waiting;
			this.drop();
			this.send('messages', { messages, counts });
		}, BATCH_INTERVAL);
	}

	/** @param era see `Journal` */
	reset(era: string): void {
		this.drop();
		this.send('reset', { era });
	}

	close(): void {
		this.drop();
		for (const page of this.pages) page.end();
	}

	private drop(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		this.waiting = [];
	}

	private send(event: string, data: object): void {
		for (const page of this.pages) {
			if (page.writableLength > LARGEST_BACKLOG) page.destroy();
			else page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
		}
	}
}
