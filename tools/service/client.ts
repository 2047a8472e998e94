import { setTimeout as pause } from 'node:timers/promises';
import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { getRequestHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import { isMarkup } from '../../nodes/WhatsAppSender/errors/responseText';
import { signRequest } from '../../nodes/WhatsAppSender/service/authentication';
import { requestService, serviceIn } from '../../nodes/WhatsAppSender/service/requestService';
import type { Expected, ServiceRequest } from '../../nodes/WhatsAppSender/service/requestService';
import { isList, parseResponse } from '../../nodes/WhatsAppSender/service/response';

export type Credential = Record<'apiKey' | 'baseUrl', string>;

/** What came of a request, as the node reads it. */
export interface Exchange {
	/** None where there was no response. */
	status?: number;
	data?: unknown;
	/** In the node's words; none where it takes the response for a success. */
	failure?: Error;
	/** What came over HTTP, without any of its values. */
	seen: string;
}

export type Client = ReturnType<typeof clientFor>;

/**
 * Reaches the service as the node does, through n8n's own HTTP client.
 *
 * @param pace milliseconds before each request
 * @returns announces a request, whose `purpose` is in words, and sends it once
 */
export function clientFor(credential: Credential, say: (line: string) => void, pace: number) {
	const { httpRequest } = getRequestHelperFunctions(undefined as never, {} as never, {} as never);
	let requests = 0;
	return async (
		purpose: string,
		request: ServiceRequest,
		isExpected: Expected['isExpected'] = isList,
		apiKey = credential.apiKey,
	): Promise<Exchange> => {
		await pause(pace);
		const { method, url, qs } = request;
		say(`${++requests}. ${method} ${url}${qs ? '?all=true' : ''}: ${purpose}`);
		const service = serviceIn({ ...credential, apiKey });
		let http: IN8nHttpFullResponse | undefined;
		const send = async (_type: string, options: IHttpRequestOptions) =>
			(http = await httpRequest(signRequest(service.credential, options)));
		// As much of n8n as the node uses for a request.
		const context = { helpers: { httpRequestWithAuthentication: send } } as never;
		const recipient = 'your number';
		const operation = { name: method === 'POST' ? 'send' : 'lists', recipient } as const;
		let failure: Error | undefined;
		const settings = { timeout: 60_000 };
		await requestService(
			context,
			service,
			{ ...request, settings },
			{ operation, isExpected },
		).catch((error: Error) => (failure = error));
		const seen = http ? `HTTP ${http.statusCode}, ${kindOf(http.body)}` : 'no response';
		return { ...(http && parseResponse(http)), failure, seen };
	};
}

function kindOf(body: unknown): string {
	if (body === undefined || body === null || body === '') return 'nothing';
	if (typeof body === 'string') return isMarkup(body) ? 'a web page' : 'text';
	return Array.isArray(body) ? `an array of ${body.length}` : 'JSON';
}
