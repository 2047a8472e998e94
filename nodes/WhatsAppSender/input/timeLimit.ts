import { asText, InputError, quoted } from './inputError';

/** The most that a timer takes: 24 days. */
const LONGEST = 2 ** 31 - 1;

/**
 * A time limit in milliseconds.
 *
 * @throws InputError where it is no number from 1 on
 */
export function milliseconds(field: string, value: unknown, absent: number): number {
	if (value === undefined || value === null || value === '') return absent;
	const number = Math.floor(Number(asText(value)));
	if (!(number >= 1)) {
		throw new InputError(
			`${field} ${quoted(value)} is not a number of milliseconds: use 1 or more`,
		);
	}
	return Math.min(number, LONGEST);
}

/**
 * The stop button's signal, with a limit for the whole answer: n8n's own time-out counts silence
 * alone, and an answer that trickles is never silent.
 */
export function withinTime(stopped: AbortSignal | undefined, limit: number | undefined) {
	if (!limit || !(limit > 0)) return stopped;
	const timeIsUp = AbortSignal.timeout(Math.min(Math.ceil(limit), LONGEST));
	return stopped ? AbortSignal.any([stopped, timeIsUp]) : timeIsUp;
}
