import { InputError, WorkflowError } from '../../errors/nodeErrors';
import { oneLine } from '../../errors/responseText';
import { optionalText, quote } from '../../values/checks';
import { refuseBraces } from '../../values/fixedOrExpression';
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
		// One name for all orders would send to each person only once, ever.
		refuseBraces('Campaign', stored);
		const name = optionalText('Campaign', value, EXAMPLE).trim();
		if (name) return name;
		throw new InputError(`Campaign is empty: ${EXAMPLE}`);
	},
};

const SENT_BEFORE: Skip = { reason: 'campaign', words: 'sent in the campaign before' };
const UNCONFIRMED: Skip = {
	reason: 'unconfirmed',
	words: 'may have been sent in the campaign before',
	warning:
		'An earlier execution began to send this message, and nobody knows whether it arrived. Check in WhatsApp, and send it by hand if it did not.',
};

/** Campaign messages that this process is sending, by their mark. */
const inFlight = new Map<string, Promise<void>>();

/** The right to send a person the message of a campaign. It is exclusive until it is settled. */
export interface Claim {
	/** Records what became of the message. @returns a hint if n8n could not */
	settle(outcome?: Outcome): Promise<string | undefined>;
}

/** The campaigns of one run. A message without a campaign always passes. */
export class Campaigns {
	private readonly store: MarkStore;
	/** @param planned marks of the people to whom the dry runs before would send */
	constructor(
		context: RunContext,
		private readonly planned = new Set<string>(),
	) {
		this.store = new MarkStore(context);
	}

	/** Saves building a message for a person whom this process knows to have one. */
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

	/** Claims for a dry run: leaves no mark, and remembers the person in the execution alone. */
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
 * Marks a person as sent and as started, in one call, so that a kill of n8n leaves no state that says
 * "sent" for a message that was not.
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
	const release = <T>(result: T): T => {
		inFlight.delete(key);
		end();
		return result;
	};
	try {
		const found = await store.record(sent, started);
		if (found.includes(started)) return release(UNCONFIRMED);
		if (found.includes(sent)) {
			await store.confirm({ sent, started });
			return release(SENT_BEFORE);
		}
	} catch (error) {
		throw release(notKept(name, error as Error));
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
				release(undefined);
			}
		},
	};
}

/** n8n has no store for an unsaved workflow, and none for a tool that the routing runs. */
const notKept = (name: string, { message }: Error) =>
	new WorkflowError(
		`n8n cannot remember the campaign ${quote(name)} here, so nothing was sent: save the workflow, then run it again; in a tool, use AI Agent version 3 (${oneLine(message, 120)})`,
	);
