import { setTimeout as pause } from 'node:timers/promises';
import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { getRequestHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import { signRequest } from '../../nodes/WhatsAppSender/service/authentication';
import {
	requestService,
	serviceIn,
	type Expected,
	type ServiceContext,
	type ServiceRequest,
} from '../../nodes/WhatsAppSender/service/request';
import { parseResponse, type ServiceResponse } from '../../nodes/WhatsAppSender/service/response';

export type Credential = Record<'apiKey' | 'baseUrl', string>;

/** What the check shows while it runs, and its times; tests have their own. */
export interface Surroundings {
	say(line: string): void;
	/** Milliseconds before each request. */
	pace?: number;
	/** Milliseconds until a whole response must be there. */
	timeLimit?: number;
}

/** A request and what came of it. */
export interface Exchange {
	/** As it came over HTTP; none where there was no response. */
	wire?: IN8nHttpFullResponse;
	/** As the node reads it, also where it takes it for an error. */
	response?: ServiceResponse;
	/** In the node's words; none where the node takes the response for a success. */
	error?: Error;
}

export type Client = ReturnType<typeof clientFor>;

/**
 * Reaches the service as the node does, through n8n's own HTTP client, never twice, and at a pace.
 *
 * @returns announces a request, whose `purpose` is in words, and sends it once
 */
export function clientFor(
	credential: Credential,
	{ say, pace = 1000, timeLimit = 30_000 }: Surroundings,
) {
	let requests = 0;
	return async (
		purpose: string,
		request: ServiceRequest,
		expected: Expected,
		apiKey = credential.apiKey,
	): Promise<Exchange> => {
		const service = serviceIn({ ...credential, apiKey });
		await pause(pace);
		const started = Date.now();
		const query = request.qs ? '?all=true' : '';
		say(`${++requests}. ${request.method} ${request.url}${query}: ${purpose}`);
		const exchange: Exchange = {};
		try {
			const timed = { ...request, settings: { timeout: timeLimit } };
			const context = contextFor(exchange);
			exchange.response = await requestService(context, service, timed, expected);
		} catch (error) {
			exchange.error = error as Error;
			if (exchange.wire) exchange.response = parseResponse(exchange.wire);
		}
		const status = exchange.wire ? `HTTP ${exchange.wire.statusCode}` : 'no response';
		say(`   ${status} after ${((Date.now() - started) / 1000).toFixed(1)} s`);
		return exchange;
	};
}

/** What n8n gives the node, as far as `requestService` uses it: signs, sends, and keeps the response. */
function contextFor(exchange: Exchange): ServiceContext {
	const { httpRequest } = getRequestHelperFunctions(undefined as never, {} as never, {} as never);
	type Login = { credentialsDecrypted: { data: Record<string, string> } };
	const send = async (_type: string, request: IHttpRequestOptions, login: Login) =>
		(exchange.wire = await httpRequest(signRequest(login.credentialsDecrypted.data, request)));
	return { helpers: { httpRequestWithAuthentication: send } } as never;
}
