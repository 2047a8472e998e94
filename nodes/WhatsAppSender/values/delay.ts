import { WorkflowError } from '../errors/nodeErrors';
import { asText, quoted } from './checks';
import type { Option } from './option';

/** Delay Between Messages in seconds, when it is added: n8n strips values that equal them. */
const DEFAULTS = { min: 5, max: 15 };

const seconds = { type: 'number', typeOptions: { minValue: 0 } } as const;

/** The option Delay Between Messages. */
export const delay: Option<number> = {
	displayName: 'Delay Between Messages',
	name: 'delay',
	type: 'fixedCollection',
	// Without it, n8n 1.x does not save the option while its values are the default ones.
	typeOptions: { multipleValues: false },
	description: 'How long to wait between two messages, random between minimum and maximum',
	default: { seconds: DEFAULTS },
	instead: 'a number of seconds, 0 for no delay',
	read: delayOf,
	options: [
		{
			displayName: 'Seconds',
			name: 'seconds',
			values: [
				{
					displayName: 'Minimum (Seconds)',
					name: 'min',
					...seconds,
					default: DEFAULTS.min,
					description: 'Shortest delay',
				},
				{
					displayName: 'Maximum (Seconds)',
					name: 'max',
					...seconds,
					default: DEFAULTS.max,
					description: 'Longest delay',
				},
			],
		},
	],
};

/**
 * The delay before the next message: random between the two numbers of the option.
 *
 * @param option as the node stores it: `{ seconds: { min, max } }`, from which n8n strips defaults
 * @returns milliseconds
 * @throws InputError for what is not a number of seconds
 */
export function delayOf(option: unknown): number {
	const { seconds } = (option ?? {}) as { seconds?: object };
	const { min, max } = { ...DEFAULTS, ...seconds };
	const [from, to] = [secondsOf('Minimum', min), secondsOf('Maximum', max)];
	return (from + Math.random() * (to - from)) * 1000;
}

function secondsOf(field: string, value: unknown): number {
	const number = Number(asText(value)?.trim() || Number.NaN);
	if (Number.isFinite(number) && number >= 0) return number;
	throw new WorkflowError(
		`${field} of Delay Between Messages ${quoted(value)} is not a number of seconds: enter 0 or more`,
	);
}
