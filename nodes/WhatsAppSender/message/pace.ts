import { asText, InputError, quoted } from '../input/inputError';

/** Options that say how fast the messages of one run go out, as the node stores them. */
export interface PaceOptions {
	/** Seconds. */
	minDelay?: unknown;
	maxDelay?: unknown;
	/** 1–50. */
	concurrency?: unknown;
}

/**
 * The pause before a message that is not the first: random between the two delays; where only one
 * is set, that one.
 *
 * @returns milliseconds
 * @throws InputError where a delay is no number of seconds
 */
export function pauseOf({ minDelay, maxDelay }: PaceOptions): number {
	const min = seconds('Minimum Delay', minDelay);
	const max = seconds('Maximum Delay', maxDelay);
	if (min === 0 || max === 0) return Math.max(min, max) * 1000;
	return (min + Math.random() * (max - min)) * 1000;
}

/** Messages in flight at once: 1–50, and 1 wherever an expression gave anything else. */
export function concurrencyOf({ concurrency }: PaceOptions): number {
	const number = Math.floor(Number(asText(concurrency) ?? 1));
	return number >= 1 ? Math.min(number, 50) : 1;
}

function seconds(field: string, value: unknown): number {
	if (value === undefined || value === null || value === '') return 0;
	const number = Number(asText(value));
	if (!Number.isFinite(number) || number < 0) {
		throw new InputError(`${field} ${quoted(value)} is not a number of seconds: use 0 or more`);
	}
	return number;
}
