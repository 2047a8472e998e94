import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError, WorkflowError } from '../../errors/nodeErrors';
import { oneLine } from '../../errors/responseText';
import { asText, kindOf, quoted } from '../../values/checks';
import type { Option } from '../../values/option';
import type { Outcome, Skip } from '../outcome';
import type { RunContext } from '../sender';

/** An option of the message: each item may belong to another campaign, e.g. the update of its order. */
export const campaign: Option<string> = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'string',
	default: '',
	placeholder: 'e.g. November offer',
	description:
		'Each person gets one message of a campaign, in whatever executions, also after n8n was stopped. Use an expression for one message per order.',
	emptyHint: 'the name of a campaign',
	toolHint: 'enter its name without an expression',
	read(value) {
		const name = asText(value);
		if (name?.trim()) return name.trim();
		const problem = name === undefined ? `is ${kindOf(value)}` : 'is empty';
		throw new InputError(`Campaign ${problem}: enter a name, e.g. November offer`);
	},
};

const ENTRIES = { mode: 'entries' } as const;

/** Above it, n8n needs more time for each mark than for the message. */
const MANY_MARKS = 50_000;

export const SENT_BEFORE: Skip = { reason: 'campaign', words: 'sent in the campaign before' };
const UNCONFIRMED: Skip = {
	reason: 'unconfirmed',
	words: 'may have been sent in the campaign before',
	warning:
		'An earlier execution began to send this message, and nobody knows whether it arrived. Check in WhatsApp, and send it by hand if it did not.',
};

/** The marks of one person in a campaign, in n8n's database. */
interface Marks {
	/** Stays once the message was accepted. */
	sent: string;
	/** Stays only where nobody knows whether the message was sent. */
	started: string;
}

/** n8n stores them as hashes. */
function marksOf(name: string, person: string): Marks {
	const mark = (kind: string) => JSON.stringify([kind, name, person]);
	return { sent: mark('sent'), started: mark('started') };
}

/** n8n reads and writes all marks of a node for each call, so the calls of this process take turns. */
let lastCall: Promise<unknown> = Promise.resolve();

async function inTurn<T>(call: () => Promise<T>): Promise<T> {
	const result = lastCall.then(call);
	lastCall = result.catch(() => {});
	return await result;
}

/** Messages of campaigns that this process is sending, by their mark. */
const inFlight = new Map<string, Promise<void>>();

/** The right to send a person the message of a campaign: nobody else has it until it is settled. */
export interface Claim {
	/** Says what became of the message. @returns a warning where n8n could not record that */
	settle(outcome?: Outcome): Promise<string | undefined>;
}

/**
 * Marks a person as sent and as started, in one call, so that a kill of n8n leaves no state that says
 * "sent" for a message that was not.
 *
 * @returns why the person gets no message, or the claim, which must be settled
 * @throws WorkflowError where n8n cannot record it
 */
export async function claimPerson(
	context: RunContext,
	name: string,
	person: string,
): Promise<Skip | Claim> {
	const { helpers } = context as IExecuteFunctions;
	if (!helpers.checkProcessedAndRecord) {
		throw notKept(name, 'use AI Agent version 3, or Send Text outside of tools');
	}
	const marks = marksOf(name, person);
	const key = `${context.getWorkflow().id}\n${context.getNode().id}\n${marks.sent}`;
	while (inFlight.has(key)) await inFlight.get(key);
	let end = () => {};
	inFlight.set(key, new Promise((resolve) => (end = resolve)));
	const release = () => {
		inFlight.delete(key);
		end();
	};
	const record = async (...values: string[]) =>
		await inTurn(async () => await helpers.checkProcessedAndRecord(values, 'node', ENTRIES));
	const remove = async (...values: string[]) =>
		await inTurn(async () => await helpers.removeProcessed(values, 'node', ENTRIES));
	try {
		const { processed } = await record(marks.sent, marks.started);
		if (processed.includes(marks.started)) return (release(), UNCONFIRMED);
		if (processed.includes(marks.sent)) {
			await remove(marks.started);
			return (release(), SENT_BEFORE);
		}
	} catch (error) {
		release();
		const reason = oneLine((error as Error).message, 120);
		throw notKept(name, `save the workflow, then run it again (n8n says: ${reason})`);
	}
	return {
		async settle(outcome) {
			try {
				if (outcome?.is === 'unconfirmed') return undefined;
				if (outcome?.is !== 'accepted') {
					await remove(marks.sent, marks.started);
					return undefined;
				}
				// Another process may have overwritten the first one.
				await record(marks.sent);
				await remove(marks.started);
				return undefined;
			} catch {
				return `n8n could not record the campaign ${quoted(name)} for some recipients: the next execution skips them as unconfirmed.`;
			} finally {
				release();
			}
		},
	};
}

/** n8n has no helper for it where it runs a tool by the routing, and fails where the workflow was never saved. */
const notKept = (name: string, fix: string) =>
	new WorkflowError(
		`n8n cannot remember the campaign ${quoted(name)} here, so nothing was sent: ${fix}`,
	);

/** @returns a hint where the node has so many marks that each message takes long */
export async function hintOfManyMarks(context: RunContext): Promise<string | undefined> {
	const { helpers } = context as IExecuteFunctions;
	try {
		const marks = await helpers.getProcessedDataCount('node', ENTRIES);
		if (marks <= MANY_MARKS) return undefined;
		return `This node has sent ${marks} messages in campaigns, so n8n needs much time for each one. A copy of the node begins anew.`;
	} catch {
		return undefined;
	}
}
