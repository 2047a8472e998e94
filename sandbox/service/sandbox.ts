import type { RecordedRequest } from './arrival/recordedRequest';
import type { Form } from './answers/envelope';
import type { AnswerFault, Fault } from './faults';
import type { SandboxList } from './lists/list';
import type { AcceptedMessage } from './messages/message';

/** How to start a sandbox. */
export interface SandboxOptions {
	/** Default 0: any free port. */
	port?: number;
	/** Default `127.0.0.1`: nobody else in the network sees the messages. */
	host?: string;
	/** Default `sandbox-key`. */
	apiKey?: string;
	/** Put before every path of the service, such as `/api/v1`. Default none. */
	basePath?: string;
	/** Default `envelope`. */
	form?: Form;
	/** Milliseconds before each answer. Default 0. */
	latency?: number;
	/** Keeps the bytes of every body, uploads included. Default false. */
	rawBodies?: boolean;
	/** Default: the demo lists. */
	lists?: SandboxList[];
}

/** A running sandbox. */
export interface Sandbox {
	/** The Base URL of the service, base path included, no slash at the end. */
	readonly url: string;
	readonly apiKey: string;
	/** Every request to the service in order of arrival, refused ones and unknown paths too; the latest 20,000. */
	readonly requests: RecordedRequest[];
	/** The messages taken, in the order in which they were; the latest 20,000. */
	readonly accepted: AcceptedMessage[];
	form: Form;
	/** Milliseconds before each answer. */
	latency: number;
	lists: SandboxList[];
	/**
	 * Called when the head of a send has arrived and nothing of its body has been read.
	 * `cut-before` ends the connection there, in the middle of an upload.
	 */
	onArrival?: (request: RecordedRequest) => 'cut-before' | undefined;
	/**
	 * Called for every valid send once its body has been read; what it gives happens instead of the success.
	 * `attempt` is 1 the first time this text goes to this recipient, 2 the second time, and so on.
	 */
	onSend?: (request: RecordedRequest, attempt: number) => Fault | undefined;
	/** Called for every valid list request. */
	onLists?: (request: RecordedRequest) => AnswerFault | undefined;
	/** Forgets all requests and hooks, and puts form, latency and lists back to how the sandbox was started. */
	reset(): void;
	/** Ends every connection, those waiting for an answer too. */
	close(): Promise<void>;
}
