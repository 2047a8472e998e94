import type { IncomingHttpHeaders } from 'node:http';
import { answering } from './answering';

interface ReceivedRequest {
	method: string;
	/** With the query, as sent. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body?: string;
}

/** Somebody else's server, which takes whatever comes. */
export interface Receiver {
	/** e.g. `http://127.0.0.1:40000`, without a slash at the end */
	readonly url: string;
	/** Since the last reset. */
	readonly requests: ReceivedRequest[];
	/** Everything that ever came, one request a text. */
	readonly history: string[];
	/** Default: the body that came, as JSON. */
	answer: (request: ReceivedRequest) => Answer;
	reset(): void;
	close(): Promise<void>;
}

const echo = ({ body }: ReceivedRequest): Answer => ({ body: body || '{}' });

/** @param port default: any free port */
export async function startReceiver(port = 0): Promise<Receiver> {
	const { url, close } = await answering(
		({ method = '', url = '', headers }, response, body) => {
			const received = { method, url, headers, body };
			receiver.requests.push(received);
			receiver.history.push(JSON.stringify(received));
			const { status = 200, headers: own, body: text = '' } = receiver.answer(received);
			response.writeHead(status, { 'content-type': 'application/json', ...own }).end(text);
		},
		undefined,
		port,
	);
	const receiver: Receiver = {
		url,
		requests: [],
		history: [],
		answer: echo,
		reset() {
			receiver.requests.length = 0;
			receiver.answer = echo;
		},
		close,
	};
	return receiver;
}
