const PLAIN_LINE_EVERY_S = 20;

/**
 * Shows the current step and how long it has taken. In a terminal, the line is kept up to date.
 * Elsewhere (a log, CI), a long step prints a line every 20 seconds.
 */
export class Progress {
	private number = 0;
	private title = '';
	private detail = '';
	private begun = 0;
	private ticking: NodeJS.Timeout | undefined;

	constructor(
		private readonly steps: number,
		private readonly out: NodeJS.WriteStream = process.stdout,
	) {}

	/** Ends the previous step and begins the next. */
	step(title: string): void {
		this.done();
		this.number++;
		Object.assign(this, { title, detail: '', begun: Date.now() });
		this.show();
		const seconds = this.out.isTTY ? 1 : PLAIN_LINE_EVERY_S;
		this.ticking = setInterval(() => this.show(), seconds * 1000);
		this.ticking.unref();
	}

	/** @param detail how far the step is, e.g. "615 of about 2,200 MB" */
	update(detail: string): void {
		this.detail = detail;
		if (this.out.isTTY) this.redraw();
	}

	/** Ends the step; its line stays. */
	done(detail?: string): void {
		clearInterval(this.ticking);
		if (!this.title) return;
		this.detail = detail ?? 'done';
		this.show();
		if (this.out.isTTY) this.out.write('\n');
		this.title = '';
	}

	/** A line of its own in between. */
	note(text: string): void {
		if (this.out.isTTY) this.out.write('\r\x1b[K');
		this.out.write(`      ${text}\n`);
		if (this.out.isTTY && this.title) this.redraw();
	}

	/** Leaves a step unfinished, e.g. before an error is printed. */
	interrupt(): void {
		clearInterval(this.ticking);
		if (this.title && this.out.isTTY) this.out.write('\n');
		this.title = '';
	}

	private show(): void {
		if (this.out.isTTY) this.redraw();
		else this.out.write(`${this.line()}\n`);
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
