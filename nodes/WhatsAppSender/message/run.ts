import type { IExecuteData, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { ServiceError } from '../failure/serviceError';
import { apiKeyOf } from '../service/request';
import { SendQueue, type PreparedTurn } from './sendQueue';

/**
 * The engine's own object for one run of the node is the same for all items and for all tries of
 * Retry On Fail, so what hangs on it lives as long as the run and ends with the execution.
 */
const runs = new WeakMap<IExecuteData, Run>();

/**
 * One run of the node: its items, and every try that Retry On Fail makes of them. It remembers
 * which items the service has accepted, so that no try sends them again.
 */
export class Run {
	private readonly accepted = new Map<number, INodeExecutionData[]>();
	private readonly failed = new Set<number>();
	/** Recipients of items that may have been sent, in whichever try: their answer was lost. */
	private readonly unsure = new Map<number, string>();
	private key?: string;
	private queue?: SendQueue<INodeExecutionData[]>;
	private joined = 0;
	private lastJoined = -1;

	private constructor(
		private readonly total: number,
		private readonly forget: () => void,
	) {}

	/**
	 * The run that an item belongs to. A tool of an AI agent shares the agent's object with all its
	 * other calls, so there each call, which has one item, is a run of its own.
	 */
	static of(context: IExecutePaginationFunctions): Run {
		const executeData = context.getExecuteData();
		const node = context.getNode();
		if (executeData.node.name !== node.name) return new Run(1, () => {});
		const known = runs.get(executeData);
		if (known) return known;
		const items = node.executeOnce ? 1 : (executeData.data.main?.[0]?.length ?? 1);
		const run = new Run(items, () => runs.delete(executeData));
		runs.set(executeData, run);
		return run;
	}

	/**
	 * Sends an item's message in its turn, unless the service accepted it in an earlier try.
	 *
	 * @returns the item's output; nothing where its turn never came
	 * @throws what `prepare` or its `send` threw
	 */
	async take(
		context: IExecutePaginationFunctions,
		concurrency: number,
		prepare: () => Promise<PreparedTurn<INodeExecutionData[]>>,
	): Promise<INodeExecutionData[]> {
		const item = context.getItemIndex();
		const output = await this.join(item, context, concurrency).take({
			known: () => this.accepted.get(item),
			prepare: async () => {
				const { pause, send } = await this.noting(item, prepare);
				return { pause, send: async () => await this.accepting(item, send) };
			},
		});
		if (this.accepted.size === this.total) this.forget();
		return output ?? [];
	}

	/** The credential's key, read once for all items, and before a failure is to stop the others. */
	async apiKey(context: IExecutePaginationFunctions): Promise<string> {
		this.key ??= await apiKeyOf(context);
		return this.key;
	}

	/** How far the run had come when it stopped, for the error of the item that stopped it. */
	progressAt(item: number): string {
		if (this.total < 2) return '';
		const others = new Set([...this.failed, ...this.unsure.keys()]);
		others.delete(item);
		const notSent = this.total - this.accepted.size - others.size - 1;
		const counts = `Stopped at item ${item} (n8n counts from 0): ${this.accepted.size} of ${this.total} messages had been accepted before it, ${notSent} had not been sent`;
		const unsure = [...this.unsure].filter(([other]) => other !== item).map(([, to]) => to);
		return [
			others.size > 0 ? `${counts} and ${others.size} more failed.` : `${counts}.`,
			unsure.length > 0 ? `These may already have been sent: ${unsure.join(', ')}.` : '',
		]
			.join(' ')
			.trim();
	}

	private async accepting(item: number, send: () => Promise<INodeExecutionData[]>) {
		const output = await this.noting(item, send);
		this.accepted.set(item, output);
		this.unsure.delete(item);
		return output;
	}

	private async noting<T>(item: number, step: () => Promise<T>): Promise<T> {
		return await step().catch((error) => {
			this.failed.add(item);
			throw this.remembering(item, error);
		});
	}

	/** A refusal of this try does not undo that an earlier one may have sent the message. */
	private remembering(item: number, error: unknown): unknown {
		if (!(error instanceof ServiceError)) return error;
		const earlier = this.unsure.get(item);
		if (error.maybeSentTo !== undefined) this.unsure.set(item, error.maybeSentTo);
		if (earlier === undefined || error.maybeSentTo !== undefined) return error;
		return new ServiceError(
			`${error.message}. In an earlier try, the message to ${earlier} may already have been sent`,
			`Look in WhatsApp whether it arrived before you send it again. ${error.description}`,
			error.status,
			earlier,
		);
	}

	/** The engine hands items over in order: an index that does not grow is a new try. */
	private join(item: number, context: IExecutePaginationFunctions, concurrency: number) {
		if (!this.queue || item <= this.lastJoined) {
			this.joined = 0;
			this.failed.clear();
			this.queue = new SendQueue({
				concurrency,
				stopOnFailure: !context.continueOnFail(),
				cancelled: context.getExecutionCancelSignal(),
				wasAbandoned: () => this.wasAbandoned(context),
				after: this.queue?.end(),
			});
		}
		this.lastJoined = item;
		this.joined++;
		return this.queue;
	}

	/**
	 * On Error = Stop: an expression that fails in a later item makes the engine throw at once, and
	 * nobody waits for the items before it any more. What they would send is not sent. (With
	 * n8n's own Batching the items come one batch at a time, so there is nothing to tell by.)
	 */
	private wasAbandoned(context: IExecutePaginationFunctions): boolean {
		const { batching } = context.getNodeParameter('requestOptions', {}) as {
			batching?: { batch?: { batchInterval?: number } };
		};
		const inBatches = Number(batching?.batch?.batchInterval) > 0;
		return !inBatches && !context.continueOnFail() && this.joined < this.total;
	}
}
