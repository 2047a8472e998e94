import type { Recipient } from '../service/recipient';
import type { Option } from '../values/option';
import type { Journal } from './journal';
import type { Skip } from './outcome';
import type { Pending } from './sender';

/** What a rule checks: one message, and what was sent before it. */
export interface Turn extends Pending {
	item: number;
	journal: Journal;
}

/**
 * What an option of the run does. The file of a rule contains its form field, how its value is read, its verdict,
 * and its words.
 */
export interface Rule {
	/**
	 * @returns why the item is skipped; nothing if its message may start
	 * @throws if the rule cannot decide: then the message is not sent
	 */
	check?(turn: Turn): Skip | undefined | Promise<Skip | undefined>;
	/** Milliseconds between the last message and the next one. */
	delay?(): number;
	isDryRun?: boolean;
	/**
	 * @param country of a number without a country code
	 * @returns who gets the messages instead of their recipients
	 * @throws InputError if that is no phone number
	 */
	redirect?(country: () => Promise<string>): Promise<Recipient>;
	/** Sentence for the hint of a dry run. */
	note?(): string;
}

/** An option whose value is read once for a run of the node. */
export type RuleOption = Option<Rule>;
