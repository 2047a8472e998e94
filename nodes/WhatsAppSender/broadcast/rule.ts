import type { Recipient } from '../service/recipient';
import type { Channel, Skip, Target } from './channel';
import type { Ledger } from './ledger';
import type { SharedLists } from './stopList';

/** What a rule knows of the run that it decides about. */
export interface RunState {
	/** Index of the run in its execution: each iteration of a loop is a run of the node. */
	number: number;
	ledger: Ledger;
	channel: Channel;
	options: Pick<RunOptions, 'isDryRun'>;
	lists: SharedLists;
	/** Sentences for the hints of the run. */
	notes: Set<string>;
}

/**
 * What an option of the run does. The file of a rule contains its form field, how its value is read, its verdict,
 * and its words.
 */
export interface Rule {
	/** As `check`, but before anything of the item is read. */
	checkUnread?(run: RunState): Skip | undefined;
	/**
	 * @returns why the item is skipped; nothing if its message may start
	 * @throws if the rule cannot decide: then the message is not sent
	 */
	check?(target: Target, run: RunState): Skip | undefined | Promise<Skip | undefined>;
	/** Milliseconds between the last message and the next one. */
	drawDelay?(): number;
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

/** The options of a run, read once: the same for all its items. */
export interface RunOptions {
	/** In the order in which they decide about a message. */
	rules: Rule[];
	/** Milliseconds before the next message. */
	drawDelay(): number;
	isDryRun: boolean;
	isTest: boolean;
	/** Replaces the recipient of each message in a test. */
	redirect: Rule['redirect'];
	hasCampaign: boolean;
}
