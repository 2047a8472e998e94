import { withPrefix, WorkflowError } from '../errors/failures';
import { LONGEST_WAIT } from '../http/failedRequest';
import { phoneRecipient, type Recipient } from '../service/recipient';
import { isTool } from '../values/expressions';
import {
	groupIn,
	hasOption,
	isOn,
	type Option,
	type OptionSource,
	readOption,
} from '../values/formFields';
import { asText, quote } from '../values/text';
import { pause } from '../values/promises';
import { campaign } from './campaign';
import type { Skip } from './channel';
import type { Run } from './execution';
import type { Rule, RunOptions, RunState } from './rule';
import { sendHours } from './sendHours';
import { neverSendTo, onlySendTo } from './stopListOptions';

/** In seconds. n8n does not store values that equal the defaults, so `read` adds them. */
const DEFAULT_DELAY = { min: 5, max: 15 };

export const delay: Option<RunOptions['drawDelay']> = {
	displayName: 'Delay Between Messages',
	name: 'delay',
	type: 'fixedCollection',
	// Without it, n8n does not save an option whose values are the defaults.
	typeOptions: { multipleValues: false },
	placeholder: 'Add Seconds',
	description: 'How long to wait between two messages, random between minimum and maximum',
	default: { seconds: DEFAULT_DELAY },
	emptyHint: 'a number of seconds, 0 for no delay',
	read(option) {
		const entered = { ...DEFAULT_DELAY, ...groupIn(delay.displayName, option, 'seconds') };
		const min = secondsOf('Minimum', entered.min);
		const max = secondsOf('Maximum', entered.max);
		return () => (min + Math.random() * (max - min)) * 1000;
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
				},
				{
					displayName: 'Maximum (Seconds)',
					name: 'max',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 15,
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
 * wants messages again (`Retry-After`). A message that is skipped leaves its delay to the next one.
 */
export async function waitForDelay({ execution, options, signal }: Run): Promise<void> {
	const now = Date.now();
	const { lastSentAt = -Infinity, notBefore = -Infinity } = execution.stored;
	const delay = (execution.nextDelay ??= options.drawDelay());
	// If the clock was set back, the delay must not become longer.
	const untilDelayed = Math.min(lastSentAt - now, 0) + delay;
	await pause(Math.max(untilDelayed, Math.min(notBefore - now, LONGEST_WAIT)), signal);
}

export const maxPerExecution: Option<Rule> = {
	displayName: 'Max Messages per Execution',
	name: 'maxPerExecution',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'Maximum number of messages per execution, including loops and retries. Further items are skipped.',
	emptyHint: 'a number of messages',
	read(value) {
		const max = Number(asText(value) || Number.NaN);
		if (Number.isInteger(max) && max >= 1) {
			const skip = { reason: 'maxPerExecution', words: 'over the maximum' };
			return { check: (_target, { ledger }) => (ledger.messages >= max ? skip : undefined) };
		}
		throw new WorkflowError(
			`Max Messages per Execution ${quote(value)} is not a number of messages: enter a whole number, 1 or more`,
		);
	},
};

/** A switch that is on once it is added. The hint tells a model building a workflow that it is off until then. */
const SWITCH = {
	type: 'boolean',
	default: true,
	builderHint: { propertyHint: 'Off unless added: set it to true to turn it on' },
	emptyHint: 'false to turn it off',
} as const;

export const dryRun: Option<boolean> = {
	...SWITCH,
	displayName: 'Dry Run',
	name: 'dryRun',
	description: 'Whether to send nothing, and return what would be sent',
	read: (value) => isOn('Dry Run', value),
};

const eachRecipientOnce: Option<Rule | undefined> = {
	...SWITCH,
	displayName: 'Each Recipient Once',
	name: 'eachRecipientOnce',
	description:
		'Whether to skip recipients who already got a message in this execution, including loops and retries',
	read: (value) => (isOn('Each Recipient Once', value) ? ONCE : undefined),
};

const ONCE: Rule = {
	check({ item, person }, { ledger, number }) {
		if (ledger.messagesTo(person, number, item) === 0) return undefined;
		return { reason: 'duplicate', words: 'twice' };
	},
};

/** How many messages the test number gets in an execution. */
const TEST_MESSAGES = 3;

const testPhone: Option<Recipient> = {
	displayName: 'Send Test To',
	name: 'testPhone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +62 812-3456-7890',
	hint: 'With + and the country code',
	description: 'Your own number. It gets the first three messages, and the recipients get nothing.',
	emptyHint: 'a phone number',
	read(phone) {
		try {
			return phoneRecipient(phone);
		} catch (error) {
			throw withPrefix('Send Test To', error);
		}
	},
};

/** Skips an item once the test has sent its messages. Reads nothing of the item. */
export function testSkip({ ledger, options }: RunState): Skip | undefined {
	if (!options.isTest || ledger.messages < TEST_MESSAGES) return undefined;
	return { reason: 'test', words: 'not in the test' };
}

/** In the order in which they decide about a message. */
const RULES: Array<Option<Rule | undefined>> = [
	neverSendTo,
	onlySendTo,
	eachRecipientOnce,
	maxPerExecution,
	sendHours,
];

/** Each one is a field of the form. */
export const RUN_OPTIONS: Option[] = [dryRun, delay, testPhone, ...RULES];

/**
 * Reads the options of a run.
 *
 * @param firstItem with which the options are evaluated
 * @param count of the items that share them
 */
export function readRunOptions(firstItem: OptionSource, count: number): RunOptions {
	const { node } = firstItem;
	const source = { ...firstItem, isShared: count > 1 || isTool(node) };
	let failure: unknown;
	const read = <T>(option: Option<T>): T | undefined => {
		try {
			return readOption(source, option);
		} catch (error) {
			failure ??= error;
			return undefined;
		}
	};
	const options = {
		isDryRun: read(dryRun) ?? false,
		drawDelay: read(delay) ?? (() => 0),
		testRecipient: read(testPhone),
		rules: RULES.flatMap((option) => read(option) ?? []),
		isTest: hasOption(node, testPhone),
		hasCampaign: hasOption(node, campaign),
	};
	return { ...options, failure };
}
