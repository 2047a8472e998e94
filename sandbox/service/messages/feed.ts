import type { ServerResponse } from 'node:http';
import type { MessageView } from './view';

/** Milliseconds. Thousands of messages a second must not become thousands of events. */
const BATCH_EVERY = 100;

/** Bytes. A page that reads slower than this is let go; it reconnects and loads the messages afresh. */
const LAGS_BEHIND = 4_000_000;

/** Server-Sent Events to the open pages: `messages` with what is new and the counts, `reset` when all is forgotten. */
export class Feed {
	private readonly pages = new Set<ServerResponse>();

	private waiting: MessageView[] = [];

	private timer?: NodeJS.Timeout;

	/** Keeps the connection of a page open until the page or the sandbox closes it. */
	attach(page: ServerResponse): void {
		page.writeHead(200, {
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
			'x-accel-buffering': 'no',
		});
		page.write('retry: 1000\n\n');
		this.pages.add(page);
		page.on('close', () => this.pages.delete(page));
	}

	push(view: MessageView, counts: { accepted: number; refused: number }): void {
		if (this.pages.size === 0) return;
		this.waiting.push(view);
		this.timer ??= setTimeout(() => this.flush(counts), BATCH_EVERY);
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

	private flush(counts: { accepted: number; refused: number }): void {
		const messages = this.waiting;
		this.drop();
		this.send('messages', { messages, counts });
	}

	private drop(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		this.waiting = [];
	}

	private send(event: string, data: object): void {
		const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
		for (const page of this.pages) {
			if (page.writableLength > LAGS_BEHIND) page.destroy();
			else page.write(text);
		}
	}
}
