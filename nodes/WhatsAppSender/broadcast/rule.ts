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
	options: Pick<RunOptions, 'isDryRun' | 'isTest'>;
	lists: SharedLists;
	/** Sentences for the hints of the run. */
	notes: Set<string>;
}

/** Decides about each message. The file of a rule contains its form field, how its value is read, and its words. */
export interface Rule {
	/**
	 * @returns why the item is skipped; nothing if its message may start
	 * @throws if the rule cannot decide: then the message is not sent
	 */
	check(target: Target, run: RunState): Skip | undefined | Promise<Skip | undefined>;
	/** Sentence for the hint of a dry run. */
	note?(): string;
}

/** The options of a run, read once: the same for all its items. */
export interface RunOptions {
	/** Why an option cannot be read: then nothing is sent. */
	failure?: unknown;
	/** In the order in which they decide about a message. */
	rules: Rule[];
	/** Milliseconds before the next message. */
	drawDelay(): number;
	isDryRun: boolean;
	isTest: boolean;
	/** Gets the messages of a test instead of their recipients. */
	testRecipient?: Recipient;
	hasCampaign: boolean;
}
