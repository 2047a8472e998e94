import { ServiceError } from '../failure/serviceError';

/**
 * Messages of a run that may have been sent although nobody acknowledged them, by item. A later
 * try that fails, for whatever reason, does not undo what an earlier one may have sent.
 */
export class Doubts {
	private readonly recipients = new Map<number, Set<string>>();

	/** Keeps whom a failed try may have reached. */
	note(item: number, error: unknown): void {
		const to = recipientOf(error);
		if (to === undefined) return;
		this.recipients.set(item, (this.recipients.get(item) ?? new Set()).add(to));
	}

	/** The service has acknowledged the item's message. */
	clear(item: number): void {
		this.recipients.delete(item);
	}

	items(): Iterable<number> {
		return this.recipients.keys();
	}

	/** Whom the other items may have reached. */
	besides(item: number): string[] {
		return [...this.recipients].filter(([other]) => other !== item).flatMap(([, to]) => [...to]);
	}

	/** Whom the item may have reached, beside the one that its error tells of. */
	untold(item: number, error: unknown): string[] {
		const told = recipientOf(error);
		return [...(this.recipients.get(item) ?? [])].filter((to) => to !== told);
	}
}

const recipientOf = (error: unknown) =>
	error instanceof ServiceError ? error.maybeSentTo : undefined;
