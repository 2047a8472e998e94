/** Why an item is skipped. */
export type SkipReason = keyof typeof WORDS;

export interface Skip {
	reason: SkipReason;
	/** Title of the list, for the hint; none where the option has the numbers themselves. */
	list?: string;
	/** Sentence about the hours, for the hint. */
	clock?: string;
}

/** Who must not be sent to. */
export interface Exclusion {
	/**
	 * Looks the recipient up in the lists of Never Send To and Only Send To.
	 *
	 * @param since Unix milliseconds: lists that were read before are read again
	 * @throws where that cannot be known: nothing is sent then
	 */
	byList(since?: number): Promise<Skip | undefined>;
	/** Whether a person is sent to once per execution. */
	once: boolean;
	/** Messages of the node that an execution may send. */
	max?: number;
}

const WORDS = {
	neverSendTo: (list?: string) => (list ? `on the list ${list}` : 'in Never Send To'),
	onlySendTo: (list?: string) => (list ? `not on the list ${list}` : 'not in Only Send To'),
	duplicate: () => 'twice',
	maxPerExecution: () => 'over the maximum',
	sendHours: () => 'outside the hours',
	test: () => 'not in the test',
};

/** Why, for the hint of a run: `on the list Unsubscribed`. */
export const wordsOfSkip = ({ reason, list }: Skip): string => WORDS[reason](list);
