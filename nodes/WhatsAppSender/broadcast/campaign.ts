import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError, WorkflowError } from '../errors/failures';
import { isExpression, refuseBraces } from '../values/expressions';
import type { Option } from '../values/formFields';
import { oneLine, optionalText, quote } from '../values/text';
import { Queue } from '../values/promises';
import { isUnconfirmed, type Result, type Skip } from './channel';
import type { Run } from './execution';

const ENTER_NAME = 'enter a name, e.g. November offer';

/** An option of the message, because an expression may give each item its own campaign, e.g. its order. */
export const campaign: Option<string> = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'string',
	default: '',
	placeholder: 'e.g. November offer',
	description:
		"Each person gets only one message of a campaign, however often you run the workflow. A row that cannot be sent does not hold up the others. In a loop, or if later nodes need the rows, set 'On Error' to Continue. For one message per order, drag the order's ID here.",
	emptyHint: 'the name of a campaign',
	toolHint: 'enter its name without an expression',
	read(value, { evaluate }, stored) {
		refuseBraces('Campaign', stored);
		const name = normalizeName(optionalText('Campaign', value, ENTER_NAME));
		if (!name) throw new InputError(`Campaign is empty: ${ENTER_NAME}`);
		if (!isExpression(stored)) return name;
		const [nothing] = NOTHING.exec(name) ?? [];
		if (nothing) throw sameForAll(name, `it contains ${quote(nothing)}`);
		const text = String(stored).slice(1);
		const parts = text.match(/\{\{.*?\}\}/gs) ?? [];
		// Evaluating takes n8n a millisecond. With one part, the text around it shows what it gave.
		const valueOf = (part: string) =>
			parts.length > 1
				? String(evaluate(part) ?? '').trim()
				: NO_NAMES.find((value) => name === normalizeName(text.replace(part, () => value)));
		for (const part of parts) {
			const value = valueOf(part);
			if (value === undefined || !NO_NAMES.includes(value)) continue;
			throw sameForAll(name, `${oneLine(part, 60)} is ${value || 'empty'}`);
		}
		return name;
	},
};

/** How names are compared, so that an invisible difference does not begin a new campaign. */
const normalizeName = (name: string): string =>
	name
		.replace(/[\p{Cf}\p{DI}]|(?!\s)\p{Cc}/gu, '')
		.normalize('NFC')
		.replace(/\s+/g, ' ')
		.trim();

/** Values that would be the same for every order. An empty array becomes an empty text. */
const NO_NAMES = ['', 'true', 'false', 'Infinity', '-Infinity'];

/** What an expression makes of a missing value; `null` and `NaN` can also be part of a word. */
const NOTHING =
	/undefined|Invalid Date(?:Time)?|(?<!\p{L})null(?!\p{L})|(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])/u;

/** With one name for all orders, each person would get only one message, ever. */
const sameForAll = (name: string, why: string) =>
	new InputError(
		`Campaign ${quote(name)} would be the same for different orders or dates, because ${why}: check the field that it reads`,
	);

const SENT_BEFORE: Skip = { reason: 'campaign', words: 'already sent in this campaign' };
const UNCONFIRMED: Skip = {
	reason: 'unconfirmed',
	words: 'possibly already sent in this campaign',
	warning:
		'An earlier execution started sending this message, and it is unknown whether it arrived. Check in WhatsApp, and send it manually if it did not.',
};

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
const storeCalls = new Queue();

/** Campaign messages that this process is sending, by their mark. */
const claims = new Map<string, Promise<void>>();

const ENTRIES = { mode: 'entries' } as const;

/**
 * The campaigns of one run, by name. n8n stores their marks in its database, by workflow and node ID. A message without a
 * campaign always passes.
 */
export class Campaigns {
	/** Identifies the node in its workflow. */
	private readonly key: string;
	private known?: Known;
	/** The claim of the message that is being sent, until it is settled. Other executions wait for its release. */
	private open?: { name: string; marks: Marks; release(): void };
	private hasClaimed = false;
	/** Marks to write again with the next call: another process may have overwritten them. */
	private toRepeat: string[] = [];

	constructor(private readonly run: Run) {
		this.key = `${run.context.getWorkflow().id} ${run.node.id}`;
	}

	/** Checks only what this process knows, before the message is built. */
	async knownSkip(name: string | undefined, person: string): Promise<Skip | undefined> {
		if (name === undefined) return undefined;
		const { sent } = marksOf(name, person);
		this.known ??= await this.readKnown();
		const { isDryRun } = this.run.options;
		const isPlanned = isDryRun && this.run.execution.plannedMarks.has(sent);
		return isPlanned || this.known.marks.has(sent) ? SENT_BEFORE : undefined;
	}

	/**
	 * Claims a person for a message. A dry run removes the marks again, and remembers the person within this execution only.
	 *
	 * @returns why the person gets no message; nothing if there is a claim to settle, or no campaign
	 * @throws WorkflowError if n8n cannot record it
	 */
	async claim(name: string | undefined, person: string): Promise<Skip | undefined> {
		if (name === undefined) return undefined;
		const marks = marksOf(name, person);
		const { isDryRun } = this.run.options;
		// Claiming takes n8n several milliseconds. In a new node, one claim shows that n8n can store them.
		const isNew = isDryRun && this.hasClaimed && this.known?.count === 0;
		const skip = isNew ? undefined : await this.mark(name, marks);
		if (skip || !isDryRun) return skip;
		await this.settle();
		this.run.execution.plannedMarks.add(marks.sent);
		return undefined;
	}

	/**
	 * Marks a person as sent and as started, in one call. If n8n is killed, the mark "started" shows that the
	 * message is unconfirmed.
	 */
	private async mark(name: string, marks: Marks): Promise<Skip | undefined> {
		const { sent, started } = marks;
		const release = await this.takeTurn(sent);
		try {
			const found = await this.record(sent, started);
			if (found.length === 0) {
				this.open = { name, marks, release };
				this.hasClaimed = true;
				return undefined;
			}
			if (!found.includes(started)) await this.confirm(marks);
			release();
			return found.includes(started) ? UNCONFIRMED : SENT_BEFORE;
		} catch (error) {
			release();
			throw this.storeError(name, error as Error);
		}
	}

	/** Records the result of the claimed message, if any. @param result missing if it has not started */
	async settle(result?: Result): Promise<void> {
		const { open } = this;
		if (!open) return;
		const { name, marks, release } = open;
		this.open = undefined;
		try {
			if (result?.is === 'accepted') await this.confirm(marks);
			else if (!isUnconfirmed(result)) await this.remove(marks.sent, marks.started);
		} catch {
			this.run.notes.add(
				`n8n could not record the campaign ${quote(name)} for some recipients: later executions skip them as unconfirmed.`,
			);
		} finally {
			release();
		}
	}

	/** Waits until no other execution of this process sends the message. @returns ends the turn */
	private async takeTurn(mark: string): Promise<() => void> {
		const key = this.key + mark;
		while (claims.has(key)) await claims.get(key);
		let end = () => {};
		claims.set(key, new Promise((resolve) => (end = resolve)));
		return () => {
			claims.delete(key);
			end();
		};
	}

	/** Ends the run: writes the remaining marks. A dry run says if nobody has one, as in a copied workflow. */
	async close(): Promise<void> {
		const { notes, options } = this.run;
		const isNew = options.isDryRun && this.known?.count === 0;
		if (isNew) notes.add("Nobody has got a message of this node's campaigns yet.");
		// Without it, the mark of the last message may be missing if another process has overwritten it.
		if (this.toRepeat.length > 0) await this.record().catch(() => {});
	}

	/** Records marks in one call. @returns the marks that already existed */
	private async record(...marks: string[]): Promise<string[]> {
		const all = [...marks, ...this.toRepeat];
		const { processed } = await storeCalls.run(async () => {
			const found = await this.store.checkProcessedAndRecord(all, 'node', ENTRIES);
			if (this.known) this.known.count += found.new.length;
			return found;
		});
		this.toRepeat = [];
		return marks.filter((mark) => processed.includes(mark));
	}

	/** Removes marks that were recorded before. */
	private async remove(...marks: string[]): Promise<void> {
		await storeCalls.run(async () => {
			await this.store.removeProcessed(marks, 'node', ENTRIES);
			if (this.known) this.known.count -= marks.length;
		});
	}

	/** Turns a claim into the final mark: removes "started", keeps "sent". */
	private async confirm({ sent, started }: Marks): Promise<void> {
		await this.remove(started);
		this.toRepeat.push(sent);
		this.known?.marks.add(sent);
	}

	/** Missing in a tool that the routing runs. */
	private get store(): IExecuteFunctions['helpers'] {
		return this.run.context.helpers as IExecuteFunctions['helpers'];
	}

	private async readKnown(): Promise<Known> {
		return await storeCalls.run(async () => {
			// If n8n fails, the next claim reports it.
			const count = await Promise.resolve()
				.then(async () => await this.store.getProcessedDataCount('node', ENTRIES))
				.catch(() => Number.NaN);
			const all = [...known.values()].reduce((sum, { marks }) => sum + marks.size, 0);
			if (all > MOST_KNOWN) known.clear();
			const before = known.get(this.key);
			const node = before?.count === count ? before : { marks: new Set<string>(), count };
			known.set(this.key, node);
			return node;
		});
	}

	/** Says why n8n cannot store a campaign. */
	private storeError(name: string, { message }: Error): WorkflowError {
		const { id } = this.run.context.getWorkflow();
		const [why, fix] =
			this.store.checkProcessedAndRecord === undefined
				? ['for this kind of tool', 'use AI Agent version 3']
				: !id || /foreign key/i.test(message)
					? ['of a workflow that is not saved', 'save it, then run it again']
					: [`because its database failed (${oneLine(message, 120)})`, 'run the workflow again'];
		return new WorkflowError(
			`n8n cannot store the campaign ${quote(name)} ${why}, so this message was not sent: ${fix}`,
		);
	}
}
