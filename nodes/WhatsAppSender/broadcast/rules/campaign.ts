import { InputError, WorkflowError } from '../../errors/nodeErrors';
import { oneLine } from '../../errors/responseText';
import { optionalText, quote } from '../../values/checks';
import { isExpression, refuseBraces } from '../../values/fixedOrExpression';
import type { Option } from '../../values/option';
import { marksOf, MarkStore } from '../campaignMarks';
import type { Outcome, Skip } from '../outcome';
import type { Pending, RunContext } from '../sender';

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
export interface Claim {
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
