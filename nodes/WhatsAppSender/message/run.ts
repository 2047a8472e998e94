import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { Circumstances } from '../failure/report';
import { apiKeyOf } from '../service/request';
import { Doubts } from './doubts';
import { SendQueue, type PreparedTurn } from './sendQueue';

/**
 * An object of the engine's own that is the same for all items and for all tries of Retry On Fail,
 * so what hangs on it lives as long as the run and ends with the execution.
 */
const runs = new WeakMap<object, Run>();

/**
 * One run of the node: its items, and every try that Retry On Fail makes of them. It remembers
 * which items the service has accepted, so that no try sends them again.
 */
export class Run {
	private readonly accepted = new Map<number, INodeExecutionData[]>();
	private readonly failed = new Set<number>();
	private readonly doubts = new Doubts();
	private key?: string;
	private queue?: SendQueue<INodeExecutionData[]>;
	private joined = 0;
	private lastJoined = -1;

	private constructor(
		private readonly total: number,
		private readonly forget: () => void,
	) {}

	/**
	 * The run that an item belongs to. A tool of an AI agent may share the agent's execution data
	 * with all its other calls, so there each call, which has one item, is a run of its own: its
	 * tries have the arguments in common.
	 */
	static of(context: IExecutePaginationFunctions): Run {
		const executeData = context.getExecuteData();
		const node = context.getNode();
		const isAgents = executeData.node.name !== node.name;
		const owner = isAgents ? context.getInputData(0, NodeConnectionTypes.AiTool).json : executeData;
		const known = runs.get(owner);
		if (known) return known;
		const items = isAgents || node.executeOnce ? 1 : (executeData.data.main?.[0]?.length ?? 1);
		const run = new Run(items, () => runs.delete(owner));
		runs.set(owner, run);
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

	/** The credential's key, read once a try, and before a failure is to stop the others. */
	async apiKey(context: IExecutePaginationFunctions): Promise<string> {
		this.key ??= await apiKeyOf(context);
		return this.key;
	}

	/** What an item's error cannot know: how far the run had come, and what earlier tries did. */
	circumstances(item: number, error: unknown): Circumstances {
		const untold = this.doubts.untold(item, error).join(', ');
		return {
			doubt: untold && `In an earlier try, the message to ${untold} may already have been sent`,
			progress: [
				this.total < 2 ? '' : this.progressAt(item),
				untold && 'Look in WhatsApp whether it arrived before you send it again.',
			]
				.filter(Boolean)
				.join(' '),
		};
	}

	private progressAt(item: number): string {
		const others = new Set([...this.failed, ...this.doubts.items()]);
		others.delete(item);
		const notSent = this.total - this.accepted.size - others.size - 1;
		const counts = `Stopped at item ${item} (n8n counts from 0): ${this.accepted.size} of ${this.total} messages had been accepted before it, ${notSent} had not been sent`;
		const failed = others.size > 0 ? `${counts} and ${others.size} more failed.` : `${counts}.`;
		const unsure = this.doubts.besides(item).join(', ');
		return unsure ? `${failed} These may already have been sent: ${unsure}.` : failed;
	}

	private async accepting(item: number, send: () => Promise<INodeExecutionData[]>) {
		const output = await this.noting(item, send);
		this.accepted.set(item, output);
		this.doubts.clear(item);
		return output;
	}

	private async noting<T>(item: number, step: () => Promise<T>): Promise<T> {
		return await step().catch((error) => {
			this.failed.add(item);
			this.doubts.note(item, error);
			throw error;
		});
	}

	/** The engine hands items over in order: an index that does not grow is a new try. */
	private join(item: number, context: IExecutePaginationFunctions, concurrency: number) {
		if (!this.queue || item <= this.lastJoined) {
			this.joined = 0;
			this.failed.clear();
			this.key = undefined;
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
