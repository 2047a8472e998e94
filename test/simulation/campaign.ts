import type { INodeExecutionData } from 'n8n-workflow';
import type { Inputs } from './inputs';
import type { Plan } from './plan';
import { reportOf } from './reports';

/**
 * The table of a campaign that resumes, as the example and its guide have it: a batch is noted as
 * unconfirmed before it is sent, and its results after that. Whoever is in the table is not sent to
 * again; whoever was not accepted leaves it.
 */
export class Campaign {
	/** What the table says of each item. */
	readonly rows: string[] = [];
	private sent: number[] = [];
	private open: number[] = [];

	constructor(
		private readonly plan: Plan,
		private readonly inputs: Inputs,
	) {}

	/** The next batch of one execution, after what became of the one before. */
	readonly next = (run: number, results: INodeExecutionData[]): INodeExecutionData[] => {
		if (run === 0) this.sent = [];
		for (const [at, item] of this.sent.entries()) {
			const report = reportOf(results[at]);
			this.rows[item] =
				report && ['sent', 'unconfirmed'].includes(report) ? report : `not sent: ${report}`;
		}
		const isOpen = (item: number) =>
			this.rows[item] === undefined || (run === 0 && this.rows[item].startsWith('not sent'));
		if (run === 0) this.open = [...this.inputs.json.keys()].filter(isOpen);
		this.sent = this.open.splice(0, this.plan.batch ?? this.open.length);
		for (const item of this.sent) this.rows[item] = 'unconfirmed';
		return this.sent.map((item) => this.inputs.itemAt(item));
	};
}
