import { sleep } from 'n8n-workflow';
import { WorkflowError } from '../../errors/nodeErrors';
import { asText, quote } from '../../values/checks';
import { isExpression } from '../../values/fixedOrExpression';
import type { SentRecord } from '../record';
import type { RuleOption } from '../rule';

/** In seconds. n8n does not store values that equal the defaults, so `read` adds them. */
const DEFAULTS = { min: 5, max: 15 };

/** The options of a new node. */
export const OPTIONS_OF_NEW_NODE = { delay: { seconds: DEFAULTS } };

/** How often a delay checks the stop button. */
const STEP_MS = 200;

export const delay: RuleOption = {
	displayName: 'Delay Between Messages',
	name: 'delay',
	type: 'fixedCollection',
	// Without it, n8n does not save an option whose values are the defaults.
	typeOptions: { multipleValues: false },
	description: 'How long to wait between two messages, random between minimum and maximum',
	default: { seconds: DEFAULTS },
	emptyHint: 'a number of seconds, 0 for no delay',
	read(option, _source, stored) {
		const { seconds } = (option ?? {}) as { seconds?: object };
		if (!seconds && isExpression(stored)) {
			throw new WorkflowError(
				'Delay Between Messages has no seconds: enter them, or remove the option',
			);
		}
		// The editor leaves an empty option if the user deletes the two numbers.
		if (!seconds) return {};
		const entered = { ...DEFAULTS, ...seconds };
		const min = secondsOf('Minimum', entered.min);
		const max = secondsOf('Maximum', entered.max);
		return { delay: () => (min + Math.random() * (max - min)) * 1000 };
	},
	options: [
		{
			displayName: 'Seconds',
			name: 'seconds',
			values: [
				{
					displayName: 'Minimum (Seconds)',
					name: 'min',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 5,
					description: 'Shortest delay',
				},
				{
					displayName: 'Maximum (Seconds)',
					name: 'max',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 15,
					description: 'Longest delay',
				},
			],
		},
	],
};

function secondsOf(field: string, value: unknown): number {
	const number = Number(asText(value)?.trim() || Number.NaN);
	if (Number.isFinite(number) && number >= 0) return number;
	throw new WorkflowError(
		`${field} of Delay Between Messages ${quote(value)} is not a number of seconds: enter 0 or more`,
	);
}

/**
 * Waits until the delay since the last message of the execution has passed, and until the service
 * wants messages again (`Retry-After`).
 *
 * @param delay milliseconds
 */
export async function waitForDelay(
	{ stored }: SentRecord,
	delay: number,
	isStopped: () => boolean,
): Promise<void> {
	while (!isStopped()) {
		const now = Date.now();
		const { lastSentAt = -Infinity, notBefore = -Infinity } = stored;
		// If the clock was set back, the delay must not become longer.
		if (lastSentAt > now) stored.lastSentAt = now;
		const left = Math.max(Math.min(lastSentAt, now) + delay, notBefore) - now;
		if (left <= 0) return;
		await sleep(Math.min(left, STEP_MS));
	}
}
