import { sleep, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { asText, quoted } from '../values/checks';
import type { RunContext } from './outcome';
import type { RunState } from './state';
import type { Message } from './turn';

const LABEL = 'Delay Between Messages';
/** In seconds, when the option is added. */
const DEFAULTS = { min: 5, max: 15 };

const number = { type: 'number', typeOptions: { minValue: 0 } } as const;

/** The option Delay Between Messages. */
export const delayOption: INodeProperties = {
	displayName: LABEL,
	name: 'delay',
	type: 'fixedCollection',
	// Without it, n8n 1.x does not save the option while its values are the default ones.
	typeOptions: { multipleValues: false },
	description: 'How long to wait between two messages, random between minimum and maximum',
	default: { seconds: DEFAULTS },
	options: [
		{
			displayName: 'Seconds',
			name: 'seconds',
			values: [
				{
					displayName: 'Minimum (Seconds)',
					name: 'min',
					...number,
					default: DEFAULTS.min,
					description: 'Shortest delay',
				},
				{
					displayName: 'Maximum (Seconds)',
					name: 'max',
					...number,
					default: DEFAULTS.max,
					description: 'Longest delay',
				},
			],
		},
	],
};

export const concurrencyOption: INodeProperties = {
	displayName: 'Messages at Once',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50 },
	default: 1,
	description: 'How many messages to send in parallel. Keep 1 to preserve the order of items.',
	// A call of an AI agent has one item.
	displayOptions: { hide: { '@tool': [true] } },
};

/**
 * The delay before the next message: random between the two numbers of the option.
 *
 * @param option as the node stores it: `{ seconds: { min, max } }`, from which n8n strips defaults
 * @returns milliseconds; 0 where the option has not been added
 * @throws InputError for what is not a number of seconds
 */
export function delayOf(option: unknown): number {
	if (option === undefined) return 0;
	const { seconds } = (option ?? {}) as { seconds?: object };
	const { min, max } = { ...DEFAULTS, ...seconds };
	const [from, to] = [secondsOf('Minimum', min), secondsOf('Maximum', max)];
	return (from + Math.random() * (to - from)) * 1000;
}

function secondsOf(field: string, value: unknown): number {
	const number = Number(asText(value)?.trim() || Number.NaN);
	if (Number.isFinite(number) && number >= 0) return number;
	throw new InputError(
		`${field} of ${LABEL} ${quoted(value)} is not a number of seconds: enter 0 or more`,
	);
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
 * Waits until the delay since the last message of the execution has passed, and for hours that it
 * waits for, or until the run has ended.
 * Where it has not, the message counts as the last one from now on: of parallel calls of an agent,
 * no two pass together.
 *
 * @returns whether the message may start
 */
export async function waitToStart(
	state: RunState,
	{ delay, hours }: Message,
	hasEnded: () => boolean,
): Promise<'start' | 'closed' | 'ended'> {
	for (;;) {
		if (hasEnded()) return 'ended';
		const now = Date.now();
		const { lastSentAt = -Infinity } = state;
		// A clock that was set back would make the delay as much longer.
		if (lastSentAt > now) state.lastSentAt = now;
		const left = Math.min(lastSentAt, now) + delay - now;
		if (left <= 0 && (!hours?.opening || hours.isOpen())) break;
		await sleep(left > 0 ? Math.min(left, STEP_MS) : STEP_MS);
	}
	if (hours?.isOpen() === false) return 'closed';
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
