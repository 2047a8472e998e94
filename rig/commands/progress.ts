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

	step(title: string): void {
		this.done();
		this.number++;
		Object.assign(this, { title, detail: '', begun: Date.now() });
		this.show();
		this.ticking = setInterval(() => this.show(), this.out.isTTY ? 1000 : 20_000).unref();
	}

	/** @param detail how far the step is, e.g. "615 of about 2,200 MB" */
	update(detail: string): void {
		this.detail = detail;
	}

	/** Ends the step; its line stays. */
	done(detail = 'done'): void {
		if (!this.title) return;
		this.update(detail);
		this.show();
		this.interrupt();
	}

	/** A line of its own in between. */
	note(text: string): void {
		if (this.out.isTTY) this.out.write('\r\x1b[K');
		this.out.write(`      ${text}\n`);
	}

	/** Leaves a step unfinished, e.g. before an error is printed. */
	interrupt(): void {
		clearInterval(this.ticking);
		if (this.title && this.out.isTTY) this.out.write('\n');
		this.title = '';
	}

	private show(): void {
		const seconds = Math.round((Date.now() - this.begun) / 1000);
		const elapsed = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
		const what = [this.title, this.detail, elapsed].filter(Boolean).join(' · ');
		const line = `[${this.number}/${this.steps}] ${what}`;
		// A line that wraps could not be overwritten.
		if (this.out.isTTY) this.out.write(`\r\x1b[K${line.slice(0, this.out.columns - 1)}`);
		else this.out.write(`${line}\n`);
	}
}
