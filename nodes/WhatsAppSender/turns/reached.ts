import type { IExecuteFunctions, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { RequestError } from '../errors/nodeError';
import type { Limits } from './turn';

/** Where the node keeps its recipients in `getContext('node')`. */
const KEY = 'reached';
const SEPARATOR = '\n';

/** By the node's context, which is one object through all runs of the node in a process. */
const known = new WeakMap<object, Reached>();

/**
 * Recipients that the node has sent to in this execution, or may have: through all iterations of a
 * loop, Retry On Fail, and Retry of the stored execution. They are kept as one text, because n8n
 * stores it with the execution: 14 bytes a phone number.
 */
export class Reached {
	private readonly keys: Set<string>;
	private readonly inFlight = new Map<string, Promise<unknown>>();

	private constructor(private readonly nodeContext: Record<string, unknown>) {
		this.keys = new Set((nodeContext[KEY] as string | undefined)?.split(SEPARATOR));
	}

	static of(context: IExecuteFunctions | IExecuteSingleFunctions): Reached {
		const nodeContext = context.getContext('node');
		const reached = known.get(nodeContext) ?? new Reached(nodeContext);
		known.set(nodeContext, reached);
		return reached;
	}

	/**
	 * Waits for a message in flight to the same recipient.
	 *
	 * @param isOwnRetry whether the item itself may have reached the recipient before
	 * @returns the item's output where it is to be skipped
	 */
	async skip(limits?: Limits, isOwnRetry = false): Promise<INodeExecutionData[] | undefined> {
		if (!limits) return undefined;
		const { isExcluded, once, skipped } = limits;
		if (await isExcluded()) return skipped('neverSendTo');
		if (once === undefined || isOwnRetry) return undefined;
		await this.inFlight.get(once);
		return this.keys.has(once) ? skipped('duplicate') : undefined;
	}

	/** Remembers the recipient of a message in flight, unless the message surely does not arrive. */
	async noteOutcome<T>(limits: Limits | undefined, sending: Promise<T>): Promise<T> {
		const once = limits?.once;
		if (once === undefined) return await sending;
		const noted = sending.then(
			() => this.add(once),
			(error: unknown) => {
				if (error instanceof RequestError && error.unconfirmed) this.add(once);
			},
		);
		this.inFlight.set(once, noted);
		await noted;
		this.inFlight.delete(once);
		return await sending;
	}

	private add(key: string): void {
		if (this.keys.has(key)) return;
		this.keys.add(key);
		const stored = this.nodeContext[KEY] as string | undefined;
		this.nodeContext[KEY] = stored === undefined ? key : stored + SEPARATOR + key;
	}
}
