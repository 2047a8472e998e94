import type { IncomingHttpHeaders } from 'node:http';
import { answering } from './answering';

interface ReceivedRequest {
	method: string;
	/** With the query, as sent. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Somebody else's server, which takes whatever comes. */
export async function startReceiver() {
	const echo = ({ body }: ReceivedRequest): Answer => ({ body: body || '{}' });
	const receiver = {
		/** Since the last reset. */
		requests: [] as ReceivedRequest[],
		/** Everything that ever came, one request a text. */
		history: [] as string[],
		/** Default: the body that came, as JSON. */
		answer: echo,
		reset: () => void Object.assign(receiver, { requests: [], answer: echo }),
	};
	const { url, close } = await answering(({ method = '', url = '', headers }, response, text) => {
		const received = { method, url, headers, body: text };
		receiver.requests.push(received);
		receiver.history.push(JSON.stringify(received));
		const { status = 200, headers: own, body = '' } = receiver.answer(received);
		response.writeHead(status, { 'content-type': 'application/json', ...own }).end(body);
	});
	return Object.assign(receiver, { url, close });
}
