/** What a comparison tells the service's process. */
export interface Settings {
	/** Milliseconds before each answer to a message. */
	latency: number;
}

/** What the service's process has seen since it was told its settings. */
export interface Tally {
	/** Messages that arrived. */
	received: number;
	/** Different texts among them. */
	distinct: number;
	/** Messages that waited for their answer at the same time, at most. */
	mostAtOnce: number;
	/** Bytes of all bodies. */
	bytes: number;
	/** Processor time of the service's own process, in milliseconds. */
	processorTime: number;
}

export type Order = { settings: Settings } | { tally: true };
export type Reply = { url: string } | { tally: Tally } | { done: true };
