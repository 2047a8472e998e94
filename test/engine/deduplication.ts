import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

/** What n8n's database keeps: the hashes of each node of each workflow. */
type Rows = Record<string, string[]>;

const hashOf = (value: unknown) => createHash('md5').update(String(value)).digest('base64');

const never = async () => await new Promise<never>(() => {});

/** n8n's table of what was processed. It outlives the executions of a test, as the database outlives n8n. */
export class Marks {
	rows: Rows = {};
	/** The calls to come that fail, counted from 0. */
	failing: number[] = [];
	/** n8n is killed at this call: before it is written, or after. Nothing of the process goes on. */
	killAt?: { call: number; isWritten: boolean };
	/** Runs after a call: what another process does. */
	afterCall?: (call: number) => void;
	calls = 0;

	/** Makes n8n's engine use this table. */
	install(): void {
		const service = DataDeduplicationService as unknown as { instance?: unknown };
		service.instance = undefined;
		void DataDeduplicationService.init(this.deduplicator());
	}

	reset(): void {
		Object.assign(this, {
			...{ rows: {}, failing: [], calls: 0 },
			...{ killAt: undefined, afterCall: undefined },
		});
	}

	get stored(): string[] {
		return Object.values(this.rows).flat();
	}

	/** As another process does that writes the row as it was before. */
	forget(): void {
		for (const key in this.rows) this.rows[key] = [];
	}

	/** Many messages that were sent before. */
	fill(count: number): void {
		this.rows['workflow/2'] = Array.from({ length: count }, (_, at) => hashOf(at));
	}

	private async call<T>({ workflow, node }: ICheckProcessedContextData, act: (row: string[]) => T) {
		const call = this.calls++;
		// Decided at once: the test goes on as soon as it sees the call.
		const isKilled = this.killAt !== undefined && call >= this.killAt.call;
		const isWritten = !isKilled || (call === this.killAt?.call && this.killAt.isWritten);
		// As a database: no two calls see each other's change while they run.
		const key = `${workflow.id}/${node?.id}`;
		const row = [...(this.rows[key] ?? [])];
		await new Promise((resolve) => setImmediate(resolve));
		if (!workflow.id || this.failing.includes(call))
			throw new Error('SQLITE_BUSY: database is locked');
		if (!isWritten) return await never();
		const result = act(row);
		this.rows[key] = row;
		this.afterCall?.(call);
		return isKilled ? await never() : result;
	}

	private deduplicator(): IDataDeduplicator {
		const unused = async () => {
			throw new Error('The node does not use this.');
		};
		return {
			checkProcessedAndRecord: async (items, _scope, context) =>
				await this.call(context, (row) => {
					const isNew = (item: unknown) => !row.includes(hashOf(item));
					const added = items.filter(isNew);
					const processed = items.filter((item) => !isNew(item));
					row.push(...added.map(hashOf));
					return { new: added, processed };
				}),
			removeProcessed: async (items, _scope, context) =>
				await this.call(context, (row) => {
					for (const item of items) {
						const at = row.indexOf(hashOf(item));
						if (at >= 0) row.splice(at, 1);
					}
				}),
			getProcessedDataCount: async (_scope, context) =>
				await this.call(context, (row) => row.length),
			clearAllProcessedItems: unused,
		};
	}
}

/** A table for the tests of a file, empty before each. */
export function useMarks(): Marks {
	const marks = new Marks();
	beforeAll(() => marks.install());
	beforeEach(() => marks.reset());
	return marks;
}
