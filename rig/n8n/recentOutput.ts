/** The last so many characters of what a process printed. */
export class RecentOutput {
	private text = '';

	constructor(private readonly limit = 200_000) {}

	add(chunk: string): void {
		this.text = (this.text + chunk).slice(-this.limit);
	}

	toString(): string {
		return this.text;
	}

	/** The last lines, for an error message. */
	tail(lines = 25): string {
		return this.text.trimEnd().split('\n').slice(-lines).join('\n');
	}
}
