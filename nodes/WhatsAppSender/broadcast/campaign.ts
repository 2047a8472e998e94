import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError, WorkflowError } from '../errors/failures';
import {
	isExpression,
	oneLine,
	type Option,
	optionalText,
	quote,
	refuseBraces,
} from '../values/input';
import type { Outcome, Pending, RunContext, Skip } from './sender';

const EXAMPLE = 'enter a name, e.g. November offer';

/** An option of the message, because an expression may give each item its own campaign, e.g. its order. */
export const campaign: Option<string> = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'string',
	default: '',
	placeholder: 'e.g. November offer',
	description:
		'Each person gets only one message of a campaign, across all executions, even if n8n was stopped in between. Use an expression for one message per order.',
	emptyHint: 'the name of a campaign',
	toolHint: 'enter its name without an expression',
	read(value, _source, stored) {
		refuseBraces('Campaign', stored);
		const name = optionalText('Campaign', value, EXAMPLE).trim();
		if (!name) throw new InputError(`Campaign is empty: ${EXAMPLE}`);
		// With one name for all orders, each person would get only one message, ever.
		const isSameForAll = isExpression(stored) && name === textAround(String(stored));
		if (!isSameForAll) return name;
		throw new InputError(
			`Campaign ${quote(name)} is the same for all items, because its expression has no result: check the expression`,
		);
	},
};

/** The text around the expressions in a text, if there are any: `Order` of `=Order {{ $json.id }}`. */
function textAround(stored: string): string | undefined {
	const text = stored.slice(1).replace(/\{\{.*?\}\}/gs, '');
	return text === stored.slice(1) ? undefined : text.trim();
}

const SENT_BEFORE: Skip = { reason: 'campaign', words: 'already sent in this campaign' };
const UNCONFIRMED: Skip = {
	reason: 'unconfirmed',
	words: 'possibly already sent in this campaign',
	warning:
		'An earlier execution started sending this message, and it is unknown whether it arrived. Check in WhatsApp, and send it manually if it did not.',
};

/** Campaign messages that this process is sending, by their mark. */
const inFlight = new Map<string, Promise<void>>();

/** The exclusive right to send a person the message of a campaign, until `settle()` is called. */
interface Claim {
	/** Records what became of the message. @returns a hint if n8n could not */
	settle(outcome?: Outcome): Promise<string | undefined>;
}

/** The campaigns of one run. A message without a campaign always passes. */
export class Campaigns {
	private readonly store: MarkStore;
	/** @param planned marks that earlier dry runs would have left */
	constructor(
		context: RunContext,
		private readonly planned = new Set<string>(),
	) {
		this.store = new MarkStore(context);
	}

	/** Checks only what this process knows, before the message is built. */
	async skipOf({ campaign: nameOf, person }: Pending): Promise<Skip | undefined> {
		const name = nameOf?.();
		if (name === undefined) return undefined;
		const { sent } = marksOf(name, person);
		return this.planned.has(sent) || (await this.store.knows(sent)) ? SENT_BEFORE : undefined;
	}

	/** @returns why the person gets no message, or the claim, which must be settled. @throws as `claimPerson` */
	async claim({ campaign: nameOf, person }: Pending): Promise<Skip | Claim | undefined> {
		const name = nameOf?.();
		return name === undefined ? undefined : await claimPerson(this.store, name, person);
	}

	/** Claims for a dry run: removes the marks again, and remembers the person within this execution only. */
	async plan(pending: Pending): Promise<Skip | undefined> {
		const claim = await this.claim(pending);
		if (claim && 'reason' in claim) return claim;
		await claim?.settle();
		const name = pending.campaign?.();
		if (name !== undefined) this.planned.add(marksOf(name, pending.person).sent);
		return undefined;
	}

	/** @returns a hint for the end of the run */
	async close(): Promise<string | undefined> {
		return await this.store.close();
	}
}

/**
 * Marks a person as sent and as started, in one call. If n8n is killed, the mark "started" shows that the
 * message is unconfirmed.
 *
 * @returns why the person gets no message, or the claim, which must be settled
 * @throws WorkflowError if n8n cannot record it
 */
async function claimPerson(store: MarkStore, name: string, person: string): Promise<Skip | Claim> {
	const { sent, started } = marksOf(name, person);
	const key = store.key + sent;
	while (inFlight.has(key)) await inFlight.get(key);
	let end = () => {};
	inFlight.set(key, new Promise((resolve) => (end = resolve)));
	const release = () => {
		inFlight.delete(key);
		end();
	};
	let found: string[];
	try {
		found = await store.record(sent, started);
		if (found.includes(sent) && !found.includes(started)) await store.confirm({ sent, started });
	} catch (error) {
		release();
		throw storeError(name, error as Error);
	}
	if (found.length > 0) {
		release();
		return found.includes(started) ? UNCONFIRMED : SENT_BEFORE;
	}
	return {
		async settle(outcome) {
			try {
				if (outcome?.is === 'accepted') {
					await store.confirm({ sent, started });
				} else if (outcome?.is !== 'unconfirmed') {
					await store.remove(sent, started);
				}
				return undefined;
			} catch {
				return `n8n could not record the campaign ${quote(name)} for some recipients: later executions skip them as unconfirmed.`;
			} finally {
				release();
			}
		},
	};
}

/** n8n has no store for an unsaved workflow, and none for a tool that the routing runs. */
const storeError = (name: string, { message }: Error) =>
	new WorkflowError(
		`n8n cannot store the campaign ${quote(name)} here, so nothing was sent: save the workflow, then run it again; in a tool, use AI Agent version 3 (${oneLine(message, 120)})`,
	);

const ENTRIES = { mode: 'entries' } as const;

/** Above this number, storing a mark takes n8n longer than sending a message. */
const MANY_MARKS = 50_000;

/** The marks of one person in a campaign. n8n stores them as hashes. */
interface Marks {
	/** Kept after the service accepted the message. */
	sent: string;
	/** Kept only if it is unknown whether the message was sent. */
	started: string;
}

function marksOf(campaign: string, person: string): Marks {
	const mark = (kind: string) => JSON.stringify([kind, campaign, person]);
	return { sent: mark('sent'), started: mark('started') };
}

/** What this process knows about the marks of a node. Reading them from n8n's store takes two calls. */
interface Known {
	/** Marks that stay. */
	marks: Set<string>;
	/** How many marks n8n has. If the number differs, another process has changed them. */
	count: number;
}

const known = new Map<string, Known>();
/** Most marks that the process remembers, for all nodes together. */
const MOST_KNOWN = 100_000;

/** Each call reads and writes all marks of a node, so the calls of this process take turns. */
let lastCall: Promise<unknown> = Promise.resolve();

async function callInOrder<T>(call: () => Promise<T>): Promise<T> {
	const result = lastCall.then(call);
	lastCall = result.catch(() => {});
	return await result;
}

/** The marks of one node in n8n's database, which keys them by workflow and node ID. */
class MarkStore {
	/** Marks to write again with the next call: another process may have overwritten them. */
	private toRepeat: string[] = [];
	private node?: Known;

	/** Identifies the node in its workflow. */
	readonly key: string;

	constructor(private readonly context: RunContext) {
		this.key = `${context.getWorkflow().id} ${context.getNode().id}`;
	}

	/** Whether this process knows that n8n has a mark which stays. */
	async knows(mark: string): Promise<boolean> {
		this.node ??= await this.readKnown();
		return this.node.marks.has(mark);
	}

	/** Records marks in one call. @returns the marks that already existed */
	async record(...marks: string[]): Promise<string[]> {
		const all = [...marks, ...this.toRepeat];
		const { processed } = await callInOrder(async () => {
			const found = await this.helpers.checkProcessedAndRecord(all, 'node', ENTRIES);
			if (this.node) this.node.count += found.new.length;
			return found;
		});
		this.toRepeat = [];
		return marks.filter((mark) => processed.includes(mark));
	}

	/** Removes marks that were recorded before. */
	async remove(...marks: string[]): Promise<void> {
		await callInOrder(async () => {
			await this.helpers.removeProcessed(marks, 'node', ENTRIES);
			if (this.node) this.node.count -= marks.length;
		});
	}

	/** Turns a claim into the final mark: removes "started", keeps "sent". */
	async confirm({ sent, started }: Marks): Promise<void> {
		await this.remove(started);
		this.toRepeat.push(sent);
		this.node?.marks.add(sent);
	}

	/** Writes the remaining marks. @returns a hint if the node has so many marks that each message takes long */
	async close(): Promise<string | undefined> {
		// Without it, the mark of the last message may be missing if another process has overwritten it.
		if (this.toRepeat.length > 0) await this.record().catch(() => {});
		const { count = 0 } = this.node ?? {};
		if (Number.isNaN(count) || count <= MANY_MARKS) return undefined;
		return `This node has sent ${count} campaign messages, so each new one takes longer. A copy of the node is fast again, but does not know who already got a message.`;
	}

	private get helpers(): IExecuteFunctions['helpers'] {
		const { helpers } = this.context as IExecuteFunctions;
		if (helpers.checkProcessedAndRecord !== undefined) return helpers;
		throw new Error('n8n has no store here');
	}

	/** `NaN` if n8n fails: the next claim reports that. */
	private async countMarks(): Promise<number> {
		try {
			return await this.helpers.getProcessedDataCount('node', ENTRIES);
		} catch {
			return Number.NaN;
		}
	}

	private async readKnown(): Promise<Known> {
		return await callInOrder(async () => {
			const count = await this.countMarks();
			const all = [...known.values()].reduce((sum, { marks }) => sum + marks.size, 0);
			if (all > MOST_KNOWN) known.clear();
			const before = known.get(this.key);
			const node = before?.count === count ? before : { marks: new Set<string>(), count };
			known.set(this.key, node);
			return node;
		});
	}
}
