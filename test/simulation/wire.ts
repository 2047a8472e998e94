import axios, { AxiosError, CanceledError } from 'axios';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { Sandbox } from '../../sandbox';
import type { VirtualTime } from './virtualTime';

/** What the service and the connection do with one request. */
export interface Handling {
	/** Milliseconds until the response arrives. */
	back: number;
	/** The connection is cut when only a part of it has arrived. */
	isCut?: boolean;
	/** The response never comes. */
	isLost?: boolean;
}

/** A message as it is sent: the body of the request. */
export type Sent = Record<string, unknown>;

/** Who watches the wire of a broadcast. */
export interface Watcher {
	time: VirtualTime;
	/** By the host of their Base URLs. */
	services: Record<string, Sandbox>;
	/** A request begins. @returns when it arrives */
	onRequest(sent?: Sent): { there: number; ended: () => void };
	/** It has arrived, or a part of it. */
	onArrival(host: string, sent?: Sent): Handling;
}

/** Answers n8n's HTTP client by the services of whoever watches, in virtual time. */
export function watchWire({ time, services, onRequest, onArrival }: Watcher): void {
	axios.defaults.adapter = async (config) => {
		const url = new URL(String(config.url), config.baseURL);
		const sent = config.method === 'post' ? (JSON.parse(config.data) as Sent) : undefined;
		const { there, ended } = onRequest(sent);
		const respond = async (): Promise<AxiosResponse> => {
			await time.wait(there);
			const { back, isCut, isLost } = onArrival(url.host, sent);
			if (isCut) throw cutOff(config);
			const answer = time.without(answerOf(services[url.host], config, url));
			const response = await answer.catch(() => undefined);
			await (isLost ? new Promise(() => {}) : time.wait(back));
			if (!response) throw cutOff(config);
			const { statusCode: status, statusMessage: statusText, headers, body: data } = response;
			return { data, status, statusText, headers: headers as never, config, request: {} };
		};
		try {
			const response = await Promise.race([respond(), givenUp(time, config)]);
			if (config.validateStatus?.(response.status) !== false) return response;
			throw new AxiosError('Rejected', AxiosError.ERR_BAD_REQUEST, config, {}, response);
		} finally {
			ended();
		}
	};
}

async function answerOf(
	service: Sandbox,
	config: InternalAxiosRequestConfig,
	{ pathname, search }: URL,
) {
	return await service.inject({
		method: config.method?.toUpperCase() as 'GET' | 'POST',
		url: pathname + search,
		headers: { ...config.headers.toJSON(), host: '127.0.0.1' } as Record<string, string>,
		payload: config.data as string,
	});
}

const cutOff = (config: InternalAxiosRequestConfig) =>
	new AxiosError('socket hang up', 'ECONNRESET', config);

/** Where the caller stops it, or no response has come in time. */
async function givenUp(time: VirtualTime, config: InternalAxiosRequestConfig): Promise<never> {
	const { signal, timeout } = config;
	await new Promise<void>((resolve) => {
		signal?.addEventListener?.('abort', () => resolve());
		if (timeout) void time.wait(timeout).then(resolve);
	});
	if (signal?.aborted) throw new CanceledError(undefined as never, config as never);
	throw new AxiosError(`timeout of ${timeout}ms exceeded`, AxiosError.ECONNABORTED, config);
}
