import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

const LOCKED = 'SQLITE_BUSY: database is locked';

/** n8n's table of processed values. It outlives the executions of a test, as the database outlives n8n. */
export class Marks {
	/** By workflow and node. n8n stores hashes. */
	rows: Record<string, string[]> = {};
	/** Calls that fail, counted from 0. */
	failing: number[] = [];
	/** What a failing call throws. */
	failure = LOCKED;
	/** n8n is killed at this call: before it is written, or after. Nothing of the process goes on. */
	killAt?: { call: number; isWritten: boolean };
	/** Runs after a call: another process changes the table. */
	afterCall?: (call: number) => void;
	calls = 0;

	/** Makes n8n's engine use this table. */
	install(): void {
		(DataDeduplicationService as unknown as { instance?: object }).instance = undefined;
		void DataDeduplicationService.init(this.deduplicator());
	}

	reset(): void {
		const hooks = { killAt: undefined, afterCall: undefined, failure: LOCKED };
		Object.assign(this, { rows: {}, failing: [], calls: 0, ...hooks });
	}

	get stored(): string[] {
		return Object.values(this.rows).flat();
	}

	private async call<T>(
		{ workflow, node }: ICheckProcessedContextData,
		change: (row: string[]) => T,
	): Promise<T> {
		const call = this.calls++;
		// Decided at once: the test goes on as soon as it sees the call.
		const isKilled = this.killAt !== undefined && call >= this.killAt.call;
		const isWritten = !isKilled || (call === this.killAt?.call && this.killAt.isWritten);
		// As in a database, no two calls see each other's change while they run.
		const key = `${workflow.id}/${node?.id}`;
		const row = [...(this.rows[key] ?? [])];
		await new Promise((resolve) => setImmediate(resolve));
		if (this.failing.includes(call)) throw new Error(this.failure);
		const result = change(row);
		if (isWritten) this.rows[key] = row;
		this.afterCall?.(call);
		return isKilled ? await new Promise<never>(() => {}) : result;
	}

	private deduplicator(): IDataDeduplicator {
		const deduplicator: Partial<IDataDeduplicator> = {
			checkProcessedAndRecord: async (items, _scope, context) =>
				await this.call(context, (row) => {
					const added = items.filter((item) => !row.includes(String(item)));
					row.push(...added.map(String));
					return { new: added, processed: items.filter((item) => !added.includes(item)) };
				}),
			removeProcessed: async (items, _scope, context) =>
				await this.call(context, (row) => {
					const kept = row.filter((mark) => !items.includes(mark));
					row.splice(0, row.length, ...kept);
				}),
			getProcessedDataCount: async (_scope, context) =>
				await this.call(context, (row) => row.length),
		};
		return deduplicator as IDataDeduplicator;
	}
}

/** A table for the tests of a file, empty before each. */
export function useMarks(): Marks {
	const marks = new Marks();
	beforeAll(() => marks.install());
	beforeEach(() => marks.reset());
	return marks;
}
