const PLAIN_LINE_EVERY_S = 20;

/**
 * Says which step is under way and for how long. In a terminal the line is kept up to date;
 * elsewhere (a log, CI) a line appears when the text changes, and now and then in a long step.
 */
export class Progress {
	private number = 0;
	private title = '';
	private detail = '';
	private begun = 0;
	private printedAt = 0;
	private ticking: NodeJS.Timeout | undefined;

	constructor(
		private readonly steps: number,
		private readonly out: NodeJS.WriteStream = process.stdout,
	) {}

	/** Ends the step before and begins the next. */
	step(title: string): void {
		this.done();
		this.number++;
		Object.assign(this, { title, detail: '', begun: Date.now(), printedAt: Date.now() });
		if (this.out.isTTY) {
			this.redraw();
			this.ticking = setInterval(() => this.redraw(), 1000);
			this.ticking.unref();
		} else this.out.write(`${this.line()}\n`);
	}

	/** @param detail how far the step is, e.g. "615 of about 2,200 MB" */
	update(detail: string): void {
		this.detail = detail;
		if (this.out.isTTY) this.redraw();
		else if (Date.now() - this.printedAt >= PLAIN_LINE_EVERY_S * 1000) {
			this.printedAt = Date.now();
			this.out.write(`${this.line()}\n`);
		}
	}

	/** Ends the step; its line stays. */
	done(detail?: string): void {
		clearInterval(this.ticking);
		if (!this.title) return;
		this.detail = detail ?? 'done';
		if (this.out.isTTY) {
			this.redraw();
			this.out.write('\n');
		} else this.out.write(`${this.line()}\n`);
		this.title = '';
	}

	/** A line of its own in between. */
	note(text: string): void {
		if (this.out.isTTY) this.out.write('\r\x1b[K');
		this.out.write(`      ${text}\n`);
		if (this.out.isTTY && this.title) this.redraw();
	}

	/** Leaves a step as it stands, e.g. before an error is printed. */
	interrupt(): void {
		clearInterval(this.ticking);
		if (this.title && this.out.isTTY) this.out.write('\n');
		this.title = '';
	}

	private redraw(): void {
		// A line that wraps could not be overwritten.
		this.out.write(`\r\x1b[K${this.line().slice(0, (this.out.columns || 80) - 1)}`);
	}

	private line(): string {
		const seconds = Math.round((Date.now() - this.begun) / 1000);
		const elapsed = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
		return `[${this.number}/${this.steps}] ${[this.title, this.detail, elapsed].filter(Boolean).join(' · ')}`;
	}
}
