import type { Answer } from './page';

interface Taken {
	answer: Answer;
	/** What n8n was given to go on with. */
	output: WeakRef<object>;
	/** When n8n was first seen to have let go of it, in milliseconds. */
	released?: number;
}

/** Longer than n8n takes from reading an execution to asking its node. */
const REQUEST_MS = 60_000;

/**
 * The answers that a process of n8n has taken, by question: the first one counts.
 *
 * n8n may go on with an answer much later, where its limit of executions is reached, and tells the
 * node nothing of it. But until then it holds the output that it goes on with, so an answer is
 * remembered as long as somebody holds its output, and by that no longer than n8n needs memory for
 * it. A request that n8n had begun before still finds it for a minute.
 */
export class Answers {
	private readonly taken = new Map<string, Taken>();

	/** @param output what n8n is given to go on with, the object itself */
	take(question: string, answer: Answer, output: object): void {
		this.taken.set(question, { answer, output: new WeakRef(output) });
	}

	/** The answer that counts, where there is one. */
	to(question: string): Answer | undefined {
		const now = Date.now();
		for (const [key, taken] of this.taken) {
			if (taken.output.deref()) continue;
			taken.released ??= now;
			if (now - taken.released > REQUEST_MS) this.taken.delete(key);
		}
		return this.taken.get(question)?.answer;
	}

	/** Where the execution does not go on with it. */
	forget(question: string): void {
		this.taken.delete(question);
	}
}
