import type { FastifyReply } from 'fastify';
import type { Call, Chat } from './chatScript';
import type { SandboxList } from './demoLists';
import type { AnswerFault, Fault } from './faults';
import type { Journal } from './journal';
import type { Message, RecordedRequest } from './request';
import type { Validators } from './validate';

/** The form of a response: the documented envelope (service.md §2.1), or only its `data`, as live services send it. */
export type Form = 'envelope' | 'bare';

export interface SandboxOptions {
	/** Default 0: any free port. */
	port?: number;
	apiKey?: string;
	/** Before every path of the service, e.g. `/api/v1`. Default none. */
	basePath?: string;
	/** Keeps the bytes of every body, uploads included. Default false. */
	rawBodies?: boolean;
	/** Keeps the messages of the page for the next start. Default: they are forgotten. */
	file?: string;
}

/** A running sandbox. Only this machine can reach it. */
export interface Sandbox {
	/** The Base URL of the service, base path included, no slash at the end. */
	readonly url: string;
	/** The Base URL of the chat model, for n8n's OpenAI credential. */
	readonly modelUrl: string;
	readonly apiKey: string;
	/** API keys of further accounts of the service, by shop. */
	readonly shopKeys: Record<string, string>;
	/** Every request to the service in order of arrival, rejected and unknown ones too. */
	readonly requests: RecordedRequest[];
	/** The accepted messages, in order. */
	readonly accepted: Message[];
	/** What the chat model was sent since the sandbox was started. A reset keeps it. */
	readonly chats: Chat[];
	form: Form;
	/** Milliseconds before each response, at first 0. */
	latency: number;
	lists: SandboxList[];
	/**
	 * Called for every valid send once its body has been read. Returns what happens instead of success.
	 * `attempt` is 1 if this text is sent to this recipient for the first time.
	 */
	onSend?: (request: RecordedRequest, attempt: number) => Fault | undefined;
	/** Called for every valid list request. */
	onLists?: (request: RecordedRequest) => AnswerFault | 'cut-before' | undefined;
	/** Called for every request to the chat model. Returns the calls that it makes instead of its script's; none: it answers. */
	onChat?: (chat: Chat) => Call[];
	/** Clears all requests and hooks, and restores form, latency and lists. */
	reset(): void;
	/** Closes every connection, also those that wait for a response. */
	close(): Promise<void>;
}

/** The state that the routes of one running sandbox share. */
export interface Service {
	/** The current settings and hooks; tests change them while it runs. */
	sandbox: Sandbox;
	basePath: string;
	rawBodies: boolean;
	validators: Validators;
	journal: Journal;
	/** The responses of the sends in flight. */
	sending: Set<FastifyReply>;
}
