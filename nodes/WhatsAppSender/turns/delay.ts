import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { asText, isNothing, quoted } from '../values/checks';
import type { RunContext } from './outcome';
import type { RunState } from './state';
import type { Message } from './turn';

/** Options that control how fast the items of a run are sent, as the node stores them. */
export interface DelayOptions {
	/** Seconds. */
	minDelay?: unknown;
	maxDelay?: unknown;
}

/**
 * The delay before the next message: random between the two; where only one is set, that one.
 *
 * @returns milliseconds
 * @throws InputError where a delay is not a number of seconds
 */
export function delayOf({ minDelay, maxDelay }: DelayOptions): number {
	const min = seconds('Minimum Delay', minDelay);
	const max = seconds('Maximum Delay', maxDelay);
	if (min === undefined || max === undefined) return (min ?? max ?? 0) * 1000;
	return (min + Math.random() * (max - min)) * 1000;
}

function seconds(field: string, value: unknown): number | undefined {
	if (value === undefined) return undefined;
	if (isNothing(value)) {
		throw new InputError(`${field}: the expression has no result. Return 0 for no delay`);
	}
	const number = Number(asText(value));
	if (!Number.isFinite(number) || number < 0) {
		throw new InputError(`${field} ${quoted(value)} is not a number of seconds: enter 0 or more`);
	}
	return number;
}

/** Messages to send in parallel, read once for all items; an expression that fails is 1. */
export function parallelOf(context: RunContext): number {
	try {
		const entered = (context as IExecuteFunctions).getNodeParameter('options.concurrency', 0, 1);
		return concurrencyOf(entered);
	} catch {
		return 1;
	}
}

/** 1–50, and 1 wherever an expression gave anything else. */
export function concurrencyOf(value: unknown): number {
	const number = Math.floor(Number(asText(value) ?? 1));
	return number >= 1 ? Math.min(number, 50) : 1;
}

/** How often a delay checks the stop button. */
const STEP_MS = 200;

/**
 * Waits until the delay since the last message of the execution has passed, or the run has ended.
 * Where it has not, the message counts as the last one from now on: of parallel calls of an agent,
 * no two pass together.
 *
 * @returns whether the message may start
 */
export async function waitToStart(
	state: RunState,
	{ delay, isOpen }: Message,
	hasEnded: () => boolean,
): Promise<'start' | 'closed' | 'ended'> {
	for (;;) {
		if (hasEnded()) return 'ended';
		const now = Date.now();
		const { lastSentAt = -Infinity } = state;
		// A clock that was set back would make the delay as much longer.
		if (lastSentAt > now) state.lastSentAt = now;
		const left = Math.min(lastSentAt, now) + delay - now;
		if (left <= 0) break;
		await sleep(Math.min(left, STEP_MS));
	}
	if (isOpen?.() === false) return 'closed';
	state.lastSentAt = Date.now();
	return 'start';
}

/** How long work of many steps may hold up n8n's other work. */
const LONGEST_BLOCK_MS = 5;

/** A function to call at each step of long work: lets n8n do other work where that has waited. */
export function yielder(): () => Promise<void> {
	let last = Date.now();
	return async () => {
		if (Date.now() - last <= LONGEST_BLOCK_MS) return;
		await sleep(0);
		last = Date.now();
	};
}
