import { stdout } from 'node:process';

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

	constructor(private readonly steps: number) {}

	step(title: string): void {
		this.done();
		this.number++;
		Object.assign(this, { title, detail: '', begun: Date.now() });
		this.show();
		this.ticking = setInterval(() => this.show(), stdout.isTTY ? 1000 : 20_000).unref();
	}

	/** @param detail what the step does now */
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
		if (stdout.isTTY) stdout.write('\r\x1b[K');
		stdout.write(`      ${text}\n`);
	}

	/** Leaves a step unfinished, e.g. before an error is printed. */
	interrupt(): void {
		clearInterval(this.ticking);
		if (this.title && stdout.isTTY) stdout.write('\n');
		this.title = '';
	}

	private show(): void {
		const seconds = Math.round((Date.now() - this.begun) / 1000);
		const elapsed = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
		const what = [this.title, this.detail, elapsed].filter(Boolean).join(' · ');
		const line = `[${this.number}/${this.steps}] ${what}`;
		// A line that wraps could not be overwritten.
		if (stdout.isTTY) stdout.write(`\r\x1b[K${line.slice(0, stdout.columns - 1)}`);
		else stdout.write(`${line}\n`);
	}
}
