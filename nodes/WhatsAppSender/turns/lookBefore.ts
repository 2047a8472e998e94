import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { InputError, toNodeError } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import { countryCodeOf } from '../values/countryCode';
import { yielder } from './delay';
import type { Outcome, RunContext } from './outcome';
import { earlierAttempt, reasonsOf } from './progress';
import type { RunState } from './state';
import { prepare, type Message, type Operation, type Skip, type Turn } from './turn';

/** How many items the error names before it counts the rest. */
const MOST_NAMED = 20;

type PreviewedMessage = Pick<Message, 'body' | 'delay' | 'hours'>;
type Start = { millis: number; opening?: DateTime };

/** What would become of an item: one of the last four says it. */
export interface Preview {
	turn?: Turn;
	/** What would be sent, and milliseconds before it. Not the message itself: it may hold a file. */
	message?: PreviewedMessage;
	start?: Start;
	skip?: Skip;
	error?: unknown;
	/** Whether an earlier attempt has sent it. */
	isSent?: boolean;
}

/**
 * Looks at an item as sending would, without sending it. Never throws: a failure is a result.
 *
 * @param simulation where the item counts as sent afterwards, as if the service accepted everything
 */
export async function preview(
	{ begin }: Operation,
	state: RunState,
	simulation: RunState,
	item: number,
): Promise<Preview> {
	let turn: Turn | undefined;
	try {
		turn = await begin(item);
		if (state.acceptedOutput(item, turn)) return { turn, isSent: true };
		const { skip, ready } = await prepare(turn, simulation, item, true);
		if (skip) return { turn, skip };
		simulation.settle(ready.reservation, 'accepted');
		const { body, delay, hours } = ready.message;
		return { turn, message: { body, delay, hours } };
	} catch (error) {
		// An accepted item stays accepted, although its recipient is no longer valid.
		return !turn && state.acceptedOutput(item) ? { isSent: true } : { turn, error };
	}
}

/**
 * Check All Items First: where it is on for any item, looks at all items before one is sent. Where
 * one cannot be sent and On Error is "Continue", `outcome` has a result for each of them afterwards.
 *
 * @throws NodeOperationError where items cannot be sent and On Error is "Stop"
 */
export async function checkFirst(
	context: RunContext,
	operation: Operation,
	outcome: Outcome,
): Promise<void> {
	if (!(await isOnForAny(operation, outcome.total))) return;
	const previews = await previewAll(operation, outcome);
	const faulty = [...previews].filter(([, { error }]) => error !== undefined);
	if (faulty.length === 0 || outcome.hasEnded()) return;
	if (!outcome.continuesOnFail) {
		const [[itemIndex]] = faulty;
		const warning = earlierAttempt(outcome.state.unconfirmedBeside());
		throw toNodeError(context.getNode(), faultsError(faulty, outcome), {
			itemIndex,
			more: [warning],
		});
	}
	for (const [item, { turn, skip, error, isSent }] of previews) {
		if (isSent) outcome.acceptEarlier(item);
		else if (skip) outcome.skip(item, turn, skip);
		else outcome.fail(item, error ?? heldBack(faulty.length));
	}
}

async function isOnForAny({ isOn }: Operation, total: number): Promise<boolean> {
	if (!isOn) return false;
	const yieldToOthers = yielder();
	for (let item = 0; item < total; item++) {
		await yieldToOthers();
		try {
			if (isOn('checkFirst', item)) return true;
		} catch {
			// The check names it.
			return true;
		}
	}
	return false;
}

/** What is known of the items that are not in a dry run, by index. */
async function previewAll(operation: Operation, outcome: Outcome): Promise<Map<number, Preview>> {
	const { state, total } = outcome;
	const previews = new Map<number, Preview>();
	const simulation = state.simulation();
	const yieldToOthers = yielder();
	for (let item = 0; item < total && !outcome.hasEnded(); item++) {
		await yieldToOthers();
		try {
			if (operation.isOn?.('dryRun', item)) continue;
			previews.set(item, await preview(operation, state, simulation, item));
		} catch (error) {
			previews.set(item, { error });
		}
	}
	return previews;
}

function faultsError(
	faulty: Array<[item: number, found: Preview]>,
	{ total, state }: Outcome,
): InputError {
	const lines = faulty.slice(0, MOST_NAMED).map(([item, { turn, error }]) => {
		const recipient = turn ? ` (${oneLine(turn.recipient, 60)})` : '';
		return `Item ${item + 1}${recipient}: ${(error as Error).message}`;
	});
	if (faulty.length > MOST_NAMED) lines.push(`… and ${faulty.length - MOST_NAMED} more`);
	const subject = state.hasSentNothing ? 'Nothing' : 'Nothing more';
	return new InputError(
		`${subject} was sent: ${faulty.length} of ${total} items cannot be sent`,
		// The editor shows a description as HTML.
		lines.join('<br>'),
	);
}

/** The error of an item that could be sent, where others cannot. */
const heldBack = (faults: number) =>
	new InputError(
		`Not sent, because ${faults} other ${faults === 1 ? 'item' : 'items'} cannot be sent`,
	);

/** What the output of a dry run says of an item: the same fields of each, so that a table has no holes. */
export const dryRunOutput = ({ turn, message, skip, error }: Preview): IDataObject => ({
	dryRun: true,
	wouldSend: message !== undefined,
	...(turn?.shown ?? { recipient: '', recipientType: '' }),
	reason: skip?.reason ?? (error as Error | undefined)?.message ?? '',
	body: message?.body ?? {},
});

/**
 * What a dry run has found: `1180 of 1200 would be sent: 12 on the list Unsubscribed, 8 twice. With
 * these delays about 2 h 45 min. Recipients: 1100 in +62, 60 in +81, 20 groups.`
 */
export function dryRunHint(previews: Preview[]): string {
	const sent = previews.filter(({ message }) => message);
	const faults = previews.filter(({ error }) => error !== undefined).length;
	const others = reasonsOf(previews.flatMap(({ skip }) => skip ?? []));
	if (faults > 0) others.push(`${faults} cannot be sent`);
	const why = others.length > 0 ? `: ${others.join(', ')}` : '';
	const { skip, message } =
		previews.find((found) => found.skip?.clock ?? found.message?.hours) ?? {};
	const sentences = [
		`${sent.length} of ${previews.length} would be sent${why}.`,
		durationOf(sent),
		recipientsIn(sent),
		skip?.clock ?? message?.hours?.clock(),
	];
	return sentences.filter(Boolean).join(' ');
}

/** Says where they are, where that is more than one country: a number that has lost its 0 is in another one. */
function recipientsIn(sent: Preview[]): string | undefined {
	const counts: Record<string, number> = {};
	let groups = 0;
	for (const { turn } of sent) {
		const code = countryCodeOf(String(turn?.shown?.recipient));
		if (turn?.shown?.recipientType === 'group') groups++;
		else counts[code] = (counts[code] ?? 0) + 1;
	}
	const codes = Object.keys(counts).sort((one, other) => counts[other] - counts[one]);
	const places = codes.map((code) => `${counts[code]} in +${code}`);
	if (groups > 0) places.push(groups === 1 ? '1 group' : `${groups} groups`);
	return groups > 0 || codes.length > 1 ? `Recipients: ${places.join(', ')}.` : undefined;
}

/**
 * When a message would start after those before it. Known of each item in its turn: of many at once, it
 * would hold up n8n.
 */
export function startAfter(previews: Preview[], { delay, hours }: PreviewedMessage): Start {
	const before = previews.findLast(({ start }) => start)?.start;
	// The first message waits for no delay.
	const ready = before ? before.millis + delay : Date.now();
	const opening = hours?.opening?.(ready);
	return { millis: opening?.toMillis() ?? ready, opening };
}

/** How long it takes, or until when, where messages wait for their hours. */
function durationOf([first, ...others]: Preview[]): string | undefined {
	const last = (others.at(-1) ?? first)?.start;
	if (last?.opening) {
		return `With these delays and hours, the last one goes out on ${last.opening.toFormat("ccc d LLL 'at' HH:mm")}.`;
	}
	const millis = (last?.millis ?? 0) - (first?.start?.millis ?? 0);
	return millis > 0 ? `With these delays about ${formatDuration(millis)}.` : undefined;
}

/** `2 h 45 min`, `12 min`, `40 s` */
function formatDuration(millis: number): string {
	const seconds = Math.ceil(millis / 1000);
	if (seconds < 90) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	if (minutes < 60) return `${minutes} min`;
	const rest = minutes % 60;
	return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`;
}
